import { Effect } from "effect"
import type { EventTime } from "../events/EventTime.ts"
import type { IngestionWarningType } from "../events/IngestionWarning.ts"
import type { ProjectId } from "../identity/Project.ts"
import { deriveUuid, type Uuid } from "../shared/Uuid.ts"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { Person } from "./Person.ts"
import type { PropertyUpdate } from "./PersonProperties.ts"
import type { PersonChanges } from "./PersonRepository.ts"
import { PropertyBag } from "./PropertyBag.ts"

/** A person's properties may have this many bytes; an update or a merge does not make them larger. */
export const maxPersonBytes = 640 * 1024

/** A person while a batch is applied. */
export interface OpenPerson {
  readonly id: Uuid
  readonly created_at: EventTime
  readonly bag: PropertyBag
}

interface Entry extends OpenPerson {
  created_at: EventTime
  is_identified: boolean
  /** The version the next change builds on. */
  version: number
  hasMerged: boolean
  /** The stored person when the batch began. */
  readonly stored: Person | undefined
}

type Redirection = PersonChanges["overridden"][number]

/** The id that the person of this distinct id gets when it is the first one, and that its personless events carry. */
export const derivePersonId = (project: ProjectId, distinctId: string): Uuid =>
  deriveUuid("person", project, distinctId)

const unborn = { is_identified: false, version: -1, hasMerged: false, stored: undefined }

const isChanged = (entry: Entry): boolean => {
  const { stored } = entry
  if (stored === undefined || entry.hasMerged) return true
  if (stored.is_identified !== entry.is_identified || stored.created_at !== entry.created_at) return true
  return entry.bag.isNew
}

/**
 * The persons of a project as a batch of events changes them one by one. `changes` is the difference to what was stored:
 * when the batch leaves a person as it was, there is nothing to write.
 */
export class PersonBatch {
  readonly #project: ProjectId
  readonly #entries = new Map<Uuid, Entry>()
  readonly #owners = new Map<string, Uuid>()
  readonly #derived = new Map<string, Uuid>()
  readonly #merged = new Map<Uuid, Uuid>()
  readonly #joined = new Set<string>()

  constructor(project: ProjectId, snapshot: ReadonlyMap<string, Person>) {
    this.#project = project
    for (const [distinctId, person] of snapshot) {
      this.#owners.set(distinctId, person.id)
      if (!this.#entries.has(person.id)) this.#entries.set(person.id, { ...fieldsOf(person), stored: person })
    }
  }

  derivedId(distinctId: string): Uuid {
    const id = this.#derived.get(distinctId) ?? derivePersonId(this.#project, distinctId)
    this.#derived.set(distinctId, id)
    return id
  }

  find(distinctId: string): OpenPerson | undefined {
    return this.#entryOf(distinctId)
  }

  findOrCreate(distinctId: string, at: EventTime): OpenPerson {
    return this.#entryOf(distinctId) ?? this.#create(distinctId, at)
  }

  /** Answers false, and changes nothing, when the properties would become too large. */
  update(person: OpenPerson, update: PropertyUpdate): boolean {
    return person.bag.update(update, maxPersonBytes)
  }

  /** Makes two distinct ids one person, as far as it may; answers what a project's owner should know of it. */
  merge(otherId: string, targetId: string, isGuarded: boolean, at: EventTime): IngestionWarningType | undefined {
    const other = this.#entryOf(otherId)
    const target = this.#entryOf(targetId)
    if (other !== undefined && target !== undefined && other !== target) {
      if (isGuarded && other.is_identified) return "cannot_merge_already_identified"
      return this.#absorb(other, target) ? undefined : "person_properties_size_violation"
    }
    const person = target ?? other ?? this.#create(targetId, at)
    if (target === undefined) this.#join(targetId, person)
    if (other === undefined) this.#join(otherId, person)
    person.is_identified = true
    return undefined
  }

  /** Lets others go on in between, as persons may be many or large. */
  get changes(): Effect.Effect<PersonChanges> {
    return Effect.gen({ self: this }, function*() {
      const slice = new WorkSlice()
      const upserted: Array<Person> = []
      for (const entry of this.#entries.values()) {
        if (isChanged(entry)) upserted.push(this.#personOf(entry))
        if (slice.isOver(3 * entry.bag.bytes)) yield* Effect.yieldNow
      }
      const overridden: Array<Redirection> = []
      for (const distinctId of this.#joined) {
        const from = this.derivedId(distinctId)
        const into = this.#living(this.#owners.get(distinctId) ?? from)
        if (from !== into && !this.#entries.has(from) && !this.#merged.has(from)) overridden.push({ from, into })
        if (slice.isOver(0)) yield* Effect.yieldNow
      }
      const merged = [...this.#merged.keys()].map((from) => ({ from, into: this.#living(from) }))
      return { upserted, assigned: this.#assigned(), merged, overridden, returned: [] }
    })
  }

  #assigned(): PersonChanges["assigned"] {
    return [...this.#owners].flatMap(([distinctId, owner]) => {
      const personId = this.#living(owner)
      return personId === owner && !this.#joined.has(distinctId) ? [] : [{ distinctId, personId }]
    })
  }

  #entryOf(distinctId: string): Entry | undefined {
    const owner = this.#owners.get(distinctId)
    return owner === undefined ? undefined : this.#entries.get(this.#living(owner))
  }

  #create(distinctId: string, at: EventTime): Entry {
    const id = this.derivedId(distinctId)
    const known = this.#entries.get(this.#living(id))
    const entry = known ?? { ...unborn, id, created_at: at, bag: new PropertyBag({}) }
    this.#entries.set(entry.id, entry)
    this.#join(distinctId, entry)
    return entry
  }

  #join(distinctId: string, person: Entry): void {
    if (this.#owners.get(distinctId) === person.id) return
    this.#owners.set(distinctId, person.id)
    this.#joined.add(distinctId)
  }

  /** The one that stays wins where both have a property; answers false when the other's find no room. */
  #absorb(source: Entry, target: Entry): boolean {
    target.created_at = source.created_at < target.created_at ? source.created_at : target.created_at
    target.version = Math.max(source.version, target.version)
    target.is_identified = true
    target.hasMerged = true
    this.#entries.delete(source.id)
    this.#merged.set(source.id, target.id)
    return target.bag.absorb(source.bag, maxPersonBytes)
  }

  /** The person that a merged one is part of by now; the way there is one step long the next time. */
  #living(id: Uuid): Uuid {
    let living = id
    for (let into = this.#merged.get(living); into !== undefined; into = this.#merged.get(living)) living = into
    for (let at = id; at !== living;) {
      const next = this.#merged.get(at) ?? living
      this.#merged.set(at, living)
      at = next
    }
    return living
  }

  #personOf(entry: Entry): Person {
    const { bag: { properties }, created_at, id, is_identified, version } = entry
    const fields = { project_id: this.#project, id, created_at, properties, is_identified, version: version + 1 }
    return new Person(fields)
  }
}

const fieldsOf = ({ created_at, id, is_identified, properties, version }: Person): Omit<Entry, "stored"> => ({
  id,
  created_at,
  bag: new PropertyBag(properties),
  is_identified,
  version,
  hasMerged: false
})
