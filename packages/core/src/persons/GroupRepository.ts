import type { Effect } from "effect"
import { Context } from "effect"
import type { PropertyBounds } from "../events/CaptureLimits.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { CopiedChange } from "../replication/CopiedChange.ts"
import type { Group } from "./Group.ts"
import type { TooMuchKnown } from "./KnownProperties.ts"

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
