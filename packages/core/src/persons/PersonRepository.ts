import type { Effect } from "effect"
import { Context } from "effect"
import type { PropertyBounds } from "../events/CaptureLimits.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { CopiedChange } from "../replication/CopiedChange.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { TooMuchKnown } from "./KnownProperties.ts"
import type { Person } from "./Person.ts"

/** The changes one batch of events makes to a project's persons; written together. */
export interface PersonChanges {
  /** New persons (by derived id) and persons whose fields changed. */
  readonly upserted: ReadonlyArray<Person>
  /** Distinct ids that now belong to a person: new ones, and ones moved by a merge. */
  readonly assigned: ReadonlyArray<{ readonly distinctId: string; readonly personId: Uuid }>
  /** Merged persons: removed, and every reference to `from` (overrides and remaining distinct ids) moved to `into`. */
  readonly merged: ReadonlyArray<{ readonly from: Uuid; readonly into: Uuid }>
  /** Ids of personless events of a distinct id that has since got a person: append-only overrides. */
  readonly overridden: ReadonlyArray<{ readonly from: Uuid; readonly into: Uuid }>
  /** Ids that mean their own person again: their overrides are removed, before others are added. */
  readonly returned: ReadonlyArray<Uuid>
}

/** A person and all of its distinct ids, by name. */
export interface KnownPerson {
  readonly person: Person
  readonly distinctIds: ReadonlyArray<string>
}

/** Storage of persons, their distinct ids and the merge overrides (old person → person). */
export class PersonRepository extends Context.Service<PersonRepository, {
  /**
   * The persons of these distinct ids, by distinct id. Inside a `Transaction.run` the persons (and the distinct ids,
   * known or not) stay locked against other writers until it ends; a conflicting writer makes it retry. It fails before
   * it has read much more of their properties than the bounds allow.
   */
  readonly lockByDistinctIds: (
    project: ProjectId,
    distinctIds: ReadonlyArray<string>,
    bounds?: PropertyBounds
  ) => Effect.Effect<ReadonlyMap<string, Person>, TooMuchKnown>
  readonly findByDistinctId: (project: ProjectId, distinctId: string) => Effect.Effect<Person | undefined>
  /** The persons of these distinct ids, by distinct id, as they are now; a text that cannot be stored has none. */
  readonly findByDistinctIds: (
    project: ProjectId,
    distinctIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, Person>>
  readonly distinctIdsOf: (project: ProjectId, person: Uuid) => Effect.Effect<ReadonlyArray<string>>
  /** Every person there is, in parts: the first ones with an id above `after`, by id. */
  readonly page: (
    project: ProjectId,
    after: Uuid | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<KnownPerson>>
  /** Those of these ids that exist, by id. */
  readonly findByIds: (project: ProjectId, ids: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlyArray<KnownPerson>>
  readonly count: (project: ProjectId) => Effect.Effect<number>
  /** The ids under which events of these persons were recorded: their own, and those of persons merged into them. */
  readonly recordedAs: (project: ProjectId, ids: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlyArray<Uuid>>
  /** The persons that events recorded under these ids belong to by now, by id; an id of nobody has none. */
  readonly ownersOf: (project: ProjectId, ids: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlyMap<Uuid, Uuid>>
  /**
   * Removes persons with all that refers to them: distinct ids, merges into them, memberships of cohorts and keys of
   * flags. An id that nobody has is left out.
   */
  readonly remove: (project: ProjectId, ids: ReadonlyArray<Uuid>) => CopiedChange
  /** All of the changes, or none. */
  readonly apply: (project: ProjectId, changes: PersonChanges) => CopiedChange
}>()("@hedgerow/core/persons/PersonRepository") {}
