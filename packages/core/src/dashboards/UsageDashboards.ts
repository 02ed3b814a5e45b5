import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing, userOf } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Dashboard, dashboardEntity, type DashboardId } from "./Dashboard.ts"
import { DashboardNotFound } from "./DashboardErrors.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { makeInsightEditing } from "./EditInsights.ts"
import type { Insight } from "./Insight.ts"
import { makeShownTiles } from "./ShownTiles.ts"
import { callTiles, enrichedTiles, usageDashboard, type UsageTile, usageTiles } from "./UsageDashboard.ts"

/** A flag's key before and after. */
export interface KeyChange {
  readonly from: string
  readonly to: string
}

/** Whether an insight is still as it was made. */
const isUntouched = (insight: Insight, made: UsageTile): boolean =>
  insight.name === made.name && insight.description === made.description
  && canonicalJson(insight.query) === canonicalJson(made.query)

/** Creates and maintains the usage dashboards of flags: each change is one transaction with its activity. */
export const makeUsageDashboards = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const insights = yield* makeInsightEditing
  const tiles = yield* DashboardTileRepository
  const shownTiles = yield* makeShownTiles
  const transaction = yield* Transaction
  const { record } = yield* Changes

  const require = Effect.fnUntraced(function*(project: ProjectId, id: DashboardId) {
    const found = Option.getOrUndefined(yield* repository.findForUpdate(project, id))
    return found === undefined || found.deleted ? yield* new DashboardNotFound() : found
  })

  const addTile = Effect.fnUntraced(function*(by: Editing, dashboard: Dashboard, tile: UsageTile) {
    const { color, description, layouts, name, query } = tile
    // An insight that names no dashboards breaks no rule.
    const insight = yield* Effect.orDie(insights.make(by, {
      name,
      description,
      query,
      filters: {},
      tags: [],
      saved: false,
      favorited: false,
      derived_name: null,
      dashboards: []
    }))
    yield* tiles.create({
      project_id: dashboard.project_id,
      dashboard_id: dashboard.id,
      insight_id: insight.id,
      layouts,
      color
    })
  })

  const addTiles = (by: Editing, dashboard: Dashboard, wanted: ReadonlyArray<UsageTile>) =>
    Effect.forEach(wanted, (tile) => addTile(by, dashboard, tile), { discard: true })

  const create = Effect.fnUntraced(function*(by: Editing, key: string) {
    const dashboard = yield* repository.create({
      ...usageDashboard(key),
      project_id: by.project.id,
      pinned: false,
      deleted: false,
      created_by: userOf(by),
      created_at: yield* DateTime.now
    })
    yield* record(by, dashboardEntity, { after: dashboard })
    yield* addTiles(by, dashboard, callTiles(key))
    return dashboard
  }, transaction.run)

  const enrich = Effect.fnUntraced(function*(by: Editing, id: DashboardId, key: string) {
    const dashboard = yield* require(by.project.id, id)
    const present = new Set((yield* shownTiles.ofDashboard(by.project.id, id)).map(({ insight }) => insight.name))
    const missing = enrichedTiles(key).filter(({ name }) => !present.has(name))
    yield* addTiles(by, dashboard, missing)
    return missing.length > 0
  }, transaction.run)

  /** An insight that a user has made their own stays as it is. */
  const rename = Effect.fnUntraced(function*(by: Editing, id: DashboardId, { from, to }: KeyChange) {
    const before = yield* require(by.project.id, id)
    const [old, made] = [usageDashboard(from), usageDashboard(to)]
    const after = new Dashboard({
      ...before,
      name: before.name === old.name ? made.name : before.name,
      description: before.description === old.description ? made.description : before.description
    })
    yield* repository.update(after)
    yield* record(by, dashboardEntity, { before, after })
    const renamed = usageTiles(to)
    for (const { insight } of yield* shownTiles.ofDashboard(by.project.id, id)) {
      const index = usageTiles(from).findIndex((tile) => isUntouched(insight, tile))
      const tile = renamed[index]
      if (tile === undefined) continue
      const { description, query } = tile
      yield* Effect.orDie(insights.change(by, insight, { description, query }))
    }
  }, transaction.run)

  return { create, enrich, rename }
})
