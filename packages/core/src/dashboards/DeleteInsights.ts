import { Effect, Option } from "effect"
import type { Editing } from "../entities/Changes.ts"
import { is, isIn } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Dashboard } from "./Dashboard.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { makeInsightEditing } from "./EditInsights.ts"
import type { InsightId } from "./Insight.ts"
import { InsightRepository } from "./InsightRepository.ts"

/** Deletes the insights of a dashboard that stand on no other one, as a part of a transaction. */
export const makeInsightDeletion = Effect.gen(function*() {
  const dashboards = yield* DashboardRepository
  const tiles = yield* DashboardTileRepository
  const insights = yield* InsightRepository
  const editing = yield* makeInsightEditing

  /** The insights that a dashboard beside this one shows. */
  const shownElsewhere = Effect.fnUntraced(
    function*({ id, project_id }: Dashboard, of: ReadonlyArray<InsightId>) {
      const placed = yield* tiles.all(project_id, { where: isIn("insight_id", of) })
      const others = placed.filter(({ dashboard_id }) => dashboard_id !== id)
      const known = yield* dashboards.findMany(project_id, [...new Set(others.map(({ dashboard_id }) => dashboard_id))])
      const living = new Set(known.filter(({ deleted }) => !deleted).map(({ id }) => id))
      return new Set(others.filter(({ dashboard_id }) => living.has(dashboard_id)).map(({ insight_id }) => insight_id))
    }
  )

  const lock = (project: ProjectId, id: InsightId) =>
    Effect.map(insights.findForUpdate(project, id), Option.filter(({ deleted }) => !deleted))

  return Effect.fnUntraced(function*(by: Editing, dashboard: Dashboard) {
    const { id, project_id } = dashboard
    const placed = yield* tiles.all(project_id, { where: is("dashboard_id", id) })
    const ids = [...new Set(placed.map(({ insight_id }) => insight_id))].sort((one, other) => one - other)
    // Nobody puts them on another dashboard from here on.
    const found = yield* Effect.forEach(ids, (insight) => lock(project_id, insight))
    const elsewhere = yield* shownElsewhere(dashboard, ids)
    for (const insight of found.flatMap(Option.toArray)) {
      if (!elsewhere.has(insight.id)) yield* editing.change(by, insight, { deleted: true })
    }
  })
})
