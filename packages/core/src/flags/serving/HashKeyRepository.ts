import type { Effect } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import type { Uuid } from "../../shared/Uuid.ts"

/** The identifier that decides a person's rollout of one flag, also after their distinct id changes. */
export interface HashKey {
  readonly personId: Uuid
  readonly flagKey: string
  readonly hashKey: string
}

/**
 * Storage of the hash keys that keep a person's experience the same across a login. When persons are merged the keys move
 * to the one that stays, in the merge's own transaction; a key which that one has already is kept.
 */
export class HashKeyRepository extends Context.Service<HashKeyRepository, {
  /** The keys of these persons. */
  readonly find: (project: ProjectId, persons: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlyArray<HashKey>>
  /** Adds what is not there yet: of each person and flag the first key stays. Persons that do not exist get none. */
  readonly add: (project: ProjectId, keys: ReadonlyArray<HashKey>) => Effect.Effect<void>
}>()("@hedgerow/core/flags/serving/HashKeyRepository") {}
