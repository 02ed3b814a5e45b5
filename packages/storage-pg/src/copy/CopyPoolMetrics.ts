import { readGauge } from "@hedgerow/core/shared/Measuring"
import { Effect } from "effect"
import type { Scope } from "effect"

/** The numbers that node-postgres has of a pool. */
interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max?: number | undefined }
}

const attributes = { pool: "copy" }

/** Shows the pool that writes events as gauges. */
export const observePool = (pool: PoolCounts): Effect.Effect<void, never, Scope.Scope> =>
  Effect.all([
    readGauge(
      "hedgerow_postgres_pool_connections",
      { description: "Open connections of the pool", attributes },
      () => pool.totalCount
    ),
    readGauge(
      "hedgerow_postgres_pool_idle_connections",
      { description: "Open connections of the pool that nothing uses", attributes },
      () => pool.idleCount
    ),
    readGauge(
      "hedgerow_postgres_pool_waiting",
      { description: "Callers that wait for a connection of the pool", attributes },
      () => pool.waitingCount
    ),
    readGauge(
      "hedgerow_postgres_pool_max_connections",
      { description: "Connections the pool opens at most", attributes },
      () => pool.options.max ?? 0
    )
  ], { discard: true })
