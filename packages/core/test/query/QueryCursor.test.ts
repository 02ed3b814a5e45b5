import { assert, it } from "@effect/vitest"
import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import type { AnswerSize } from "@hedgerow/core/query/AnswerSize"
import { KnownCohorts } from "@hedgerow/core/query/KnownCohorts"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { Queries } from "@hedgerow/core/query/Queries"
import { engineOf } from "@hedgerow/core/query/QueryCursor"
import { QueryEngine, type QueryOptions } from "@hedgerow/core/query/QueryEngine"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { batchInSteps } from "@hedgerow/core/query/RowBatches"
import { selectPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import { scalar } from "@hedgerow/sql/types/SqlType"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Duration, Effect, Layer, Stream } from "effect"
import { makeProject } from "./sql/PlanText.ts"

const text = scalar("String")

const plan = selectPlan([{ name: "text", expr: { _tag: "Literal", value: "a", type: text } }])
const options: QueryOptions = { timeout: Duration.seconds(1) }

/** An engine that hands over one list of rows after the other, and remembers its work. */
const engineWith = (lists: ReadonlyArray<ReadonlyArray<Row>>) => {
  const work: Array<string> = []
  const engine = engineOf("Engine", (_, { isWhole }) =>
    Effect.gen(function*() {
      let index = 0
      work.push(isWhole ? "open whole" : "open")
      yield* Effect.addFinalizer(() => Effect.sync(() => work.push("close")))
      return {
        statement: "TEXT",
        next: Effect.sync(() => {
          work.push(`next ${index}`)
          const rows = lists[index++]
          return rows === undefined ? undefined : atOnce(batchInSteps(rows, [text]))
        }),
        summary: Effect.succeed({ rowsRead: 7, bytesRead: 9, warnings: ["late"] })
      }
    }))
  return { engine, work }
}

const run = (engine: QueryEngine["Service"], atMost?: AnswerSize) =>
  engine.run(plan, { ...options, ...atMost === undefined ? {} : { atMost } })

it.effect("an answer is collected whole, and ends its query", () =>
  Effect.gen(function*() {
    const { engine, work } = engineWith([[["a"]], [], [["b"], ["c"]]])
    assert.deepStrictEqual(yield* run(engine), {
      rows: [["a"], ["b"], ["c"]],
      statement: "TEXT",
      rowsRead: 7,
      bytesRead: 9,
      warnings: ["late"]
    })
    assert.deepStrictEqual(work, ["open", "next 0", "next 1", "next 2", "next 3", "close"])
  }))

it.effect("only an answer of few cells may be ready before its first row", () =>
  Effect.gen(function*() {
    for (const [rows, opened] of [[16_384, "open whole"], [16_385, "open"]] as const) {
      const { engine, work } = engineWith([[["a"]]])
      yield* run(engine, { rows, bytes: 100, cells: 100 })
      assert.strictEqual(work[0], opened)
    }
  }))

it.effect("an answer beyond the limit of rows, bytes or cells is not read to its end", () =>
  Effect.gen(function*() {
    const most = { rows: 100, bytes: 100, cells: 100 }
    for (const atMost of [{ ...most, rows: 2 }, { ...most, bytes: `[["a"],["b"]]`.length }, { ...most, cells: 2 }]) {
      const { engine, work } = engineWith([[["a"], ["b"]], [["c"]], [["d"]]])
      assert.strictEqual((yield* Effect.flip(run(engine, atMost)))._tag, "QueryTooLarge")
      assert.deepStrictEqual(work, ["open whole", "next 0", "next 1", "close"])
      assert.strictEqual((yield* run(engineWith([[["a"], ["b"]]]).engine, atMost)).rows.length, 2)
    }
  }))

it.effect("a stream asks for the next rows when they are taken, and ends its query when it is left", () =>
  Effect.gen(function*() {
    const { engine, work } = engineWith([[["a"]], [], [["b"]], [["c"]]])
    const pieces = yield* Stream.runCollect(Stream.take(engine.stream(plan, options), 3))
    assert.deepStrictEqual(pieces, [
      { _tag: "Columns", columns: [{ name: "text", type: text }], statement: "TEXT" },
      { _tag: "Batch", rows: [["a"]], bytes: 6 },
      { _tag: "Batch", rows: [["b"]], bytes: 6 }
    ])
    assert.deepStrictEqual(work, ["open", "next 0", "next 1", "next 2", "close"])
  }))

it.effect("a query of SQL has at most the bytes of the limit", () => {
  const { engine } = engineWith([[["four"], ["four"]]])
  const ask = Effect.flatMap(
    Queries,
    (queries) => queries.run(makeProject(), { query: { kind: "HogQLQuery", query: "select event from events" } })
  )
  const within = (maxBytes: number) =>
    ask.pipe(
      Effect.provide(
        Queries.layer.pipe(
          Layer.provide([
            Layer.succeed(QueryEngine, engine),
            QueryLog.layerNone,
            TypedProperties.layerNone,
            KnownActions.layerNone,
            KnownCohorts.layerNone
          ])
        )
      ),
      Effect.provideService(QueryLimits, { ...defaultLimits, maxBytes })
    )
  return Effect.gen(function*() {
    assert.strictEqual((yield* within(19)).results.length, 2)
    assert.strictEqual((yield* Effect.flip(within(18)))._tag, "QueryTooLarge")
  })
})
