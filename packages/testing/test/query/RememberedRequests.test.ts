import { assert, it } from "@effect/vitest"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { sqlQuery } from "@hedgerow/core/query/kinds/sql/SqlKind"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/** SQL that counts how often one of its nodes is read. */
const makeCounting = () => {
  const counting = {
    reads: 0,
    kind: answerable({
      ...sqlQuery,
      decode: (...asked) =>
        Effect.suspend(() => {
          counting.reads++
          return sqlQuery.decode(...asked)
        })
    })
  }
  return counting
}

const bodyOf = (query: string, variables?: object) =>
  JSON.stringify({ query: { kind: "ServiceSqlQuery", query, ...(variables === undefined ? {} : { variables }) } })

const ask = Effect.fnUntraced(function*(body: string) {
  const { request } = yield* TestApi
  const response = yield* request("/api/projects/1/query/", { method: "POST", body })
  return yield* Effect.promise(() => response.json() as Promise<Readonly<Record<string, unknown>>>)
})

const inApi = (counting: ReturnType<typeof makeCounting>) =>
  Effect.provide(Layer.provide(TestApi.layer, Layer.succeed(QueryKinds, [counting.kind])))

it.effect("a request is read once as long as its text, the project and the types of properties are the same", () => {
  const counting = makeCounting()
  return Effect.gen(function*() {
    const { capture, request } = yield* TestApi
    const body = bodyOf("SELECT now(), 1")
    const first = yield* ask(body)
    assert.strictEqual((yield* ask(body))["cache_key"], first["cache_key"])
    assert.strictEqual(counting.reads, 1)
    yield* ask(bodyOf("SELECT 2"))
    assert.strictEqual(counting.reads, 2)

    yield* capture({ event: "paid", distinct_id: "ann", properties: { amount: 12.5 } })
    yield* ask(body)
    assert.strictEqual(counting.reads, 3)

    const patched = yield* request("/api/projects/1/", {
      method: "PATCH",
      body: JSON.stringify({ timezone: "Asia/Tokyo" })
    })
    assert.strictEqual(patched.status, 200)
    assert.notStrictEqual((yield* ask(body))["cache_key"], first["cache_key"])
    assert.strictEqual(counting.reads, 4)
  }).pipe(inApi(counting))
})

it.effect("a request that names variables, or cannot be read, is read each time", () => {
  const counting = makeCounting()
  return Effect.gen(function*() {
    const withVariable = bodyOf("SELECT {variables.n}", { a: { variableId: "a", code_name: "n", value: 1 } })
    const broken = JSON.stringify({ query: { kind: "ServiceSqlQuery", query: 1, unknown: true } })
    const attrs: Array<unknown> = []
    for (const body of [withVariable, withVariable, broken, broken]) attrs.push((yield* ask(body))["errors"])
    assert.strictEqual(counting.reads, 4)
    assert.lengthOf(attrs[2] as ReadonlyArray<unknown>, 2)
    assert.deepStrictEqual(attrs[3], attrs[2])
  }).pipe(inApi(counting))
})

const ofActions: ReadonlyArray<readonly [name: string, query: object, found: (results: unknown) => unknown]> = [
  [
    "SQL",
    { kind: "ServiceSqlQuery", query: "SELECT count() FROM events WHERE matchesAction('Paid')" },
    (results) => (results as ReadonlyArray<ReadonlyArray<number>>)[0]?.[0]
  ],
  [
    "an insight about a period that has ended",
    {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: null }],
      dateRange: { date_from: "2020-01-01", date_to: "2020-01-02" },
      properties: [{ type: "hogql", key: "matchesAction('Paid')" }]
    },
    (results) => (results as ReadonlyArray<{ readonly count: number }>)[0]?.count
  ]
]

for (const [name, query, found] of ofActions) {
  it.effect(`${name} that names an action in SQL is another question once the action has changed`, () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2020-02-01T00:00:00Z"))
      const { capture, request } = yield* TestApi
      yield* capture({ event: "paid", distinct_id: "ann", timestamp: "2020-01-01T12:00:00Z" })
      const send = Effect.fnUntraced(function*(method: string, path: string, body: object) {
        const response = yield* request(`/api/projects/1/${path}`, { method, body: JSON.stringify(body) })
        return yield* Effect.promise(() => response.json() as Promise<Readonly<Record<string, unknown>>>)
      })
      const action = yield* send("POST", "actions/", { name: "Paid", steps: [{ event: "bought" }] })
      const counts: Array<unknown> = []
      const count = Effect.map(ask(JSON.stringify({ query })), (answer) => {
        counts.push([found(answer["results"]), answer["is_cached"]])
      })
      yield* count
      yield* count
      yield* send("PATCH", `actions/${String(action["id"])}/`, { steps: [{ event: "paid" }] })
      yield* count
      assert.deepStrictEqual(counts, [[0, false], [0, true], [1, false]])
    }).pipe(Effect.provide(TestApi.layer)))
}
