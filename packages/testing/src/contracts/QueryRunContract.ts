import { assert, layer, type Vitest } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { otherHints } from "@hedgerow/core/query/execution/QueryHints"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { cancelledText, keptFor, type QueryRun, type QueryRunId } from "@hedgerow/core/query/execution/QueryRun"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import { wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, type Layer, Option } from "effect"
import { makeProjectId, makeTwoProjects, type ProjectPorts } from "./fixtures.ts"
import { answerSizes, furtherSizes, longJson } from "./LongTexts.ts"

type Ports = QueryResultRepository | QueryRunRepository | ProjectPorts

/** The contract of every `QueryRunRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query runs: ${name}`, (it) => {
    beginning(it)
    goingOn(it)
    ending(it)
    expiring(it)
    largeAnswers(it, answerSizes)
  })
}

/** The answers of further sizes, which take seconds. */
export const longSuite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query runs: ${name}, further sizes`, (it) => {
    largeAnswers(it, furtherSizes)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const start = 1_700_000_000_000_001 as EventTime
const after = (micros: number) => start + micros as EventTime
const later = after(1_000_000)

const makeRun = (project: ProjectId, id: string, overrides: Partial<QueryRun> = {}): QueryRun => ({
  project_id: project,
  id: id as QueryRunId,
  state: "queued",
  is_async: true,
  cache_key: "cache_1",
  request: { query: { kind: "ServiceSqlQuery", query: "SELECT '\u0000 \ud800'" } },
  created_by: null,
  endpoint: "/query/",
  is_key_request: true,
  start_time: start,
  pickup_time: null,
  end_time: null,
  expiration_time: after(keptFor),
  error_code: null,
  error_message: null,
  error_extra: null,
  results: null,
  progress: null,
  ...overrides
})

const found = Effect.fnUntraced(function*(project: ProjectId, id: string, now: EventTime = later) {
  return Option.getOrUndefined(yield* (yield* QueryRunRepository).find(project, id as QueryRunId, now))
})

const beginning = (it: It): void => {
  it.effect("a run comes back as it was begun, in its project alone", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const [here, there] = yield* makeTwoProjects
      const run = makeRun(here.id, "a b/ü🌿", { state: "running", is_async: false, pickup_time: later })
      assert.deepStrictEqual(yield* runs.begin(run, false), { run, isNew: true })
      assert.deepStrictEqual(yield* found(here.id, run.id), run)
      assert.isUndefined(yield* found(there.id, run.id))
      assert.isUndefined(yield* found(here.id, "a b"))
      assert.isUndefined(yield* found(here.id, "a\u0000"))
    }))

  it.effect("one that goes on stands, one that is over stands unless it is replaced", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const first = makeRun(project, "q")
      const second = makeRun(project, "q", { cache_key: "cache_2", start_time: later })
      yield* runs.begin(first, false)
      assert.deepStrictEqual(yield* runs.begin(second, true), { run: first, isNew: false })
      yield* runs.end(project, first.id, { state: "done", results: "{}" }, later)
      assert.isFalse((yield* runs.begin(second, false)).isNew)
      assert.strictEqual((yield* found(project, "q"))?.state, "done")
      assert.deepStrictEqual(yield* runs.begin(second, true), { run: second, isNew: true })
      assert.deepStrictEqual(yield* found(project, "q"), second)
    }))

  it.effect("of many that begin the same run at once, one does", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const begun = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, at) => makeRun(project, "q", { cache_key: `cache_${at}` })),
        (run) => runs.begin(run, true),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(begun.filter(({ isNew }) => isNew).length, 1)
      assert.strictEqual(new Set(begun.map(({ run }) => run.cache_key)).size, 1)
    }))

  it.effect("the last one under way of some results is found", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const [here, there] = yield* makeTwoProjects
      for (const [at, id] of ["a", "b", "c"].entries()) {
        yield* runs.begin(
          makeRun(here.id, id, { start_time: after(at), cache_key: id === "c" ? "other" : "one" }),
          false
        )
      }
      const underWay = (project: ProjectId, key: string, now: EventTime = later) =>
        Effect.map(runs.findUnderWay(project, key, now), (run) => Option.getOrUndefined(run)?.id)
      const results = yield* QueryResultRepository
      yield* Effect.forEach([here, there], ({ id }) =>
        results.keep({ project_id: id, cache_key: "one", body: "{}", computed_at: start }))
      const isUnderWay = (project: ProjectId, now: EventTime = later) =>
        Effect.map(results.find(project, "one", now), (found) =>
          Option.getOrThrow(found).isUnderWay)
      assert.deepStrictEqual([yield* isUnderWay(here.id), yield* isUnderWay(there.id)], [true, false])
      assert.isFalse(yield* isUnderWay(here.id, after(keptFor)))
      assert.strictEqual(yield* underWay(here.id, "one"), "b")
      yield* runs.end(here.id, "b" as QueryRunId, { state: "cancelled" }, later)
      assert.strictEqual(yield* underWay(here.id, "one"), "a")
      assert.isUndefined(yield* underWay(there.id, "one"))
      assert.isUndefined(yield* underWay(here.id, "none"))
      assert.isUndefined(yield* underWay(here.id, "one", after(keptFor)))
    }))
}

const someProgress = { rowsRead: 1, bytesRead: 2, estimatedRowsTotal: 3, timeElapsed: 4, activeCpuTime: 5 }

const goingOn = (it: It): void => {
  const progress = { rowsRead: 10, bytesRead: 2 ** 40, estimatedRowsTotal: 100, timeElapsed: 7, activeCpuTime: 0.5 }

  it.effect("it is picked up, also again, and reports how far it is; each keeps it", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const run = makeRun(project, "q")
      yield* runs.begin(run, false)
      const kept = later + keptFor as EventTime
      const picked = { ...run, state: "running", pickup_time: later, expiration_time: kept } as const
      assert.deepStrictEqual(yield* runs.pickUp(project, run.id, later), picked)
      assert.isTrue(yield* runs.report(project, run.id, progress, later))
      assert.deepStrictEqual(yield* found(project, "q"), { ...picked, progress })
      assert.deepStrictEqual(yield* runs.pickUp(project, run.id, later), picked)
      assert.isUndefined(yield* runs.pickUp(project, "none" as QueryRunId, later))
      assert.isFalse(yield* runs.report(project, "none" as QueryRunId, progress, later))
    }))

  it.effect("another project's run is neither picked up nor changed", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const [here, there] = yield* makeTwoProjects
      const run = makeRun(here.id, "q")
      yield* runs.begin(run, false)
      assert.isUndefined(yield* runs.pickUp(there.id, run.id, later))
      assert.isFalse(yield* runs.report(there.id, run.id, progress, later))
      assert.isFalse(yield* runs.end(there.id, run.id, { state: "cancelled" }, later))
      assert.isTrue((yield* runs.begin(makeRun(there.id, "q"), true)).isNew)
      assert.deepStrictEqual(yield* found(here.id, "q"), run)
    }))

  it.effect("its state is found without its results, also by who begins it again, and in its project alone", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const [here, there] = yield* makeTwoProjects
      const run = makeRun(here.id, "q")
      yield* runs.begin(run, false)
      assert.deepStrictEqual(yield* runs.findState(here.id, run.id, start), Option.some(run))
      assert.isTrue(yield* runs.end(here.id, run.id, { state: "done", results: "[1]" }, later))
      const ended = Option.getOrThrow(yield* runs.find(here.id, run.id, later))
      assert.strictEqual(ended.results, "[1]")
      assert.deepStrictEqual(yield* runs.findState(here.id, run.id, later), Option.some({ ...ended, results: null }))
      assert.deepStrictEqual(yield* runs.begin(run, false), { run: { ...ended, results: null }, isNew: false })
      assert.deepStrictEqual(yield* runs.findState(there.id, run.id, later), Option.none())
    }))
}

const ending = (it: It): void => {
  it.effect("each end is the last word: later ones change nothing", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const ends = [
        { state: "done", results: "{\"results\":[[1]]}" },
        {
          state: "failed",
          error_code: "timed_out",
          error_message: "Too long",
          error_extra: { start: 1, end: 2, hint: "Ask less", retryable: false }
        },
        { state: "cancelled" }
      ] as const
      for (const [at, end] of ends.entries()) {
        const run = makeRun(project, `q${at}`)
        yield* runs.begin(run, false)
        yield* runs.report(project, run.id, someProgress, start)
        assert.isTrue(yield* runs.end(project, run.id, end, later))
        const ended = yield* found(project, run.id)
        assert.deepInclude(ended, {
          state: end.state,
          end_time: later,
          expiration_time: later + keptFor as EventTime,
          progress: null,
          error_extra: end.state === "failed"
            ? end.error_extra
            : end.state === "cancelled"
            ? { hint: otherHints.QueryCancelled, retryable: false }
            : null,
          results: end.state === "done" ? end.results : null,
          error_message: end.state === "failed" ? "Too long" : end.state === "cancelled" ? cancelledText : null
        })
        for (const other of ends) assert.isFalse(yield* runs.end(project, run.id, other, after(2_000_000)))
        assert.isUndefined(yield* runs.pickUp(project, run.id, after(2_000_000)))
        assert.isFalse(yield* runs.report(project, run.id, someProgress, later))
        assert.deepStrictEqual(yield* found(project, run.id), ended)
      }
    }))
}

const expiring = (it: It): void => {
  it.effect("an expired run is found no more, makes room, and is removed", () =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const end = after(keptFor)
      for (const id of ["a", "b", "c"]) yield* runs.begin(makeRun(project, id), false)
      yield* runs.report(project, "c" as QueryRunId, someProgress, later)
      assert.isUndefined(yield* found(project, "a", end))
      assert.isUndefined(yield* runs.pickUp(project, "a" as QueryRunId, end))
      assert.isFalse(yield* runs.end(project, "a" as QueryRunId, { state: "cancelled" }, end))
      const again = makeRun(project, "a", { start_time: end, expiration_time: end + keptFor as EventTime })
      assert.isTrue((yield* runs.begin(again, false)).isNew)
      assert.isAtLeast(yield* runs.removeExpired(end, 1_000), 1)
      assert.isUndefined(yield* found(project, "b", start))
      assert.strictEqual((yield* found(project, "c", end))?.id, "c")
      assert.deepStrictEqual(yield* found(project, "a", end), again)
      assert.strictEqual(yield* runs.removeExpired(start, 1_000), 0)
    }))
}

const largeAnswers = (it: It, sizes: ReadonlyArray<number>): void => {
  it.effect.each(sizes)("a run has an answer of %d MiB until it expires", (size) =>
    Effect.gen(function*() {
      const runs = yield* QueryRunRepository
      const project = yield* makeProjectId
      const run = makeRun(project, "q")
      const results = longJson(size)
      yield* runs.begin(run, false)
      assert.isTrue(yield* runs.end(project, run.id, { state: "done", results }, later))
      assert.isFalse(yield* runs.end(project, run.id, { state: "done", results: longJson(2) }, later))
      const done = yield* found(project, "q")
      assert.isTrue(done?.state === "done" && done.results !== null && wholeText(done.results) === results)
      yield* runs.begin({ ...run, start_time: later }, true)
      assert.deepStrictEqual(yield* found(project, "q"), { ...run, start_time: later })
    }))
}
