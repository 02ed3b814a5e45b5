import { assert, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import type { QueryRun, QueryRunId } from "@hedgerow/core/query/execution/QueryRun"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import { wholeText } from "@hedgerow/sql/types/LongText"
import { PgStorage } from "@hedgerow/storage-pg"
import { makeTextParts, partsOf } from "@hedgerow/storage-pg/database/TextParts"
import { fixtures, LongTexts } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Exit, Fiber, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"

const onPg = Effect.provide(PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer)))

it("parts make up the text, are no longer than asked, and cut no character", () => {
  const text = "a🌿🌿bc🌿".repeat(50)
  for (const length of [2, 3, 4, 5, 64, 1_000]) {
    const parts = [...partsOf(text, length)]
    assert.strictEqual(parts.join(""), text)
    const pieces = text.match(/.{1,40}/gsu) ?? []
    assert.strictEqual([...partsOf(pieces, length)].join(""), text)
    assert.isTrue([...partsOf(pieces, length)].every((part) => part.length <= length && part.isWellFormed()))
    assert.isTrue(parts.every((part) => part.length <= length && part.isWellFormed()))
  }
})

const partsLeft = Effect.fnUntraced(function*(project: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly count: number }>`SELECT count(DISTINCT text_id)::int4 AS count FROM text_parts
    WHERE project_id = ${project}`
  return row?.count
})

const makeRun = (project: ProjectId): QueryRun => ({
  project_id: project,
  id: "run" as QueryRunId,
  state: "queued",
  is_async: true,
  cache_key: "a",
  request: {},
  created_by: null,
  endpoint: "/query/",
  is_key_request: true,
  start_time: at(1),
  pickup_time: null,
  end_time: null,
  expiration_time: at(1_000),
  error_code: null,
  error_message: null,
  error_extra: null,
  results: null,
  progress: null
})

const at = (second: number) => 1_700_000_000_000_000 + second * 1_000_000 as EventTime

it.effect("the parts of a text go when its row is replaced or removed, and are not kept where the row is not written", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    const body = LongTexts.longJson(2)
    const keep = (key: string, second: number, text = body) =>
      results.keep({ project_id: id, cache_key: key, body: text, computed_at: at(second) })
    yield* Effect.forEach(["a", "b"], (key) => keep(key, 2), { concurrency: "unbounded" })
    assert.strictEqual(yield* partsLeft(id), 2)
    yield* keep("a", 1)
    yield* keep("a", 3)
    assert.strictEqual(yield* partsLeft(id), 2)
    yield* keep("a", 4, "1")
    assert.strictEqual(yield* partsLeft(id), 1)
    yield* results.trim({ since: at(4), results: 10, bytes: 2 ** 40 })
    assert.strictEqual(yield* partsLeft(id), 0)
  }).pipe(onPg))

it.effect("an answer whose text is not there is a defect that names it, and no answer of another length", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* fixtures.makeProject
    yield* (yield* makeTextParts).write(
      id,
      "text",
      ({ id: text }) =>
        sql`INSERT INTO query_results (project_id, cache_key, body, bytes, computed_at, text_id)
        VALUES (${id}, 'lost', '', 4, now(), ${text}::uuid) RETURNING 1`
    )
    yield* sql`DELETE FROM text_parts WHERE project_id = ${id}`
    const exit = yield* Effect.exit(results.find(id, "lost", at(1)))
    assert.match(String(exit), /TextLost/)
  }).pipe(onPg))

it.effect("an answer of which a part was cut or is missing is a defect that names it, and is not shown", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const sql = yield* SqlClient.SqlClient
    for (const damage of ["cut", "missing"]) {
      const { id } = yield* fixtures.makeProject
      const body = LongTexts.longJson(3)
      yield* results.keep({ project_id: id, cache_key: "a", body, computed_at: at(1) })
      yield* damage === "cut"
        ? sql`UPDATE text_parts SET body = left(body, -1) WHERE project_id = ${id} AND part = 1`
        : sql`DELETE FROM text_parts WHERE project_id = ${id} AND part = 1`
      assert.match(String(yield* Effect.exit(results.find(id, "a", at(2)))), /TextDamaged/, damage)
    }
  }).pipe(onPg))

it.effect("results of a run of which a part was cut or is missing are a defect that names them, and are not shown", () =>
  Effect.gen(function*() {
    const runs = yield* QueryRunRepository
    const sql = yield* SqlClient.SqlClient
    for (const damage of ["cut", "missing", "none"]) {
      const { id } = yield* fixtures.makeProject
      const run = makeRun(id)
      yield* runs.begin(run, false)
      assert.isTrue(yield* runs.end(id, run.id, { state: "done", results: LongTexts.longJson(3) }, at(2)))
      if (damage === "cut") {
        yield* sql`UPDATE text_parts SET body = left(body, -1) WHERE project_id = ${id} AND part = 1`
      }
      if (damage === "missing") yield* sql`DELETE FROM text_parts WHERE project_id = ${id} AND part = 1`
      const exit = yield* Effect.exit(runs.find(id, run.id, at(3)))
      if (damage === "none") assert.isTrue(Exit.isSuccess(exit) && Option.isSome(exit.value))
      else assert.match(String(exit), /TextDamaged/, damage)
      const state = Option.getOrThrow(yield* runs.findState(id, run.id, at(3)))
      assert.deepInclude(state, { state: "done", results: null })
      assert.deepStrictEqual(yield* runs.begin(run, false), { run: state, isNew: false })
    }
  }).pipe(onPg))

it.effect("the results of a run are read only when their bytes are admitted", () =>
  Effect.gen(function*() {
    const runs = yield* QueryRunRepository
    const { id } = yield* fixtures.makeProject
    const run = makeRun(id)
    const results = LongTexts.longJson(2)
    yield* runs.begin(run, false)
    yield* runs.end(id, run.id, { state: "done", results }, at(2))
    const asked: Array<number> = []
    const refused = (bytes: number) => Effect.andThen(Effect.sync(() => asked.push(bytes)), Effect.fail("no memory"))
    assert.isTrue(Result.isFailure(yield* Effect.result(runs.find(id, run.id, at(3), refused))))
    assert.deepStrictEqual(asked, [Buffer.byteLength(wholeText(results))])
  }).pipe(onPg))

it.effect("the text of a long answer is read only when its bytes are admitted, and others do not wait for that", () =>
  Effect.gen(function*() {
    const results = yield* QueryResultRepository
    const { id } = yield* fixtures.makeProject
    const body = LongTexts.longJson(2)
    yield* results.keep({ project_id: id, cache_key: "long", body, computed_at: at(1) })
    yield* results.keep({ project_id: id, cache_key: "short", body: "{}", computed_at: at(1) })
    const asked: Array<number> = []
    const refused = (bytes: number) => Effect.andThen(Effect.sync(() => asked.push(bytes)), Effect.fail("no memory"))
    const find = (key: string) => Effect.result(results.find(id, key, at(2), key === "long" ? refused : undefined))
    const [long, short] = yield* Effect.all([find("long"), find("short")], { concurrency: "unbounded" })
    assert.deepStrictEqual(asked, [Buffer.byteLength(wholeText(body))])
    assert.isTrue(Result.isFailure(long))
    assert.isTrue(Result.isSuccess(short) && Option.isSome(short.success))
    const waiting = yield* Effect.forkScoped(results.find(id, "long", at(2), () => Effect.never))
    assert.isTrue(Option.isSome(yield* results.find(id, "short", at(2))))
    yield* Fiber.interrupt(waiting)
  }).pipe(onPg))
