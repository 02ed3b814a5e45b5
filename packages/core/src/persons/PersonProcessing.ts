import { Effect } from "effect"
import type { CaptureRejected } from "../events/Capture.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { PropertyBounds } from "../events/CaptureLimits.ts"
import { tooMuchPersonData } from "../events/CaptureRefusals.ts"
import type { PersonMode } from "../events/Event.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { IngestionWarning } from "../events/IngestionWarning.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"
import { sliceChars, WorkSlice } from "../shared/WorkSlice.ts"
import type { Person } from "./Person.ts"
import { type OpenPerson, PersonBatch } from "./PersonBatch.ts"
import { isPersonless, type MergeRequest, mergeRequestOf, needsProfile } from "./PersonEvents.ts"
import { type PropertyUpdate, updateOf } from "./PersonProperties.ts"
import type { PersonChanges } from "./PersonRepository.ts"

/** The person columns of one event. */
export interface EventPerson {
  readonly person_id: Uuid
  readonly person_mode: PersonMode
  readonly person_properties: string
  readonly person_created_at: EventTime | null
}

/** The outcome of a batch of events for a project's persons. */
export interface PersonOutcome {
  readonly changes: PersonChanges
  /** In the order of the events; undefined for an event that is dropped. */
  readonly persons: ReadonlyArray<EventPerson | undefined>
  readonly warnings: ReadonlyArray<IngestionWarning>
}

/** Events that happen to a person without changing any property. */
const isSilent = (event: string): boolean => event === "$exception" || event === "$$heatmap"

/** A merge's effect on who owns which distinct id; a refused one has no effect but the warning. */
const merge = (book: PersonBatch, request: MergeRequest, event: CapturedEvent): ReadonlyArray<IngestionWarning> => {
  const { otherId, isGuarded } = request
  const subject = `${otherId} -> ${event.distinct_id}`
  if (otherId === event.distinct_id) return []
  if (request.isIllegal) return [{ type: "cannot_merge_with_illegal_distinct_id", subject }]
  const type = book.merge(otherId, event.distinct_id, isGuarded, event.timestamp)
  return type === undefined ? [] : [{ type, subject }]
}

const personless = (book: PersonBatch, event: CapturedEvent): EventPerson => ({
  person_id: book.find(event.distinct_id)?.id ?? book.derivedId(event.distinct_id),
  person_mode: "propertyless",
  person_properties: "{}",
  person_created_at: null
})

/** The event's person after the event's own changes. */
const changedBy = (
  book: PersonBatch,
  event: CapturedEvent,
  update: PropertyUpdate | undefined,
  warnings: Array<IngestionWarning>
): OpenPerson => {
  const request = mergeRequestOf(event)
  if (request !== undefined) warnings.push(...merge(book, request, event))
  const person = book.findOrCreate(event.distinct_id, event.timestamp)
  if (update !== undefined && !book.update(person, update)) {
    warnings.push({ type: "person_properties_size_violation", subject: event.distinct_id })
  }
  return person
}

const withProfile = ({ bag, created_at, id }: OpenPerson): EventPerson => ({
  person_id: id,
  person_mode: "full",
  person_properties: bag.text,
  person_created_at: created_at
})

/**
 * Applies a batch of events, in order, to the persons of their distinct ids. Each event's effect is the same when it is
 * applied again, so that a retry of a batch whose events were not written is safe. It fails as soon as the rows would
 * carry more of persons' properties than the bounds allow, and lets others go on in between.
 *
 * The id of a person, and of the events of someone without a profile, is derived from the project and the distinct id. So
 * a profile made later owns the earlier events at once; only when the distinct id joins a person of another id is an
 * override needed.
 */
export const processPersons = Effect.fnUntraced(function*(
  project: ProjectId,
  snapshot: ReadonlyMap<string, Person>,
  events: ReadonlyArray<CapturedEvent>,
  bounds: PropertyBounds
): Effect.fn.Return<PersonOutcome, CaptureRejected> {
  const book = new PersonBatch(project, snapshot)
  const warnings: Array<IngestionWarning> = []
  const persons: Array<EventPerson | undefined> = []
  const slice = new WorkSlice()
  let [bytes, values] = [0, 0]
  for (const event of events) {
    let chars = event.properties.length
    if (!isPersonless(event)) {
      const update = isSilent(event.event) ? undefined : updateOf(event.values)
      if (chars > sliceChars) yield* Effect.yieldNow
      const person = changedBy(book, event, update, warnings)
      bytes += person.bag.bytes
      values += person.bag.values
      if (bytes > bounds.maxBytes || values > bounds.maxValues) return yield* tooMuchPersonData(bounds)
      if (!person.bag.hasText) {
        chars += person.bag.bytes
        if (person.bag.bytes > sliceChars) yield* Effect.yieldNow
      }
      persons.push(withProfile(person))
    } else if (needsProfile(event.event)) {
      warnings.push({ type: "invalid_event_when_process_person_profile_is_false", subject: event.distinct_id })
      persons.push(undefined)
    } else persons.push(personless(book, event))
    if (slice.isOver(chars)) yield* Effect.yieldNow
  }
  return { changes: yield* book.changes, persons, warnings }
})
