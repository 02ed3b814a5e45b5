import type { Effect } from "effect"
import { Context } from "effect"
import type { PropertyBounds } from "../events/CaptureLimits.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { CopiedChange } from "../replication/CopiedChange.ts"
import type { Group } from "./Group.ts"
import type { TooMuchKnown } from "./KnownProperties.ts"

/** The groups of a list: those of a type whose keys have these texts in them, in any letter case. */
export interface GroupFilter {
  readonly index: GroupTypeIndex
  readonly texts: ReadonlyArray<string>
}

/** The side of a key on which a page of a list lies: after it, or before it. */
export interface GroupPlace {
  readonly side: "after" | "before"
  readonly key: string
}

/** Some groups of a list by key, and whether the list goes on in the direction in which it was read. */
export interface GroupPage {
  readonly groups: ReadonlyArray<Group>
  readonly hasMore: boolean
}

/** Storage of group types and groups. */
export class GroupRepository extends Context.Service<GroupRepository, {
  /** The project's group types by name. */
  readonly types: (project: ProjectId) => Effect.Effect<ReadonlyMap<string, GroupTypeIndex>>
  /** Gives each unknown name the next free index while there is one; answers all of the project's types. */
  readonly ensureTypes: (
    project: ProjectId,
    names: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, GroupTypeIndex>>
  /**
   * The asked groups that exist, locked inside a `Transaction.run`. It fails before it has read much more of their
   * properties than the bounds allow.
   */
  readonly lock: (
    project: ProjectId,
    keys: ReadonlyArray<{ readonly index: GroupTypeIndex; readonly key: string }>,
    bounds?: PropertyBounds
  ) => Effect.Effect<ReadonlyArray<Group>, TooMuchKnown>
  readonly find: (project: ProjectId, index: GroupTypeIndex, key: string) => Effect.Effect<Group | undefined>
  /**
   * Those of a list that are nearest to a place, or its first ones, by key: at most `limit`, and fewer where they have much
   * of properties, but one at least where there is one.
   */
  readonly list: (
    project: ProjectId,
    filter: GroupFilter,
    place: GroupPlace | undefined,
    limit: number
  ) => Effect.Effect<GroupPage>
  /**
   * Adds a group under a key that no group of the type has; answers whether it did. Of several at a time one does. Call it
   * inside a `Transaction.run` that goes on to `save` the group: a claim has no copies.
   */
  readonly claim: (project: ProjectId, group: Group) => Effect.Effect<boolean>
  /** Every group of a type, in parts: the first ones with a key above `after`, by key. */
  readonly page: (
    project: ProjectId,
    index: GroupTypeIndex,
    after: string | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Group>>
  readonly count: (project: ProjectId, index: GroupTypeIndex) => Effect.Effect<number>
  /** All of the groups, or none; of several with one key the last. */
  readonly save: (project: ProjectId, groups: ReadonlyArray<Group>) => CopiedChange
}>()("@hedgerow/core/persons/GroupRepository") {}
