import type { CapturedEvent } from "@hedgerow/core/events/CapturedEvent"
import type { Person } from "@hedgerow/core/persons/Person"
import { distinctIdsOf } from "@hedgerow/core/persons/PersonEvents"
import { type PersonOutcome, processPersons } from "@hedgerow/core/persons/PersonProcessing"
import { Effect } from "effect"
import { project } from "./CapturedEvents.ts"

/** Stored persons, distinct ids and overrides: the least a repository does. */
export class PersonWorld {
  readonly persons = new Map<string, Person>()
  readonly owners = new Map<string, string>()
  readonly overrides = new Map<string, string>()

  run(...events: ReadonlyArray<CapturedEvent>): PersonOutcome {
    const snapshot = new Map(
      distinctIdsOf(events).flatMap((id) => {
        const person = this.personOf(id)
        return person === undefined ? [] : [[id, person] as const]
      })
    )
    const outcome = Effect.runSync(
      processPersons(project, snapshot, events, { maxBytes: Infinity, maxValues: Infinity })
    )
    this.#apply(outcome)
    return outcome
  }

  personOf(distinctId: string): Person | undefined {
    return this.persons.get(this.owners.get(distinctId) ?? "")
  }

  /** The owner of events with this person id. */
  ownerOf(personId: string): string {
    return this.overrides.get(personId) ?? personId
  }

  /** Everything stored, comparable. */
  state() {
    const persons = [...this.persons.values()].map(({ created_at, id, is_identified, properties, version }) => ({
      created_at,
      id,
      is_identified,
      properties: { ...properties },
      version
    }))
    const byText = (items: ReadonlyArray<object>) => items.map((item) => JSON.stringify(item)).sort()
    return { persons: byText(persons), owners: byText([...this.owners]), overrides: byText([...this.overrides]) }
  }

  #apply({ changes }: PersonOutcome): void {
    for (const person of changes.upserted) this.persons.set(person.id, person)
    for (const { distinctId, personId } of changes.assigned) this.owners.set(distinctId, personId)
    for (const { from, into } of changes.merged) {
      this.persons.delete(from)
      for (const [id, owner] of this.owners) if (owner === from) this.owners.set(id, into)
      this.#override(from, into)
    }
    for (const { from, into } of changes.overridden) this.#override(from, into)
  }

  #override(from: string, into: string): void {
    for (const [old, target] of this.overrides) if (target === from) this.overrides.set(old, into)
    this.overrides.set(from, into)
  }
}
