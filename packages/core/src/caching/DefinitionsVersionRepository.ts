import type { Effect, Stream } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** The types of one project's properties, which are learnt from events: they change when no other definition does. */
export type PropertyTypesRealm = `property types of ${number}`

/**
 * The realm whose changes a version counts: one project's definitions (its settings, flags, …), the types of its
 * properties, or the installation's people: users, memberships, keys, organisations, and which projects and tokens there
 * are.
 */
export type Realm = ProjectId | PropertyTypesRealm | "installation"

/** Storage of the versions; they only grow. */
export class DefinitionsVersionRepository extends Context.Service<DefinitionsVersionRepository, {
  /** Raises the realm's version as part of the current transaction. */
  readonly bump: (realm: Realm) => Effect.Effect<void>
  /** The version as of the last commit; 0 for a realm that never changed. */
  readonly current: (realm: Realm) => Effect.Effect<number>
  /** Realms that any server has changed; "all" when some may have been missed. Only a hint. */
  readonly changes: Stream.Stream<Realm | "all">
}>()("@hedgerow/core/caching/DefinitionsVersionRepository") {}
