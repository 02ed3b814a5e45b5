import { projectSecretKeyEntity, type ProjectSecretKeyId } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Projects' secrets in PostgreSQL. */
export const layer: Layer.Layer<ProjectSecretKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  ProjectSecretKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return ProjectSecretKeyRepository.of({
      ...yield* PgEntity.make(projectSecretKeyEntity),

      findBySecureValue: Effect.fn("PgProjectSecretKeyRepository.findBySecureValue")(
        keyBySecureValue(sql, projectSecretKeyEntity)
      ),

      markUsed: Effect.fn("PgProjectSecretKeyRepository.markUsed")(
        function*(project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) {
          yield* sql`UPDATE project_secret_keys SET last_used_at = ${DateTime.toDateUtc(at)}
            WHERE project_id = ${project} AND id = ${id}`
        },
        Effect.orDie
      )
    })
  })
)
