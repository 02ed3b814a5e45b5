import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Where changes are not captured, copies that were made earlier fall behind: their snapshots are removed, so that they
 * are made again. To be built before the first change.
 */
export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effectDiscard(
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* CopiedElsewhere)) yield* Effect.orDie(sql`DELETE FROM clickhouse_snapshots`)
  })
)
