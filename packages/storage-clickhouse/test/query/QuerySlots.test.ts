import { assert, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import type { ProjectToken } from "@hedgerow/core/identity/Project"
import { EngineSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { ShortSlotCount } from "@hedgerow/core/query/execution/ShortSlots"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Fiber, Latch, Layer, Option } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"

/** The gate of slow statements, and the number that wait there. */
class Slow extends Context.Service<Slow, { readonly gate: Latch.Latch; readonly seen: { running: number } }>()(
  "@hedgerow/storage-clickhouse/test/query/QuerySlots.test/Slow"
) {
  static readonly layer = Layer.effect(
    Slow,
    Effect.map(Latch.make(false), (gate) => ({ gate, seen: { running: 0 } }))
  )
}

/** The engine, whose statements of the first project are slow. */
const engine = Layer.effect(
  QueryEngine,
  Effect.gen(function*() {
    const engine = yield* QueryEngine
    const { gate, seen } = yield* Slow
    return QueryEngine.of({
      ...engine,
      run: (plan, options) => {
        if (scansOf(plan)[0]?.tenant !== 1) return engine.run(plan, options)
        const slow = Effect.andThen(gate.await, engine.run(plan, options))
        return Effect.acquireUseRelease(
          Effect.sync(() => seen.running++),
          () => slow,
          () => Effect.sync(() => seen.running--)
        )
      }
    })
  })
).pipe(Layer.provideMerge(ClickHouseQueryEngine.layer), Layer.provideMerge(Slow.layer))

const storage = EventWriter.layerClaimed.pipe(
  Layer.provideMerge(Layer.mergeAll(ClickHouseEventStore.layer, engine)),
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provide([EventStoreTest.clickhouse, PgTest.layer])
)

/** Without short slots, in which each of the insights would be tried first. */
const domain = Domain.layer.pipe(Layer.provide(Layer.succeed(ShortSlotCount, 0)), Layer.provideMerge(storage))

/** An insight of two statements that run side by side. */
const insight = (n: number) => ({
  query: {
    kind: "TrendsQuery",
    series: ["weekly_active", "monthly_active"].map((math) => ({ kind: "EventsNode", event: `e${n}`, math }))
  }
})

it.live("slow insights of one project leave the engine's last slot to another's query", () =>
  Effect.gen(function*() {
    const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
    const { project } = Option.getOrThrow(made)
    const { id: _, ...fields } = project
    const api_token = "phc_other" as ProjectToken
    const other = yield* (yield* ProjectRepository).insert({ ...fields, uuid: yield* makeUuid7, api_token })
    const execution = yield* QueryExecution
    const slots = yield* EngineSlots
    const { gate, seen } = yield* Slow
    yield* Effect.addFinalizer(() => gate.open)
    const fibers = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, n) => n),
      (n) => Effect.forkChild(Effect.scoped(execution.ask({ project, user: null }, insight(n))))
    )
    yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => seen.running >= slots - 1 })
    const query = { query: { kind: "ServiceSqlQuery", query: "select count() from events" } }
    const { json } = yield* execution.ask({ project: other, user: null }, query)
    assert.include(json.text, "\"results\":[[0]]")
    yield* Effect.sleep("300 millis")
    assert.strictEqual(seen.running, slots - 1)
    yield* gate.open
    for (const fiber of fibers) assert.include((yield* Fiber.join(fiber)).json.text, "\"results\"")
  }).pipe(Effect.scoped, Effect.provide(Layer.fresh(domain))))
