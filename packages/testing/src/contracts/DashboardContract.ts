import { assert, layer } from "@effect/vitest"
import {
  type Dashboard,
  dashboardEntity,
  type DashboardText,
  dashboardTextEntity,
  type DashboardTile,
  dashboardTileEntity
} from "@hedgerow/core/dashboards/Dashboard"
import { type InsightFilter, insightsBy } from "@hedgerow/core/dashboards/DashboardFilter"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { DashboardTextRepository } from "@hedgerow/core/dashboards/DashboardTextRepository"
import { DashboardTileRepository } from "@hedgerow/core/dashboards/DashboardTileRepository"
import { Insight, insightEntity } from "@hedgerow/core/dashboards/Insight"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import { makeShortId } from "@hedgerow/core/dashboards/ShortId"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

type Ports =
  | DashboardRepository
  | DashboardTextRepository
  | DashboardTileRepository
  | EntityContract.EntityPorts
  | InsightRepository

const later = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
const user = UserId.make(3)

const dashboardFields = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<Dashboard, "id"> = {
    project_id: project,
    name: "Board",
    description: "",
    pinned: false,
    deleted: false,
    creation_mode: "default",
    filters: {},
    tags: [],
    created_by: null,
    created_at: yield* DateTime.now
  }
  return fields
})

const insightFields = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<Insight, "id"> = {
    project_id: project,
    short_id: yield* makeShortId,
    name: "Calls",
    description: "",
    query: null,
    filters: {},
    tags: [],
    saved: false,
    favorited: false,
    derived_name: null,
    deleted: false,
    created_by: null,
    created_at: now,
    last_modified_by: null,
    last_modified_at: now
  }
  return fields
})

const makeDashboard = Effect.fnUntraced(function*(project: ProjectId) {
  return yield* (yield* DashboardRepository).create(yield* dashboardFields(project))
})

const makeInsight = Effect.fnUntraced(function*(project: ProjectId) {
  return yield* Effect.orDie((yield* InsightRepository).create(yield* insightFields(project)))
})

const dashboardChanges: Partial<Dashboard> = {
  name: "Ünïcode \"quoted\"",
  description: "x\ny",
  pinned: true,
  deleted: true,
  creation_mode: "template",
  filters: { date_from: "-30d", nested: [null, { a: 1.5 }] },
  tags: ["feature flags", "x,y", "\"\\"],
  created_by: user,
  created_at: later
}

const insightChanges = Effect.map(makeShortId, (short_id): Partial<Insight> => ({
  short_id,
  name: "Sales",
  description: "of all",
  query: { kind: "InsightVizNode", source: { kind: "TrendsQuery", series: [{ event: "a\\\"b" }] } },
  filters: { a: null },
  tags: ["t"],
  saved: true,
  favorited: true,
  derived_name: "Σ of sales",
  deleted: true,
  created_by: user,
  created_at: later,
  last_modified_by: user,
  last_modified_at: later
}))

const tileLayouts = Effect.fnUntraced(function*(project: ProjectId) {
  return { dashboard_id: (yield* makeDashboard(project)).id, insight_id: (yield* makeInsight(project)).id }
})

const tileFields = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<DashboardTile, "id"> = {
    project_id: project,
    ...yield* tileLayouts(project),
    layouts: {},
    color: null
  }
  return fields
})

const tileChanges = Effect.fnUntraced(function*(project: ProjectId) {
  const changes: Partial<DashboardTile> = {
    ...yield* tileLayouts(project),
    layouts: { sm: { x: 0, y: 1.5 } },
    color: "blue"
  }
  return changes
})

const textFields = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<DashboardText, "id"> = {
    project_id: project,
    dashboard_id: (yield* makeDashboard(project)).id,
    body: "# Growth",
    layouts: {},
    color: null,
    created_by: null,
    created_at: now,
    last_modified_by: null,
    last_modified_at: now
  }
  return fields
})

const textChanges = Effect.fnUntraced(function*(project: ProjectId) {
  const changes: Partial<DashboardText> = {
    dashboard_id: (yield* makeDashboard(project)).id,
    body: "Ünïcode \"quoted\"\n",
    layouts: { sm: { x: 0, y: 1.5 } },
    color: "blue",
    created_by: user,
    created_at: later,
    last_modified_by: user,
    last_modified_at: later
  }
  return changes
})

/** The contract of storages of dashboards, insights, tiles and texts. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  EntityContract.suite(name, storage, {
    entity: dashboardEntity,
    port: DashboardRepository,
    owner: makeProjectId,
    fields: dashboardFields,
    changes: () => Effect.succeed(dashboardChanges)
  })
  EntityContract.suite(name, storage, {
    entity: insightEntity,
    port: InsightRepository,
    owner: makeProjectId,
    fields: insightFields,
    changes: () => insightChanges
  })
  EntityContract.suite(name, storage, {
    entity: dashboardTileEntity,
    port: DashboardTileRepository,
    owner: makeProjectId,
    fields: tileFields,
    changes: tileChanges
  })
  EntityContract.suite(name, storage, {
    entity: dashboardTextEntity,
    port: DashboardTextRepository,
    owner: makeProjectId,
    fields: textFields,
    changes: textChanges
  })

  layer(storage, { excludeTestServices: true })(`Lists of insights: ${name}`, (it) => {
    it.effect("are narrowed by the kind of the query inside of what presents it", () =>
      Effect.gen(function*() {
        const insights = yield* InsightRepository
        const project = yield* makeProjectId
        const fields = yield* insightFields(project)
        const queries: ReadonlyArray<Insight["query"]> = [
          { kind: "InsightVizNode", source: { kind: "TrendsQuery" } },
          { kind: "DataTableNode", source: { kind: "DataVisualizationNode", source: { kind: "HogQLQuery" } } },
          { kind: "DataTableNode", source: { kind: "EventsQuery" } },
          null
        ]
        const made = yield* Effect.forEach(queries, (query, place) =>
          Effect.flatMap(makeShortId, (short_id) =>
            insights.create({ ...fields, query, short_id, name: `${place}`, tags: [`t${place % 2}`] })))
        const names = (filter: InsightFilter) =>
          Effect.map(
            insights.list(project, insightsBy({ order: "name", ...filter }), { limit: 10, offset: 0 }),
            ({ items }) =>
              items.map((one) =>
                one.name
              )
          )
        assert.deepStrictEqual(yield* names({ insight: "TRENDS" }), ["0"])
        assert.deepStrictEqual(yield* names({ insight: "SQL" }), ["1"])
        assert.deepStrictEqual(yield* names({ insight: "JSON" }), ["2"])
        assert.deepStrictEqual(yield* names({ tags: ["t1"], order: "-name" }), ["3", "1"])
        const [first] = made
        if (first !== undefined) yield* insights.update(new Insight({ ...first, query: { kind: "PathsQuery" } }))
        assert.deepStrictEqual(yield* names({ insight: "PATHS" }), ["0"])
      }))
  })
}
