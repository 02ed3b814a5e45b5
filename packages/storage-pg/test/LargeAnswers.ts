import { assert } from "@effect/vitest"
import { PgStorage } from "@hedgerow/storage-pg"
import { TestApi } from "@hedgerow/testing"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"

/** Every part of the server but the process, on PostgreSQL, with the events in it too. */
export const onPg: Layer.Layer<TestApi> = TestApi.layerOn(
  PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))
).pipe(Layer.orDie)

const mebibyte = 1024 * 1024

/** The text of the answer to a request, which must succeed. */
export const call = Effect.fnUntraced(function*(path: string, body?: unknown, method = "POST") {
  const { project, request } = yield* TestApi
  const init = body === undefined ? {} : { method, body: JSON.stringify(body) }
  const response = yield* request(`/api/projects/${project.id}/${path}`, init)
  const text = yield* Effect.promise(() => response.text())
  assert.isBelow(response.status, 300, `${path}: ${text.slice(0, 300)}`)
  return text
})

/** SQL whose answer has about that number of mebibytes, in cells of 20 kB. */
export const cells = (mebibytes: number): string => {
  const rows = Math.floor(mebibytes * mebibyte / 20_010)
  return `select repeat('x', 20000) as a, number as n from numbers(${rows}) limit ${rows}`
}

export const sqlNode = (query: string) => ({ kind: "ServiceSqlQuery", query })

interface Answered {
  readonly results: ReadonlyArray<unknown>
  readonly is_cached: boolean
}

export const parse = (text: string): unknown => JSON.parse(text)

interface Status {
  readonly query_status: { readonly complete: boolean; readonly results: Answered | null }
}

/** The rows of a run in the background, once it has ended: each round asks the server. */
const polled = Effect.fnUntraced(function*(id: string) {
  while (true) {
    const { query_status: { complete, results } } = parse(yield* call(`query/${id}/`)) as Status
    if (complete) return results?.results
  }
})

export interface Named {
  readonly id: number
}

interface Shown extends Named {
  readonly result: ReadonlyArray<unknown> | null
}

const sameRows = (rows: ReadonlyArray<unknown> | null | undefined, expected: ReadonlyArray<unknown>) =>
  assert.isTrue(JSON.stringify(rows) === JSON.stringify(expected))

/** Caches an answer of that number of mebibytes, and reads it back by every route that shows it. */
export const readBack = Effect.fnUntraced(function*(size: number) {
  const query = sqlNode(cells(size))
  const first = parse(yield* call("query/", { query })) as Answered
  const rows = first.results
  const again = parse(yield* call("query/", { query })) as Answered
  assert.deepStrictEqual([first.is_cached, again.is_cached, rows.length > 700], [false, true, true])
  sameRows(again.results, rows)

  const { id } = parse(yield* call("insights/", { name: "Large", query })) as Named
  sameRows((parse(yield* call(`insights/${id}/`)) as Shown).result, rows)
  const list = parse(yield* call("insights/?refresh=false")) as { readonly results: ReadonlyArray<Shown> }
  sameRows(list.results.find((one) => one.id === id)?.result, rows)

  const dashboard = parse(yield* call("dashboards/", { name: "Board" })) as Named
  yield* call(`insights/${id}/`, { dashboards: [dashboard.id] }, "PATCH")
  const { tiles } = parse(yield* call(`dashboards/${dashboard.id}/`)) as {
    readonly tiles: ReadonlyArray<{ readonly insight: Shown }>
  }
  sameRows(tiles[0]?.insight.result, rows)

  yield* call("query/", { query, refresh: "force_async", client_query_id: "large" })
  sameRows(yield* polled("large"), rows)
})
