import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Dashboard } from "@hedgerow/core/dashboards/Dashboard"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Equal, type Layer, Option } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = DashboardRepository | OrganizationRepository | ProjectRepository | Transaction
type It = Vitest.MethodsNonLive<Ports>

/** What every `DashboardRepository` promises. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Dashboards: ${name}`, (it) => {
    dashboards(it)
    insights(it)
    isolation(it)
  })
}

const everything = { limit: 100, offset: 0 }

const makeDashboard = Effect.fnUntraced(function*(project: ProjectId, overrides: Partial<Omit<Dashboard, "id">> = {}) {
  return yield* (yield* DashboardRepository).insert({
    project_id: project,
    name: "Board",
    description: "",
    pinned: false,
    deleted: false,
    creation_mode: "default",
    filters: {},
    tags: [],
    created_by: null,
    created_at: yield* DateTime.now,
    ...overrides
  })
})

const makeInsight = Effect.fnUntraced(function*(
  project: ProjectId,
  shortId: string,
  overrides: Partial<Omit<Insight, "id">> = {}
) {
  const now = yield* DateTime.now
  return yield* (yield* DashboardRepository).insertInsight({
    project_id: project,
    short_id: shortId,
    name: "Calls",
    description: "",
    query: null,
    filters: {},
    tags: [],
    saved: false,
    deleted: false,
    created_by: null,
    created_at: now,
    last_modified_by: null,
    last_modified_at: now,
    ...overrides
  })
})

const makeTile = Effect.fnUntraced(function*(dashboard: Dashboard, insight: Insight) {
  return yield* (yield* DashboardRepository).insertTile({
    project_id: dashboard.project_id,
    dashboard_id: dashboard.id,
    insight_id: insight.id,
    layouts: { sm: { x: 0, y: 1.5 } },
    color: "blue"
  })
})

const dashboards = (it: It): void => {
  it.effect("a dashboard is found as it was inserted, and an update replaces every field", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      const before = yield* makeDashboard(id, {
        name: "Ünïcode \"quoted\"",
        filters: { date_from: "-30d", nested: [null, { a: 1 }] },
        tags: ["feature flags", "x,y"],
        creation_mode: "template",
        created_by: 3 as never
      })
      assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.find(id, before.id)), before))
      yield* repository.update({ ...before, name: "After", tags: [], pinned: true, deleted: true })
      const after = Option.getOrThrow(yield* repository.findForUpdate(id, before.id))
      assert.deepInclude(after, { name: "After", tags: [], pinned: true, deleted: true, filters: before.filters })
      assert.isAbove((yield* makeDashboard(id)).id, before.id)
    }))

  it.effect("of some ids those are told that dashboards have, deleted ones left out", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      const here = yield* makeDashboard(id)
      const gone = yield* makeDashboard(id, { deleted: true })
      const asked = [here.id, gone.id, here.id, 2147483647 as typeof here.id]
      assert.deepStrictEqual([...yield* repository.existing(id, asked)], [here.id])
      assert.strictEqual((yield* repository.existing(id, [])).size, 0)
    }))

  it.effect("lists are of what is not deleted: pinned ones first, then by name, in pages", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      yield* makeDashboard(id, { name: "b" })
      yield* makeDashboard(id, { name: "Ä of a" })
      yield* makeDashboard(id, { name: "z", pinned: true })
      yield* makeDashboard(id, { name: "gone", deleted: true })
      const names = (filter: Parameters<typeof repository.list>[1], page = everything) =>
        Effect.map(repository.list(id, filter, page), ({ count, items }) => [count, ...items.map(({ name }) => name)])
      assert.deepStrictEqual(yield* names({}), [3, "z", "b", "Ä of a"])
      assert.deepStrictEqual(yield* names({}, { limit: 1, offset: 2 }), [3, "Ä of a"])
      assert.deepStrictEqual(yield* names({ search: "ä OF" }), [1, "Ä of a"])
      assert.deepStrictEqual(yield* names({ pinned: false }), [2, "b", "Ä of a"])
    }))

  it.effect("concurrent writers that lock a dashboard lose no update", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { run } = yield* Transaction
      const { id, project_id } = yield* makeDashboard((yield* makeProject).id)
      const add = run(Effect.gen(function*() {
        const found = Option.getOrThrow(yield* repository.findForUpdate(project_id, id))
        yield* Effect.yieldNow
        yield* repository.update({ ...found, tags: [...found.tags, "x"] })
      }))
      yield* Effect.all(Array.from({ length: 10 }, () => add), { concurrency: "unbounded" })
      assert.strictEqual(Option.getOrThrow(yield* repository.find(project_id, id)).tags.length, 10)
    }))
}

const insights = (it: It): void => {
  it.effect("an insight is found by id and short id, and an update replaces every field", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      const query = { kind: "InsightVizNode", source: { kind: "TrendsQuery", series: [{ event: "a\\\"b" }] } }
      const before = yield* makeInsight(id, "AbC12345", { query, tags: ["t"], saved: true })
      assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.findInsight(id, before.id)), before))
      assert.isTrue(Equal.equals(Option.getOrThrow(yield* repository.findInsightByShortId(id, "AbC12345")), before))
      assert.isTrue(Option.isNone(yield* repository.findInsightByShortId(id, "abc12345")))
      yield* repository.updateInsight({ ...before, name: "After", query: null, deleted: true })
      const after = Option.getOrThrow(yield* repository.findInsight(id, before.id))
      assert.deepInclude(after, { name: "After", query: null, deleted: true })
    }))

  it.effect("lists are of what is not deleted, the last modified first, in pages", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      const at = (hour: number) => ({ last_modified_at: DateTime.makeUnsafe(`2026-01-01T0${hour}:00:00Z`) })
      yield* makeInsight(id, "one", { ...at(1), name: "Sales" })
      yield* makeInsight(id, "two", { ...at(3), saved: true })
      yield* makeInsight(id, "three", at(2))
      yield* makeInsight(id, "gone", { ...at(4), deleted: true })
      const found = (filter: Parameters<typeof repository.listInsights>[1], page = everything) =>
        Effect.map(repository.listInsights(id, filter, page), ({ count, items }) => [
          count,
          ...items.map(({ short_id }) => short_id)
        ])
      assert.deepStrictEqual(yield* found({}), [3, "two", "three", "one"])
      assert.deepStrictEqual(yield* found({}, { limit: 1, offset: 1 }), [3, "three"])
      assert.deepStrictEqual(yield* found({ search: "sal" }), [1, "one"])
      assert.deepStrictEqual(yield* found({ shortId: "three" }), [1, "three"])
      assert.deepStrictEqual(yield* found({ saved: true }), [1, "two"])
    }))

  it.effect("tiles are read with their insights in the order they came; not those of deleted insights", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const { id } = yield* makeProject
      const board = yield* makeDashboard(id)
      const [second, first, gone] = [
        yield* makeInsight(id, "second", { query: { kind: "x" } }),
        yield* makeInsight(id, "first"),
        yield* makeInsight(id, "gone", { deleted: true })
      ]
      const tiles = [yield* makeTile(board, first), yield* makeTile(board, second)]
      yield* makeTile(board, gone)
      const elsewhere = yield* makeTile(yield* makeDashboard(id), first)
      const shown = yield* repository.tiles(id, board.id)
      assert.deepStrictEqual(shown.map(({ tile }) => ({ ...tile })), tiles.map((tile) => ({ ...tile })))
      assert.isTrue(shown.every(({ insight }, index) => Equal.equals(insight, [first, second][index])))
      const places = yield* repository.tilesOfInsights(id, [first.id, gone.id])
      assert.deepStrictEqual(places.map(({ id }) => id).slice(0, 1), tiles.slice(0, 1).map(({ id }) => id))
      assert.include(places.map(({ id }) => id), elsewhere.id)
      assert.strictEqual(places.length, 3)
      assert.deepStrictEqual(yield* repository.tilesOfInsights(id, []), [])
    }))
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's dashboards, tiles and insights", () =>
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const [here, there] = yield* makeTwoProjects
      const board = yield* makeDashboard(here.id)
      const insight = yield* makeInsight(here.id, "mine")
      yield* makeTile(board, insight)
      const own = yield* makeInsight(there.id, "mine")
      assert.isTrue(Option.isNone(yield* repository.find(there.id, board.id)))
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(there.id, board.id)))
      assert.strictEqual((yield* repository.existing(there.id, [board.id])).size, 0)
      assert.isTrue(Option.isNone(yield* repository.findInsight(there.id, insight.id)))
      assert.strictEqual(Option.getOrThrow(yield* repository.findInsightByShortId(there.id, "mine")).id, own.id)
      assert.strictEqual((yield* repository.list(there.id, {}, everything)).count, 0)
      assert.strictEqual((yield* repository.listInsights(there.id, {}, everything)).count, 1)
      assert.deepStrictEqual(yield* repository.tiles(there.id, board.id), [])
      assert.deepStrictEqual(yield* repository.tilesOfInsights(there.id, [insight.id]), [])
      yield* repository.update({ ...board, project_id: there.id, name: "stolen" })
      yield* repository.updateInsight({ ...insight, project_id: there.id, name: "stolen" })
      assert.strictEqual(Option.getOrThrow(yield* repository.find(here.id, board.id)).name, board.name)
      assert.strictEqual(Option.getOrThrow(yield* repository.findInsight(here.id, insight.id)).name, insight.name)
      const foreign = yield* Effect.exit(makeTile({ ...board, project_id: there.id }, own))
      assert.strictEqual(foreign._tag, "Failure")
    }))
}
