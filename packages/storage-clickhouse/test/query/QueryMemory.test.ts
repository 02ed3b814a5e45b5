import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import type { Project, ProjectToken } from "@hedgerow/core/identity/Project"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { engineMemory, machineMemory, statementMemory } from "@hedgerow/storage-clickhouse/embedded/EngineMemory"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Fiber, FileSystem, Layer, Option } from "effect"
import * as ClickHouseTest from "../ClickHouseTest.ts"

const mebibyte = 1024 * 1024

/** All statements together. */
const memory = 512 * mebibyte

const engine = Layer.effect(
  EmbeddedClickHouse.EmbeddedClickHouse,
  Effect.gen(function*() {
    const directory = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "hedgerow-clickhouse-" })
    return yield* EmbeddedClickHouse.make({ directory, durable: false, memory })
  })
).pipe(Layer.provide(NodeServices.layer), Layer.orDie)

const clickhouse = Layer.mergeAll(Layer.orDie(Migrations.layerTables), CopyProgress.layerNothingReported).pipe(
  Layer.provideMerge(ClickHouseTest.database),
  Layer.provideMerge(engine)
)

const storage = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(ClickHouseEventStore.layer, ClickHouseQueryEngine.layer)),
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provideMerge(Layer.mergeAll(clickhouse, PgTest.layer))
)

/** Texts that hold memory in one function, one cell, one state, one join or one answer. */
const attacks: ReadonlyArray<string> = [
  "select arrayFold((a, x) -> concat(a, a), range(60), 'x')",
  "select arrayFold((a, x) -> arrayConcat(a, a), range(60), [1])",
  "select arrayMap(x -> arrayMap(y -> concat(toString(x), toString(y)), range(5000)), range(5000))",
  "select arrayMap(x -> arrayMap(y -> repeat('x', 1000), range(1000)), range(1000))",
  "select length(groupArray(repeat('x', 100000 + number))) from numbers(100000)",
  "select groupUniqArray(concat(toString(number), repeat('x', 1000))) from numbers(1000000)",
  "select sum(length(a.t) + length(b.t)) from (select number as n, repeat('x', 1000) as t from numbers(1000000)) as a join (select number as n, repeat('y', 1000) as t from numbers(1000000)) as b on a.n = b.n",
  "select concat(a, a, a, a, a, a, a, a) as b, concat(b, b, b, b, b, b, b, b) as c, concat(c, c, c, c, c, c, c, c) as d, length(concat(d, d, d, d, d, d, d, d)) from (select repeat('x', 1000000) as a)",
  "select groupArray(leftPad(toString(number), 10000, 'y')) from numbers(100000)",
  "with recursive r as (select 1 as n, 'x' as t union all select n + 1 as n, concat(t, t) as t from r where n < 60) select max(length(t)) from r"
]

/** Larger than what one statement may hold at once as its whole answer: it leaves the engine block by block. */
const large = "select number, repeat('x', 600 + number % 7) as t from numbers(50000) limit 50000"

/** Texts that are answered within the memory of one statement. */
const modest: ReadonlyArray<string> = [
  large,
  "select length(ngrams(repeat('a', 100000), 3))",
  "select max(length(ngrams(concat(repeat('é', 100000), toString(number)), 8))) from numbers(2)"
]

const ask = (project: Project, sql: string) =>
  Effect.flatMap(
    QueryExecution,
    (execution) =>
      Effect.scoped(execution.ask({ project, user: null }, {
        refresh: "force_blocking",
        query: { kind: "ServiceSqlQuery", query: sql }
      }))
  )

/** The outcome of an attack: the limit that ended it. */
const limitOf = (project: Project, sql: string) =>
  Effect.matchEffect(ask(project, sql), {
    onFailure: (failure) =>
      Effect.succeed(failure._tag === "QueryTooLarge" ? `${failure.limit} ${failure.most}` : `${failure._tag}: ${sql}`),
    onSuccess: () => Effect.succeed(`answered: ${sql}`)
  })

const expected = (sql: string): string =>
  modest.includes(sql) ? `answered: ${sql}` : `memory ${statementMemory(memory)}`

const makeProjects = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const { id: _, ...fields } = project
  const api_token = "phc_other" as ProjectToken
  const other = yield* (yield* ProjectRepository).insert({ ...fields, uuid: yield* makeUuid7, api_token })
  return [project, other] as const
})

describe("the memory of the machine", () => {
  it("is that of the control group where that is less", () => {
    assert.strictEqual(machineMemory(8_000, 0), 8_000)
    assert.strictEqual(machineMemory(8_000, 2_000), 2_000)
    assert.strictEqual(machineMemory(8_000, 2 ** 63), 8_000)
  })

  it("is shared: a third for statements, and never less than a third of a GiB", () => {
    assert.strictEqual(engineMemory(24 * 1024 * mebibyte), 8 * 1024 * mebibyte)
    assert.strictEqual(engineMemory(256 * mebibyte), Math.floor(1024 * mebibyte / 3))
  })
})

layer(Layer.fresh(Domain.layer.pipe(Layer.provideMerge(storage))), { excludeTestServices: true })(
  "queries that want all memory",
  (it) => {
    it.effect("are bounded together too, whatever each of them may hold", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const sql = "SELECT length(arrayFold((a, x) -> concat(a, a), range(60), 'x'))"
        const refused = yield* Effect.flip(clickhouse.query({ sql }))
        assert.include(refused.message, "User memory limit exceeded")
        assert.deepStrictEqual((yield* clickhouse.query({ sql: "SELECT 1" })).rows, [[1]])
      }))

    it.effect(
      "end by that limit, one by one and eight at once, while a neighbour is answered and the engine lives",
      () =>
        Effect.gen(function*() {
          const [project, neighbour] = yield* makeProjects
          const engine = yield* EmbeddedClickHouse.EmbeddedClickHouse
          const pid = yield* engine.pid
          const small = Effect.map(
            ask(neighbour, "select count() from numbers(1000)"),
            ({ json }) => json.text.includes("\"results\":[[1000]]")
          )
          const asked = [...attacks, ...modest]
          const alone = yield* Effect.forEach(asked, (sql) => limitOf(project, sql))
          assert.deepStrictEqual(alone, asked.map(expected))
          const answers: Array<boolean> = []
          const asking = yield* Effect.forkChild(Effect.forever(Effect.map(small, (isSo) => answers.push(isSo))))
          const atOnce = (texts: ReadonlyArray<string>) =>
            Effect.forEach(texts, (sql) => limitOf(project, sql), { concurrency: "unbounded" })
          const doubling = Array.from({ length: 8 }, (_, n) => attacks[0]?.replace("60", String(60 + n)) ?? "")
          assert.deepStrictEqual(yield* atOnce(doubling), doubling.map(expected))
          assert.deepStrictEqual(yield* atOnce(attacks), attacks.map(expected))
          assert.isUndefined(asking.pollUnsafe())
          yield* Fiber.interrupt(asking)
          assert.isAbove(answers.length, 0)
          assert.isTrue(answers.every((isSo) => isSo))
          assert.strictEqual(yield* engine.pid, pid)
        }),
      120_000
    )
  }
)
