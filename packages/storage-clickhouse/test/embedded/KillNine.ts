import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Duration, Effect, Schedule } from "effect"
import { clientOf, temporary } from "./Engines.ts"

const writers = 3
const rowsPerInsert = 200

const rowsOf = (writer: number, insert: number): string =>
  Array.from({ length: rowsPerInsert }, (_, n) => `${writer}\t${insert}\t${n}\n`).join("")

/** Tests that inserts survive that number of kills of the engine. */
export const killsInInserts = (rounds: number) =>
  it.live(
    "an engine that is killed while it inserts loses nothing it acknowledged and doubles nothing sent again",
    () =>
      Effect.gen(function*() {
        const engine = yield* EmbeddedClickHouse.make({
          directory: yield* temporary,
          longestPause: Duration.seconds(1)
        })
        const clickhouse = yield* clientOf(engine)
        yield* clickhouse.command({
          sql:
            `CREATE TABLE written (writer UInt8, insert UInt32, n UInt32) ENGINE = MergeTree ORDER BY (writer, insert, n)
          SETTINGS non_replicated_deduplication_window = 1000`
        })
        const acknowledged = Array.from({ length: writers }, () => 0)
        const broken = { count: 0 }
        const write = (writer: number, insert: number) =>
          clickhouse.insert("written", ["writer", "insert", "n"], [rowsOf(writer, insert)], {
            deduplicationToken: `${writer}-${insert}`
          }).pipe(
            Effect.tapError(() => Effect.sync(() => broken.count += 1)),
            Effect.retry({
              while: (error) => error._tag === "ClickHouseUnavailable",
              schedule: Schedule.spaced("30 millis")
            }),
            Effect.andThen(Effect.sync(() => acknowledged[writer] = insert + 1))
          )
        const writer = (id: number) =>
          Effect.gen(function*() {
            for (let insert = 0;; insert++) yield* write(id, insert)
          })
        const killAgainAndAgain = Effect.gen(function*() {
          for (let round = 0; round < rounds; round++) {
            const before = acknowledged.reduce((sum, inserts) => sum + inserts, 0)
            yield* Effect.repeat(Effect.sync(() => acknowledged.reduce((sum, inserts) => sum + inserts, 0)), {
              until: (now) => now > before + 5 + round,
              schedule: Schedule.spaced("3 millis")
            })
            process.kill(yield* engine.pid, "SIGKILL")
          }
        })
        yield* Effect.raceFirst(
          killAgainAndAgain,
          Effect.forEach(acknowledged, (_, id) => writer(id), { concurrency: "unbounded" })
        )
        const sql =
          "SELECT writer, insert, count(), uniqExact(n) FROM written GROUP BY writer, insert ORDER BY writer, insert"
        const { rows } = yield* clickhouse.query({ sql }).pipe(
          Effect.retry({ times: 300, schedule: Schedule.spaced("100 millis") })
        )
        assert.isAbove(broken.count, 0)
        for (const [, , count, distinct] of rows) {
          assert.deepStrictEqual([count, distinct], [String(rowsPerInsert), String(rowsPerInsert)])
        }
        acknowledged.forEach((inserts, id) => {
          const written = rows.filter(([writer]) => writer === id).map(([, insert]) => insert)
          assert.includeOrderedMembers(written, Array.from({ length: inserts }, (_, insert) => insert))
        })
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
