import { assert, layer, type Vitest } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makeProjectId, makeTwoProjects, type ProjectPorts } from "./fixtures.ts"

type Ports = ProjectPorts | QueryLogRepository

/** The contract of every `QueryLogRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query log: ${name}`, (it) => {
    adding(it)
    reading(it)
    trimming(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const at = (second: number) => 1_700_000_000_000_001 + second * 1_000_000 as EventTime

/** An entry of the log with a new id. */
export const makeEntry = Effect.fnUntraced(function*(project: ProjectId, more: Partial<QueryLogEntry> = {}) {
  const entry: QueryLogEntry = {
    id: yield* makeUuid7,
    project_id: project,
    query_id: "q",
    event_time: at(1),
    query_start_time: at(0),
    query_duration_ms: 1_000,
    endpoint: "/api/projects/{project_id}/query/",
    query_kind: "ServiceSqlQuery",
    query: "SELECT 'ü🌿'",
    hogql_name: "weekly report",
    created_by: 7 as UserId,
    is_personal_api_key_request: true,
    is_async: false,
    is_cached: false,
    read_rows: 5_000_000_000,
    read_bytes: 80_000_000_000_000,
    result_rows: 3,
    result_bytes: 120,
    memory_usage: 1,
    cpu_microseconds: 20,
    status: "QueryFinish",
    exception_code: 0,
    error_code: "",
    exception: "",
    ...more
  }
  return entry
})

const add = Effect.fnUntraced(function*(...entries: ReadonlyArray<QueryLogEntry>) {
  yield* (yield* QueryLogRepository).append(entries)
})

const newest = Effect.fnUntraced(function*(project: ProjectId, rows = 100, characters = 2 ** 30) {
  const entries = yield* (yield* QueryLogRepository).newest(project, { rows, characters })
  return entries.map(({ query_id }) => query_id).join("")
})

const adding = (it: It): void => {
  it.effect("an entry comes back as it was added, once, in its project alone", () =>
    Effect.gen(function*() {
      const log = yield* QueryLogRepository
      const [here, there] = yield* makeTwoProjects
      const failed = yield* makeEntry(here.id, {
        created_by: null,
        is_async: true,
        status: "ExceptionWhileProcessing",
        exception_code: 159,
        error_code: "query_timed_out",
        exception: "too slow",
        event_time: at(2)
      })
      const done = yield* makeEntry(here.id)
      const elsewhere = yield* makeEntry(there.id, { query: "SELECT 2" })
      yield* add(done, failed, elsewhere)
      yield* add(done)
      yield* add()
      assert.deepStrictEqual(yield* log.ofQuery(here.id, "q", 10), [failed, done])
      assert.deepStrictEqual(yield* log.ofQuery(there.id, "q", 10), [elsewhere])
      assert.deepStrictEqual(yield* log.newest(here.id, { rows: 10, characters: 1_000 }), [failed, done])
      assert.deepStrictEqual(yield* log.newest(there.id, { rows: 10, characters: 1_000 }), [elsewhere])
      assert.deepStrictEqual(yield* log.ofQuery(here.id, "a\u0000", 10), [])
      assert.deepStrictEqual(yield* log.ofQuery(here.id, "q", 1), [failed])
    }))
}

const reading = (it: It): void => {
  it.effect("the newest are read first, up to a number of them and an amount of text", () =>
    Effect.gen(function*() {
      const project = yield* makeProjectId
      for (const [second, name] of [..."abcd"].entries()) {
        yield* add(yield* makeEntry(project, { query_id: name, event_time: at(second), query: "x".repeat(10) }))
      }
      assert.strictEqual(yield* newest(project), "dcba")
      assert.strictEqual(yield* newest(project, 3), "dcb")
      assert.strictEqual(yield* newest(project, 100, 25), "dc")
      assert.strictEqual(yield* newest(project, 100, 0), "")
    }))
}

const trimming = (it: It): void => {
  it.effect("too many and too old ones go, the oldest first and by project", () =>
    Effect.gen(function*() {
      const log = yield* QueryLogRepository
      const [here, there] = yield* makeTwoProjects
      for (const [second, name] of [..."abcde"].entries()) {
        yield* add(yield* makeEntry(here.id, { query_id: name, event_time: at(second) }))
      }
      yield* add(yield* makeEntry(there.id, { query_id: "x", event_time: at(3) }))
      assert.isAtLeast(yield* log.trim({ since: at(0), rows: 4 }), 1)
      assert.strictEqual(yield* newest(here.id), "edcb")
      yield* log.trim({ since: at(3), rows: 4 })
      assert.strictEqual(yield* newest(here.id), "ed")
      assert.strictEqual(yield* newest(there.id), "x")
    }))
}
