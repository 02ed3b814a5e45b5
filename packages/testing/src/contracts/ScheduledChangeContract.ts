import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { ScheduledChange } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChangeRepository } from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Equal, type Layer, Option } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = OrganizationRepository | ProjectRepository | ScheduledChangeRepository | Transaction
type It = Vitest.MethodsNonLive<Ports>
type Fields = Omit<ScheduledChange, "id" | "isPaused">

/** What every `ScheduledChangeRepository` promises. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Scheduled changes: ${name}`, (it) => {
    storing(it)
    isolation(it)
  })
}

const everything = { limit: 100, offset: 0 }
const at = (iso: string) => DateTime.makeUnsafe(iso)

const plan = (project: ProjectId, overrides: Partial<Fields> = {}): Fields => ({
  project_id: project,
  record_id: "7",
  model_name: "FeatureFlag",
  payload: { operation: "update_status", value: true },
  scheduled_at: at("2030-01-01T00:00:00.001Z"),
  executed_at: null,
  failure_reason: null,
  is_recurring: false,
  recurrence_interval: null,
  cron_expression: null,
  last_executed_at: null,
  end_date: null,
  timezone: "UTC",
  created_by: null,
  created_at: at("2026-01-01T00:00:00Z"),
  updated_at: at("2026-01-01T00:00:00Z"),
  ...overrides
})

const full: Partial<Fields> = {
  record_id: "8",
  payload: { operation: "update_variants", value: { variants: [{ key: "ä\\\"b", rollout_percentage: 100 }], x: null } },
  executed_at: at("2026-02-01T00:00:00.002Z"),
  failure_reason: "Flag \"x\" is gone",
  is_recurring: true,
  recurrence_interval: "monthly",
  cron_expression: "0 9 * * 1-5",
  last_executed_at: at("2026-02-01T00:00:00.003Z"),
  end_date: at("2031-01-01T00:00:00.004Z"),
  timezone: "Europe/Dublin",
  created_by: 3 as never,
  updated_at: at("2026-02-01T00:00:00.005Z")
}

const storing = (it: It): void => {
  it.effect("a plan is found as it was inserted, and an update replaces every field", () =>
    Effect.gen(function*() {
      const repository = yield* ScheduledChangeRepository
      const { id: project } = yield* makeProject
      const simple = yield* repository.insert(plan(project))
      const rich = yield* repository.insert(plan(project, full))
      assert.isAbove(rich.id, simple.id)
      for (const change of [simple, rich]) {
        assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.find(project, change.id)), change))
      }
      assert.isTrue(Equal.equals(rich, new ScheduledChange({ ...plan(project, full), id: rich.id })))
      const changed = new ScheduledChange({ ...plan(project, full), id: simple.id })
      yield* repository.update(changed)
      assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.findForUpdate(project, simple.id)), changed))
      yield* repository.remove(project, simple.id)
      assert.isTrue(Option.isNone(yield* repository.find(project, simple.id)))
      assert.isTrue(Option.isSome(yield* repository.find(project, rich.id)))
    }))

  it.effect("lists are by id, of a record or a model, in pages; what waits is told apart", () =>
    Effect.gen(function*() {
      const repository = yield* ScheduledChangeRepository
      const { id: project } = yield* makeProject
      const first = yield* repository.insert(plan(project))
      const over = yield* repository.insert(plan(project, { executed_at: at("2026-02-01T00:00:00Z") }))
      const other = yield* repository.insert(plan(project, { record_id: "8" }))
      const ids = (filter: Parameters<typeof repository.list>[1], page = everything) =>
        Effect.map(repository.list(project, filter, page), ({ count, items }) => [count, ...items.map(({ id }) => id)])
      assert.deepStrictEqual(yield* ids({}), [3, first.id, over.id, other.id])
      assert.deepStrictEqual(yield* ids({}, { limit: 1, offset: 1 }), [3, over.id])
      assert.deepStrictEqual(yield* ids({ recordId: "7", modelName: "FeatureFlag" }), [2, first.id, over.id])
      assert.deepStrictEqual(yield* ids({ modelName: "Survey" }), [0])
      assert.deepStrictEqual(yield* ids({ recordId: "\0" }), [0])
      assert.deepStrictEqual((yield* repository.pending(project, "7")).map(({ id }) => id), [first.id])
      assert.strictEqual(yield* repository.countPending(project), 2)
    }))

  it.effect("of several transactions that lock a plan one goes on at a time", () =>
    Effect.gen(function*() {
      const repository = yield* ScheduledChangeRepository
      const { run } = yield* Transaction
      const { id: project } = yield* makeProject
      const { id } = yield* repository.insert(plan(project, { record_id: "" }))
      const add = run(Effect.gen(function*() {
        const found = Option.getOrThrow(yield* repository.findForUpdate(project, id))
        yield* Effect.yieldNow
        yield* repository.update(new ScheduledChange({ ...found, record_id: `${found.record_id}x` }))
      }))
      yield* Effect.all(Array.from({ length: 10 }, () => add), { concurrency: "unbounded" })
      assert.strictEqual(Option.getOrThrow(yield* repository.find(project, id)).record_id, "x".repeat(10))
    }))
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's plans", () =>
    Effect.gen(function*() {
      const repository = yield* ScheduledChangeRepository
      const [here, there] = yield* makeTwoProjects
      const mine = yield* repository.insert(plan(here.id))
      assert.isTrue(Option.isNone(yield* repository.find(there.id, mine.id)))
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(there.id, mine.id)))
      assert.strictEqual((yield* repository.list(there.id, {}, everything)).count, 0)
      assert.deepStrictEqual(yield* repository.pending(there.id, "7"), [])
      assert.strictEqual(yield* repository.countPending(there.id), 0)
      yield* repository.update(new ScheduledChange({ ...plan(there.id, full), id: mine.id }))
      yield* repository.remove(there.id, mine.id)
      assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.find(here.id, mine.id)), mine))
    }))
}
