import type { ProjectId } from "../access/Project.ts"
import { canonicalJson, utf8Length } from "../events/CanonicalJson.ts"
import type { EventTime } from "../events/EventTime.ts"
import { deriveUuid, type Uuid } from "../shared/Uuid.ts"
import { Person } from "./Person.ts"
import { mergeProperties, type PropertyUpdate, type StoredProperties, updateProperties } from "./PersonProperties.ts"
import type { PersonChanges } from "./PersonRepository.ts"

/** A person's properties may have this many bytes; an update that would make them larger is not done. */
export const maxPersonBytes = 640 * 1024

/** A person while a batch is applied. */
export interface OpenPerson {
  readonly id: Uuid
  readonly created_at: EventTime
  readonly properties: StoredProperties
}

interface Entry extends OpenPerson {
  created_at: EventTime
  properties: StoredProperties
  is_identified: boolean
  /** The version the next change builds on. */
  version: number
  hasMerged: boolean
  /** What was stored when the batch began. */
  readonly stored: Person | undefined
}

/** The id that the person of this distinct id gets when it is the first one, and that its personless events carry. */
export const derivePersonId = (project: ProjectId, distinctId: string): Uuid =>
  deriveUuid("person", project, distinctId)

const unborn = { properties: {}, is_identified: false, version: -1, hasMerged: false, stored: undefined }

const isChanged = (entry: Entry): boolean => {
  const { stored } = entry
  if (stored === undefined || entry.hasMerged) return true
  if (stored.is_identified !== entry.is_identified || stored.created_at !== entry.created_at) return true
  return stored.properties !== entry.properties && canonicalJson(stored.properties) !== canonicalJson(entry.properties)
}

/**
 * The persons of a project as a batch of events changes them one by one. `changes` is the difference to what was stored:
 * when the batch leaves a person as it was, there is nothing to write.
 */
export class PersonBook {
  readonly #project: ProjectId
  readonly #entries = new Map<Uuid, Entry>()
  readonly #owners = new Map<string, Uuid>()
  readonly #assigned = new Map<string, Uuid>()
  readonly #merged = new Map<Uuid, Uuid>()
  readonly #joined = new Set<string>()
  readonly #texts = new WeakMap<StoredProperties, string>()

  constructor(project: ProjectId, snapshot: ReadonlyMap<string, Person>) {
    this.#project = project
    for (const [distinctId, person] of snapshot) {
      this.#owners.set(distinctId, person.id)
      if (!this.#entries.has(person.id)) this.#entries.set(person.id, { ...fieldsOf(person), stored: person })
    }
  }

  derivedId(distinctId: string): Uuid {
    return derivePersonId(this.#project, distinctId)
  }

  find(distinctId: string): OpenPerson | undefined {
    return this.#entryOf(distinctId)
  }

  findOrCreate(distinctId: string, at: EventTime): OpenPerson {
    return this.#entryOf(distinctId) ?? this.#create(distinctId, at)
  }

  /** Answers false, and changes nothing, when the properties would become too large. */
  update(person: OpenPerson, update: PropertyUpdate): boolean {
    const entry = this.#entries.get(person.id)
    if (entry === undefined) return true
    const properties = updateProperties(entry.properties, update)
    if (properties === entry.properties) return true
    const size = utf8Length(this.#textOf(properties))
    if (size > maxPersonBytes && size > utf8Length(this.#textOf(entry.properties))) return false
    entry.properties = properties
    return true
  }

  propertiesText(person: OpenPerson): string {
    return this.#textOf(person.properties)
  }

  /** Makes two distinct ids one person. Answers false when the guard forbids to take over the other one's person. */
  merge(otherId: string, targetId: string, isGuarded: boolean, at: EventTime): boolean {
    const other = this.#entryOf(otherId)
    const target = this.#entryOf(targetId)
    if (other !== undefined && target !== undefined && other !== target) {
      if (isGuarded && other.is_identified) return false
      this.#absorb(other, target)
      return true
    }
    const person = target ?? other ?? this.#create(targetId, at)
    if (target === undefined) this.#join(targetId, person)
    if (other === undefined) this.#join(otherId, person)
    person.is_identified = true
    return true
  }

  changes(): PersonChanges {
    const alive = [...this.#entries.values()]
    return {
      upserted: alive.filter(isChanged).map((entry) => this.#personOf(entry)),
      assigned: [...this.#assigned].map(([distinctId, id]) => ({ distinctId, personId: this.#living(id) })),
      merged: [...this.#merged.keys()].map((from) => ({ from, into: this.#living(from) })),
      overridden: [...this.#joined].flatMap((distinctId) => {
        const from = this.derivedId(distinctId)
        const into = this.#living(this.#owners.get(distinctId) ?? from)
        return from === into || this.#entries.has(from) || this.#merged.has(from) ? [] : [{ from, into }]
      })
    }
  }

  #entryOf(distinctId: string): Entry | undefined {
    const owner = this.#owners.get(distinctId)
    return owner === undefined ? undefined : this.#entries.get(this.#living(owner))
  }

  #create(distinctId: string, at: EventTime): Entry {
    const id = this.derivedId(distinctId)
    const known = this.#entries.get(this.#living(id))
    const entry = known ?? { ...unborn, id, created_at: at }
    this.#entries.set(entry.id, entry)
    this.#join(distinctId, entry)
    return entry
  }

  #join(distinctId: string, person: Entry): void {
    if (this.#owners.get(distinctId) === person.id) return
    this.#owners.set(distinctId, person.id)
    this.#assigned.set(distinctId, person.id)
    this.#joined.add(distinctId)
  }

  #absorb(source: Entry, target: Entry): void {
    target.properties = mergeProperties(source.properties, target.properties)
    target.created_at = source.created_at < target.created_at ? source.created_at : target.created_at
    target.version = Math.max(source.version, target.version)
    target.is_identified = true
    target.hasMerged = true
    this.#entries.delete(source.id)
    this.#merged.set(source.id, target.id)
    for (const [distinctId, owner] of this.#owners) {
      if (owner !== source.id) continue
      this.#owners.set(distinctId, target.id)
      this.#assigned.set(distinctId, target.id)
    }
  }

  #living(id: Uuid): Uuid {
    let at = id
    for (let into = this.#merged.get(at); into !== undefined; into = this.#merged.get(at)) at = into
    return at
  }

  #personOf(entry: Entry): Person {
    const { created_at, id, is_identified, properties, version } = entry
    const fields = { project_id: this.#project, id, created_at, properties, is_identified, version: version + 1 }
    return new Person(fields)
  }

  #textOf(properties: StoredProperties): string {
    const known = this.#texts.get(properties)
    if (known !== undefined) return known
    const text = canonicalJson(properties)
    this.#texts.set(properties, text)
    return text
  }
}

const fieldsOf = ({ created_at, id, is_identified, properties, version }: Person): Omit<Entry, "stored"> => ({
  id,
  created_at,
  properties,
  is_identified,
  version,
  hasMerged: false
})
