import {
  ProjectSecretKey,
  projectSecretKeyEntity,
  type ProjectSecretKeyId
} from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type DateTime, Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Projects' secrets in memory. */
export const layer: Layer.Layer<ProjectSecretKeyRepository, never, MemoryDatabase> = Layer.effect(
  ProjectSecretKeyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    const keys = yield* MemoryEntity.make(projectSecretKeyEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(database, projectSecretKeyEntity, keys)
    return ProjectSecretKeyRepository.of({
      ...keys,
      insert,
      update,
      findBySecureValue,
      markUsed: Effect.fn("ProjectSecretKeyRepository.markUsed")(
        (project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) =>
          database.operation((state) => {
            const table = state.entities(projectSecretKeyEntity, project)
            const key = table.rows.get(id)
            if (key !== undefined) table.put(new ProjectSecretKey({ ...key, last_used_at: at }))
          })
      )
    })
  })
)
