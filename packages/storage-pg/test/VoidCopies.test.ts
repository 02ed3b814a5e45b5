import { assert, it } from "@effect/vitest"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const start = (isCaptured: boolean) =>
  Layer.fresh(PgStorage.layerDatabase).pipe(Layer.provide(Layer.succeed(CopiedElsewhere, isCaptured)))

it.live("a server that tells nobody of its changes makes whoever has copies copy everything again", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const snapshots = Effect.map(sql`SELECT FROM clickhouse_snapshots`, (rows) => rows.length)
    yield* sql`INSERT INTO clickhouse_snapshots (target, project_id, position, topic) VALUES ('here', 1, 1, 'groups')`
    yield* Effect.scoped(Layer.build(start(true)))
    assert.strictEqual(yield* snapshots, 1)
    yield* Effect.scoped(Layer.build(start(false)))
    assert.strictEqual(yield* snapshots, 0)
  }).pipe(Effect.provide(PgTest.layer)))
