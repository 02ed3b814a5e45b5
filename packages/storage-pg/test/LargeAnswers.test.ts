import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call, cells, type Named, onPg, parse, readBack, sqlNode } from "./LargeAnswers.ts"

it.live("an answer of 17 MiB is kept, and every route that shows it reads it back", () =>
  Effect.provide(readBack(17), onPg))

it.live("an answer of 63 MiB is kept, and the same query is answered with it", () =>
  Effect.gen(function*() {
    const query = sqlNode(cells(63))
    const texts = [yield* call("query/", { query }), yield* call("query/", { query })]
    const [first, again] = texts.map((text) => text.slice(text.indexOf("\"results\"")))
    assert.isTrue(texts[1]?.startsWith("{\"is_cached\":true"))
    assert.isTrue(first === again)
  }).pipe(Effect.provide(onPg)))

const chartOf = Effect.fnUntraced(function*(sql: string) {
  const chart = { display: "ActionsLineGraph", chartSettings: { xAxis: { column: "n" }, yAxis: [{ column: "n" }] } }
  const query = { kind: "DataVisualizationNode", source: sqlNode(sql), ...chart }
  yield* call("query/", { query })
  const { id } = parse(yield* call("insights/", { name: "Large", query })) as Named
  const { project, request } = yield* TestApi
  const response = yield* request(`/api/projects/${project.id}/insights/${id}/chart.svg`)
  return { status: response.status, text: yield* Effect.promise(() => response.text()) }
})

it.live("a cached answer of 17 MiB is drawn with its names cut; one of too many names says that it is too large", () =>
  Effect.gen(function*() {
    const drawn = yield* chartOf(cells(17))
    assert.deepStrictEqual([drawn.status, drawn.text.slice(0, 4)], [200, "<svg"])
    const many = "select concat(toString(number), repeat('x', 600)) as a, number as n from numbers(9000) limit 9000"
    const refused = yield* chartOf(many)
    assert.include(refused.text, "\"code\":\"too_long\"")
    assert.strictEqual(refused.status, 400)
  }).pipe(Effect.provide(onPg)))

it.live("events of 950 kB leave PostgreSQL as rows of one and of many megabytes, and as one cell of all", () =>
  Effect.gen(function*() {
    const { capture, query } = yield* TestApi
    const text = "ü".repeat(475_000)
    const events = Array.from(
      { length: 20 },
      (_, n) => ({ event: "large", distinct_id: `u${n}`, properties: { text } })
    )
    for (const event of events) yield* capture(event)
    const texts = Array.from({ length: 20 }, (_, n) => `properties.text as t${n}`).join(", ")
    const wanted = [
      ["select properties.text from events", 20],
      [`select ${texts} from events limit 1`, 20],
      ["select groupArray(properties.text) from events", 20]
    ] as const
    for (const [sql, count] of wanted) {
      for (const _ of ["computed", "kept"]) {
        const cells = (yield* query(sql)).flat(2)
        assert.deepStrictEqual([cells.length, cells.every((cell) => cell === text)], [count, true], sql)
      }
    }
  }).pipe(Effect.provide(onPg)))

it.live("a record whose numbers have more digits in PostgreSQL than in its body is read back", () =>
  Effect.gen(function*() {
    const values = { many: Array.from({ length: 60_000 }, () => 1e308) }
    const query = { ...sqlNode("select 1"), values }
    const { id } = parse(yield* call("insights/", { name: "Digits", query })) as Named
    const read = parse(yield* call(`insights/${id}/`)) as { readonly query: { readonly values: typeof values } }
    assert.deepStrictEqual(read.query.values, values)
    yield* call(`insights/${id}/activity/`)
  }).pipe(Effect.provide(onPg)))
