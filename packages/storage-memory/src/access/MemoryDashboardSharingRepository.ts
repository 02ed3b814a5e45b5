import { dashboardSharingEntity } from "@hedgerow/core/sharing/DashboardSharing"
import { DashboardSharingRepository } from "@hedgerow/core/sharing/DashboardSharingRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { keysBySecureValue } from "../entities/KeysBySecureValue.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Links of dashboards in memory. */
export const layer: Layer.Layer<DashboardSharingRepository, never, MemoryDatabase> = Layer.effect(
  DashboardSharingRepository,
  Effect.gen(function*() {
    const rows = yield* MemoryEntity.make(dashboardSharingEntity)
    const { findBySecureValue, insert, update } = keysBySecureValue(yield* MemoryDatabase, dashboardSharingEntity, rows)
    return DashboardSharingRepository.of({ ...rows, insert, update, findBySecureValue })
  })
)
