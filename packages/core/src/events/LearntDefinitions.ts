import type { ProjectId } from "../access/Project.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import { deriveUuid } from "../shared/Uuid.ts"
import { sanitizeText } from "./CanonicalJson.ts"
import type { CapturedEvent } from "./CapturedEvent.ts"
import { maxNameLength } from "./CapturedText.ts"
import type { EventDefinition, PropertyDefinition, PropertyKind } from "./DefinitionRepository.ts"
import type { EventTime } from "./EventTime.ts"
import { propertyTypeOf } from "./PropertyTypes.ts"

/** What a batch of events teaches beyond what this process has learnt before. */
export interface Lesson {
  readonly project: ProjectId
  readonly events: ReadonlyArray<EventDefinition>
  readonly properties: ReadonlyArray<PropertyDefinition>
}

/** `last_seen_at` is raised at most this often. */
const staleAfterMicros = 3_600_000_000

/** So many names are remembered; then it starts anew, which costs some needless writes and nothing else. */
const maxRemembered = 200_000

/** Members of an event's properties that are instructions, no properties. */
const instructions = new Set(["$set", "$set_once", "$unset", "$group_set", "$groups"])

type Bag = readonly [kind: PropertyKind, values: JsonRecord]

const bagsOf = ({ event, values }: CapturedEvent): ReadonlyArray<Bag> => [
  ["event", values],
  ["person", recordOrEmpty(values["$set"])],
  ["person", recordOrEmpty(values["$set_once"])],
  ["group", event === "$groupidentify" ? recordOrEmpty(values["$group_set"]) : {}]
]

/** Remembers which names the repository knows already, so that known ones cost nothing. */
export class LearntDefinitions {
  readonly #events = new Map<string, EventTime>()
  readonly #properties = new Set<string>()

  /** What is unknown or was not seen for an hour. It stays unknown until `remember`. */
  lessonOf(project: ProjectId, events: ReadonlyArray<CapturedEvent>): Lesson {
    const names = new Map<string, EventDefinition>()
    const properties = new Map<string, PropertyDefinition>()
    for (const event of events) {
      this.#lookAtName(project, event, names)
      for (const bag of bagsOf(event)) this.#lookAtBag(project, bag, properties)
    }
    return { project, events: [...names.values()], properties: [...properties.values()] }
  }

  /** The repository knows this now. */
  remember(lesson: Lesson): void {
    if (this.#events.size + this.#properties.size > maxRemembered) {
      this.#events.clear()
      this.#properties.clear()
    }
    for (const event of lesson.events) this.#events.set(`${lesson.project}/${event.name}`, event.last_seen_at)
    for (const { kind, name } of lesson.properties) this.#properties.add(`${lesson.project}/${kind}/${name}`)
  }

  #lookAtName(project: ProjectId, event: CapturedEvent, names: Map<string, EventDefinition>): void {
    const seen = this.#events.get(`${project}/${event.event}`)
    const at = event.received_at
    if (seen !== undefined && at - seen < staleAfterMicros) return
    const id = deriveUuid("event_definition", project, event.event)
    const earlier = names.get(event.event)
    if (earlier !== undefined && earlier.last_seen_at >= at) return
    names.set(event.event, { id, name: event.event, created_at: earlier?.created_at ?? at, last_seen_at: at })
  }

  #lookAtBag(project: ProjectId, [kind, values]: Bag, properties: Map<string, PropertyDefinition>): void {
    for (const [raw, value] of Object.entries(values)) {
      if (value === null || raw.length > maxNameLength || (kind === "event" && instructions.has(raw))) continue
      const name = sanitizeText(raw)
      const identity = `${kind}/${name}`
      if (properties.has(identity) || this.#properties.has(`${project}/${identity}`)) continue
      const id = deriveUuid("property_definition", project, kind, name)
      properties.set(identity, { id, kind, name, property_type: propertyTypeOf(value) })
    }
  }
}
