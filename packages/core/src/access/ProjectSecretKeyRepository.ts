import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { ProjectSecretKey, ProjectSecretKeyId } from "./ProjectSecretKey.ts"

interface Uses {
  /** The one look-up without a project: the value identifies its project. */
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<ProjectSecretKey>>
  readonly markUsed: (project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) => Effect.Effect<void>
}

/** Storage of projects' secrets. Values are unique over all projects. */
export class ProjectSecretKeyRepository
  extends Context.Service<ProjectSecretKeyRepository, EntityRepository<ProjectSecretKey> & Uses>()(
    "@hedgerow/core/access/ProjectSecretKeyRepository"
  )
{}
