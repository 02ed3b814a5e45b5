import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "./Project.ts"
import type { ProjectSecretKey, ProjectSecretKeyId } from "./ProjectSecretKey.ts"

/** Storage of projects' secrets. What takes a project touches no other project's. */
export class ProjectSecretKeyRepository extends Context.Service<ProjectSecretKeyRepository, {
  readonly insert: (key: ProjectSecretKey) => Effect.Effect<void>
  /** The one look-up without a project: the value tells whose it is. */
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<ProjectSecretKey>>
  readonly find: (project: ProjectId, id: ProjectSecretKeyId) => Effect.Effect<Option.Option<ProjectSecretKey>>
  /** By creation, oldest first. */
  readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<ProjectSecretKey>>
  /** Replaces label, value, mask, scopes and time of rolling of the project's key with this id. */
  readonly update: (key: ProjectSecretKey) => Effect.Effect<void>
  readonly remove: (project: ProjectId, id: ProjectSecretKeyId) => Effect.Effect<void>
  readonly markUsed: (project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) => Effect.Effect<void>
}>()("@hedgerow/core/access/ProjectSecretKeyRepository") {}
