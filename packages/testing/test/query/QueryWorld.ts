import { assert } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Gate, makeGate } from "./GatedEngine.ts"

type Body = Readonly<Record<string, unknown>>

/** The body of a request for SQL. */
export const select = (sql: string, more: Body = {}): Body => ({
  query: { kind: "ServiceSqlQuery", query: sql },
  ...more
})

const makeWorld = Effect.gen(function*() {
  const api = yield* TestApi
  const url = `/api/projects/${api.project.id}/query/`
  const call = Effect.fnUntraced(function*(method: string, path: string, body?: Body) {
    const init = body === undefined
      ? { method, headers: { authorization: `Bearer ${api.key}` } }
      : { method, body: JSON.stringify(body) }
    const response = yield* api.request(path, init)
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, headers: new Map(response.headers), body: text === "" ? {} : JSON.parse(text) }
  })
  const ask = (body: Body) => call("POST", url, body)
  const poll = (id: string, query = "") => call("GET", `${url}${encodeURIComponent(id)}/${query}`)
  const cancel = (id: string) => call("DELETE", `${url}${encodeURIComponent(id)}/`)
  const statusOf = (id: string) => Effect.map(poll(id), ({ body }) => body.query_status)
  const untilOver = Effect.fnUntraced(function*(id: string) {
    for (let turn = 0; turn < 200; turn++) {
      const status = yield* statusOf(id)
      if (status.complete) return status
      yield* TestClock.adjust("100 millis")
    }
    return assert.fail(`${id} does not end`)
  })
  const showLog = (id: string) => call("GET", `${url}${encodeURIComponent(id)}/log/`)
  return { api, ask, poll, cancel, showLog, statusOf, untilOver }
})

/** The rows of an answer as objects. */
export const rowsOf = (
  { columns, results }: {
    readonly columns: ReadonlyArray<string>
    readonly results: ReadonlyArray<ReadonlyArray<unknown>>
  }
): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  results.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))

/** Runs a test over an API whose query engine waits at a gate. */
export const inWorld = <E>(
  test: (
    world: Effect.Success<typeof makeWorld> & { gate: Gate }
  ) => Effect.Effect<void, E, DomainServices | StoragePorts>
) =>
  Effect.gen(function*() {
    const { gate, storage } = yield* makeGate
    yield* Effect.flatMap(makeWorld, (world) => test({ ...world, gate })).pipe(Effect.provide(TestApi.layerOn(storage)))
  })

/** Lets fibers that wait for nothing but their turn go on. */
export const turns = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })
