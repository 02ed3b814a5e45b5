import { assert, it } from "@effect/vitest"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Logger } from "effect"
import { call, type Definition } from "../definitions/Call.ts"

const list = (value: unknown) => value as ReadonlyArray<Definition>

/** A stored query whose result has some 80,000 bytes in 27,000 characters, which is kept. */
const makeInsight = Effect.fnUntraced(function*(name: string, dashboards: ReadonlyArray<unknown>) {
  const query = { kind: "ServiceSqlQuery", query: `select '${name}', repeat('漢', 27000)` }
  yield* call("POST", "query/", { query })
  yield* call("POST", "insights/", { name, query, dashboards })
})

const withRoom = TestApi.layer.pipe(
  Layer.provideMerge(Layer.succeed(QueryLimits, { ...defaultLimits, maxBytes: 200_000 }))
)

it.effect("a list and a dashboard have results as large as one answer may be; the others are left out by name", () =>
  Effect.gen(function*() {
    const { body: { id } } = yield* call("POST", "dashboards/", { name: "Board" })
    for (const name of ["a", "b", "c"]) yield* makeInsight(name, [id])
    const { body: page } = yield* call("GET", "insights/?refresh=false")
    const shown = list(page["results"])
    assert.deepStrictEqual(shown.map(({ result }) => result === null), [false, false, true])
    for (const { id: one } of shown) {
      assert.lengthOf(list((yield* call("GET", `insights/${String(one)}/`)).body["result"]), 1)
    }
    const { body: dashboard } = yield* call("GET", `dashboards/${String(id)}/`)
    const codes = list(dashboard["tiles"]).map(({ error }) => (error as Definition | null)?.["code"] ?? null)
    assert.deepStrictEqual([codes.length, codes.filter((code) => code !== null)], [3, ["answer_too_large"]])
  }).pipe(Effect.provide(withRoom)))

/** A statement whose answer has more than half of the bytes that one answer may have; the end is a text of its own. */
const large = (end: string) => ({
  kind: "ServiceSqlQuery",
  query: `select repeat('x', 50000) || '${end}' from numbers(130) limit 130`
})

const withNineMegabytes = TestApi.layer.pipe(
  Layer.provideMerge(Layer.succeed(QueryLimits, { ...defaultLimits, maxBytes: 9_000_000 }))
)

it.live("of a dashboard's large answers those are computed that find room; who asks for another one has it", () =>
  Effect.gen(function*() {
    const { body: { id } } = yield* call("POST", "dashboards/", { name: "Board" })
    const ends = ["a", "b", "c", "d"]
    for (const name of ends) yield* call("POST", "insights/", { name, query: large(name), dashboards: [id] })
    const asked = ends.map((end) => call("POST", "query/", { query: large(end) }))
    const shown = call("GET", `dashboards/${String(id)}/?refresh=force_blocking`)
    const [dashboard, ...answers] = yield* Effect.all([shown, ...asked], { concurrency: "unbounded" })
    const codes = list(dashboard.body["tiles"]).map(({ error }) => (error as Definition | null)?.["code"] ?? null)
    const refused = codes.filter((code) => code === "answer_too_large")
    assert.deepStrictEqual([refused.length, codes.length], [3, 4])
    assert.deepStrictEqual(
      answers.map(({ body, status }) => [status, list(body["results"]).length]),
      ends.map(() => [200, 130])
    )
  }).pipe(Effect.provide(withNineMegabytes)))

const damaged = Layer.effect(
  QueryResultRepository,
  Effect.map(QueryResultRepository, (results) => ({ ...results, find: () => Effect.die(new Error("a page is torn")) }))
).pipe(Layer.provideMerge(MemoryStorage.layer))

it.effect("a cached answer that cannot be read is computed anew, and the log says why", () =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void logged.push(`${String(message)} ${String(cause)}`))
    yield* Effect.gen(function*() {
      const query = { kind: "ServiceSqlQuery", query: "select 1" }
      for (const _ of ["first", "second"]) {
        const { body, status } = yield* call("POST", "query/", { query })
        assert.deepStrictEqual([status, body["is_cached"], body["results"]], [200, false, [[1]]])
      }
      const { body } = yield* call("POST", "insights/", { name: "One", query })
      assert.isNull(body["result"])
    }).pipe(Effect.provide(TestApi.layerOn(damaged).pipe(Layer.provideMerge(Logger.layer([logger])))))
    assert.isTrue(logged.some((text) => /A cached answer cannot be read.*a page is torn/s.test(text)), logged.join())
  }))
