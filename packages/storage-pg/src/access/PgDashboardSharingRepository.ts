import { dashboardSharingEntity } from "@hedgerow/core/sharing/DashboardSharing"
import { DashboardSharingRepository } from "@hedgerow/core/sharing/DashboardSharingRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keyBySecureValue } from "../entities/KeyBySecureValue.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Links of dashboards in PostgreSQL. */
export const layer: Layer.Layer<DashboardSharingRepository, never, SqlClient.SqlClient> = Layer.effect(
  DashboardSharingRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return DashboardSharingRepository.of({
      ...yield* PgEntity.make(dashboardSharingEntity),
      findBySecureValue: Effect.fn("PgDashboardSharingRepository.findBySecureValue")(
        keyBySecureValue(sql, dashboardSharingEntity)
      )
    })
  })
)
