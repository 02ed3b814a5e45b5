import { assert, it } from "@effect/vitest"
import { Migrations, PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const client = Layer.fresh(PgDatabase.layerClient)

it.effect("four servers that start at once on an empty database migrate it once", () =>
  Effect.gen(function*() {
    const applied = yield* Effect.all(
      Array.from({ length: 4 }, () => Migrations.migrate.pipe(Effect.provide(client))),
      { concurrency: "unbounded" }
    )
    const sizes = applied.map((migrations) => migrations.length).sort((a, b) => a - b)
    assert.deepStrictEqual(sizes.slice(0, 3), [0, 0, 0])
    assert.isAbove(sizes[3] ?? 0, 0)
  }).pipe(Effect.provide(PgTest.layerEmpty)))

it.effect("rows that went to the default partition move to their month when it is made", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO events SELECT 1, gen_random_uuid(), 'e', 'd', gen_random_uuid(), 'full', t, null, t, t, '{}',
      '{}', '{}', null, '', '', '', '', '', '', '', '', ''
      FROM unnest(ARRAY['2026-11-30 23:59:59.999999Z', '2026-12-01Z', '2026-12-31 23:59:59Z', '2027-01-01Z']::timestamptz[]) t`
    yield* sql`SELECT ensure_events_partition(2026, 12)`
    yield* sql`SELECT ensure_events_partition(2026, 12)`
    const rows = yield* sql`SELECT tableoid::regclass::text AS partition, count(*)::int4 AS n FROM events
      GROUP BY 1 ORDER BY tableoid::regclass::text`
    assert.deepStrictEqual(rows, [{ partition: "events_default", n: 2 }, { partition: "events_y2026m12", n: 2 }])
  }).pipe(Effect.provide(PgTest.layer)))
