import { assert, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import * as Domain from "@hedgerow/core/Domain"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import { ScheduledChanges } from "@hedgerow/core/flags/scheduling/ScheduledChanges"
import * as Workers from "@hedgerow/core/Workers"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Fiber, Layer, Option } from "effect"

/** One of several servers on the test's database, each with services and connections of its own. */
const services = Layer.fresh(Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts)))

const server = Layer.fresh(Workers.layer).pipe(Layer.provideMerge(services))

const makeWorld = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const [owner] = yield* (yield* UserRepository).list
  const actor = yield* Effect.fromNullishOr(owner)
  const flags = yield* FeatureFlags
  const editing = { project, actor }
  const flag = yield* flags.create(editing, { key: "gate", active: false, _should_create_usage_dashboard: false })
  const scheduled = yield* ScheduledChanges
  const repository = yield* ScheduledChangeRepository
  const log = yield* ActivityLog
  return {
    project,
    plan: Effect.gen(function*() {
      const at = DateTime.add(yield* DateTime.now, { milliseconds: 300 })
      return yield* scheduled.create(editing, {
        record_id: flag.id,
        model_name: "FeatureFlag",
        payload: { operation: "update_status", value: true },
        scheduled_at: DateTime.formatIso(at)
      })
    }),
    now: flags.find(project.id, flag.id),
    entries: Effect.map(
      log.list({ project: project.id, scope: "FeatureFlag" }, { limit: 10, offset: 0 }),
      ({ items }) => items.map(({ activity }) => activity)
    ),
    isOver: (id: Parameters<typeof repository.find>[1]) =>
      Effect.map(repository.find(project.id, id), (found) => Option.getOrThrow(found).executed_at !== null)
  }
})

it.live("two servers with workers apply a plan once, at its time", () =>
  Effect.gen(function*() {
    const { entries, isOver, now, plan } = yield* makeWorld
    yield* Layer.build(server)
    yield* Layer.build(server)
    const { id } = yield* plan
    yield* isOver(id).pipe(Effect.tap(Effect.sleep("20 millis")), Effect.repeat({ until: (over) => over }))
    const applied = yield* now
    assert.deepStrictEqual([applied.active, applied.version], [true, 2])
    assert.deepStrictEqual(yield* entries, ["updated", "created"])
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))

it.live("runs of one job at the same time apply it once; one that was cut off leaves nothing half done", () =>
  Effect.gen(function*() {
    const { entries, isOver, now, plan, project } = yield* makeWorld
    const { id } = yield* plan
    yield* Effect.sleep("400 millis")
    const scheduled = yield* ScheduledChanges
    const cutOff = yield* Effect.forkChild(scheduled.applyDue(project.id, id))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(cutOff)
    assert.isFalse(yield* isOver(id))
    assert.strictEqual((yield* now).version, 1)
    const other = yield* Effect.provide(ScheduledChanges, yield* Layer.build(services))
    const runs = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? scheduled : other).applyDue(project.id, id))
    yield* Effect.all(runs, { concurrency: "unbounded" })
    assert.isTrue(yield* isOver(id))
    assert.strictEqual((yield* now).version, 2)
    assert.deepStrictEqual(yield* entries, ["updated", "created"])
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))
