import { assert, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { call, type Definition } from "../definitions/Call.ts"

/** Runs whose results cannot be read while they are torn. */
const makeTorn = () => {
  const torn = { isTorn: false }
  const storage = Layer.effect(
    QueryRunRepository,
    Effect.map(QueryRunRepository, (runs) =>
      ({
        ...runs,
        find: (...args: Parameters<typeof runs.find>) =>
          // @effect-diagnostics-next-line anyUnknownInErrorContext:off
          Effect.flatMap(runs.find(...args), (found) => {
            const isLost = torn.isTorn && found._tag === "Some" && found.value.results !== null
            return isLost ? Effect.die(new Error("a page is torn")) : Effect.succeed(found)
          })
      }) as QueryRunRepository["Service"])
  ).pipe(Layer.provideMerge(MemoryStorage.layer))
  return { torn, storage }
}

const poll = (id: string) =>
  Effect.map(call("GET", `query/${id}/`), ({ body, status }) => {
    assert.strictEqual(status, 200)
    return body["query_status"] as Definition
  })

const untilDone = Effect.fnUntraced(function*(id: string) {
  for (let round = 0; round < 100; round++) {
    const status = yield* poll(id)
    if (status["complete"] === true) return status
    yield* TestClock.adjust("100 millis")
  }
  return assert.fail(`${id} does not end`)
})

const rows = ({ results }: Definition) => (results as Definition | null)?.["results"]

const inTornWorld = <E>(
  test: (torn: { isTorn: boolean }) => Effect.Effect<void, E, QueryResultRepository | TestApi>
) =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void logged.push(`${String(message)} ${String(cause)}`))
    const { storage, torn } = makeTorn()
    yield* test(torn).pipe(Effect.provide(TestApi.layerOn(storage).pipe(Layer.provideMerge(Logger.layer([logger])))))
    assert.isTrue(
      logged.some((text) => /stored result of a query cannot be read.*a page is torn/s.test(text)),
      logged.join()
    )
  })

const background = (id: string) => ({
  query: { kind: "ServiceSqlQuery", query: "select 2" },
  refresh: "force_async",
  client_query_id: id
})

it.effect("a run in the background whose result cannot be read is done anew by its poll, and the log says why", () =>
  inTornWorld((torn) =>
    Effect.gen(function*() {
      yield* call("POST", "query/", background("late"))
      assert.deepStrictEqual(rows(yield* untilDone("late")), [[2]])
      torn.isTorn = true
      assert.deepInclude(yield* poll("late"), { status: "queued", complete: false, results: null })
      torn.isTorn = false
      assert.deepStrictEqual(rows(yield* untilDone("late")), [[2]])
    })
  ))

it.effect("a request for a run that has ended has its result, or queues it anew where that cannot be read", () =>
  inTornWorld((torn) =>
    Effect.gen(function*() {
      const request = { ...background("asked"), refresh: "async" }
      const ask = Effect.map(call("POST", "query/", request), ({ body, status }) => {
        assert.strictEqual(status, 200)
        return body["query_status"] as Definition
      })
      yield* ask
      yield* untilDone("asked")
      yield* (yield* QueryResultRepository).trim({ since: 0 as EventTime, results: 0, bytes: 0 })
      assert.deepStrictEqual(rows(yield* ask), [[2]])
      torn.isTorn = true
      assert.deepInclude(yield* ask, { status: "queued", complete: false, results: null })
    })
  ))

it.effect("a query that its caller waited for has failed with its own code where its result cannot be read", () =>
  inTornWorld((torn) =>
    Effect.gen(function*() {
      const { body } = yield* call("POST", "query/", { ...background("waited"), refresh: "force_blocking" })
      assert.deepStrictEqual(body["results"], [[2]])
      torn.isTorn = true
      const status = yield* poll("waited")
      assert.deepInclude(status, { status: "failed", error: true, error_code: "result_unreadable", results: null })
      assert.deepInclude(status["error_extra"], { retryable: true })
      assert.match(String((status["error_extra"] as Definition)["hint"]), /Run the query again/)
    })
  ))
