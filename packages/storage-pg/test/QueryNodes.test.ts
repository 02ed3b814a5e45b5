import { assert, it } from "@effect/vitest"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { now } from "@hedgerow/core/events/EventTime"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { defaultJobBounds, JobSettings } from "@hedgerow/core/jobs/JobSettings"
import { defaultExecutionBounds, ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import * as Workers from "@hedgerow/core/Workers"
import { lengthOf } from "@hedgerow/sql/types/LongText"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Duration, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { SqlClient } from "effect/sql"

/** One of several servers on the test's database, each with services and connections of its own. */
const services = Layer.fresh(Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts)))

/** A server that stops waits for nothing. */
const impatient = Layer.succeed(JobSettings, { ...defaultJobBounds, grace: Duration.zero })

const worker = Layer.fresh(Workers.layer).pipe(Layer.provide(impatient), Layer.provideMerge(services))

/** Takes hours: 400⁴ rows. */
const slow = "select count() from events a cross join events b cross join events c cross join events d "
  + "where a.event != concat(b.event, c.event, d.event)"

const background = (id: string, query: string) => ({
  query: { kind: "ServiceSqlQuery", query },
  refresh: "force_async",
  client_query_id: id
})

const makeWorld = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const batch = Array.from({ length: 400 }, (_, n) => ({ event: `e${n}`, distinct_id: "a", properties: {} }))
  const body = JSON.stringify({ api_key: project.api_token, batch })
  yield* (yield* Ingestion).capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined })
  const sql = yield* SqlClient.SqlClient
  /** The number of backends that run the slow query, as PostgreSQL lists them. */
  const running = Effect.map(
    sql<{ count: number }>`SELECT count(*)::int4 AS count FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%CROSS JOIN%' AND pid <> pg_backend_pid()`,
    ([row]) => row?.count ?? 0
  ).pipe(Effect.orDie)
  const until = <A>(effect: Effect.Effect<A>, holds: (value: A) => boolean) =>
    effect.pipe(Effect.tap(Effect.sleep("20 millis")), Effect.repeat({ until: holds }))
  return { asking: { project, user: null }, project: project.id, running, until }
})

it.live("a run that one server works on is seen and cancelled from another one", () =>
  Effect.gen(function*() {
    const { asking, project, running, until } = yield* makeWorld
    yield* Layer.build(worker)
    const other = yield* Effect.provide(QueryExecution, yield* Layer.build(services))
    yield* other.ask(asking, background("slow", slow))
    const picked = yield* until(Effect.scoped(Effect.orDie(other.status(project, "slow"))), ({ state }) =>
      state === "running")
    assert.isNotNull(picked.pickup_time)
    yield* until(running, (count) =>
      count === 1)
    const reported = yield* until(Effect.scoped(Effect.orDie(other.status(project, "slow"))), ({ progress }) =>
      progress !== null)
    assert.isFalse(reported.end_time !== null)
    const asked = yield* now
    yield* other.cancel(project, "slow")
    assert.strictEqual((yield* other.status(project, "slow")).state, "cancelled")
    yield* until(running, (count) =>
      count === 0)
    assert.isBelow((yield* now) - asked, 10_000_000)
    assert.strictEqual((yield* other.status(project, "slow")).state, "cancelled")
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))

it.live("a run of whose result a part is lost is done anew by its poll", () =>
  Effect.gen(function*() {
    const { asking, project, until } = yield* makeWorld
    const sql = yield* SqlClient.SqlClient
    const execution = yield* QueryExecution
    yield* Layer.build(worker)
    const status = Effect.scoped(Effect.orDie(execution.status(project, "long")))
    const length = Effect.map(until(status, ({ state }) => state === "done"), ({ results }) => lengthOf(results ?? ""))
    yield* execution.ask(asking, background("long", "select repeat('x', 1000) from numbers(3000) limit 3000"))
    const whole = yield* length
    assert.isAbove(whole, 3_000_000)
    yield* sql`DELETE FROM text_parts WHERE part = 1`
    assert.isNull((yield* status).results)
    assert.strictEqual(yield* length, whole)
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))

it.live("a server that stops leaves its run to another one, which ends it", () =>
  Effect.gen(function*() {
    const { asking, project, running, until } = yield* makeWorld
    const execution = yield* QueryExecution
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(worker, scope)
    yield* execution.ask(asking, background("left", slow))
    yield* until(running, (count) => count === 1)
    yield* Scope.close(scope, Exit.void)
    yield* until(running, (count) => count === 0)
    assert.strictEqual((yield* execution.status(project, "left")).state, "running")
    yield* Layer.build(worker)
    yield* until(running, (count) => count === 1)
    yield* execution.cancel(project, "left")
    yield* until(running, (count) => count === 0)
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))

it.live("one project runs at most its number of queries at once over all servers", () =>
  Effect.gen(function*() {
    const { asking, running, until } = yield* makeWorld
    const few = Layer.succeed(ExecutionLimits, { ...defaultExecutionBounds, concurrent: 5 })
    const servers = yield* Effect.forEach([1, 2, 3], () => Layer.build(Layer.fresh(services.pipe(Layer.provide(few)))))
    const asks = servers.flatMap((node, at) =>
      Array.from({ length: 3 }, (_, n) =>
        Effect.provide(
          Effect.flatMap(QueryExecution, (execution) =>
            execution.ask(asking, { query: { kind: "ServiceSqlQuery", query: `${slow} and ${at * 10 + n} > -1` } })),
          node
        ))
    )
    const fibers = yield* Effect.forEach(asks, (ask) =>
      Effect.forkChild(ask))
    // Those that wait were tried one after the other, for half a second each.
    yield* Effect.sleep("3 seconds")
    yield* until(running, (count) =>
      count === 5)
    yield* Effect.sleep("1 second")
    assert.strictEqual(yield* running, 5)
    yield* Fiber.interruptAll(fibers)
    yield* until(running, (count) => count === 0)
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))
