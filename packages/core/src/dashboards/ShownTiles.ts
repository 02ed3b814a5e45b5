import { Effect } from "effect"
import { is, isIn } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { DashboardId, DashboardTile, ShownTile } from "./Dashboard.ts"
import { DashboardTextRepository } from "./DashboardTextRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import type { InsightId } from "./Insight.ts"
import { InsightRepository } from "./InsightRepository.ts"

/** Finds tiles: those of a dashboard with their contents, and those of insights. */
export const makeShownTiles = Effect.gen(function*() {
  const tiles = yield* DashboardTileRepository
  const texts = yield* DashboardTextRepository
  const insights = yield* InsightRepository

  /** The dashboard's tiles whose insight is not deleted, by id. */
  const ofDashboard = Effect.fnUntraced(function*(project: ProjectId, dashboard: DashboardId) {
    const placed = yield* tiles.all(project, { where: is("dashboard_id", dashboard) })
    const known = yield* insights.findMany(project, placed.map(({ insight_id }) => insight_id))
    const shown = new Map(known.filter(({ deleted }) => !deleted).map((insight) => [insight.id, insight]))
    return placed.flatMap((tile): ReadonlyArray<ShownTile> => {
      const insight = shown.get(tile.insight_id)
      return insight === undefined ? [] : [{ tile, insight }]
    })
  })

  /** The texts on the dashboard, by id. */
  const textsOf = (project: ProjectId, dashboard: DashboardId) =>
    texts.all(project, { where: is("dashboard_id", dashboard) })

  /** The tiles of these insights, by id. */
  const ofInsights = (
    project: ProjectId,
    ids: ReadonlyArray<InsightId>
  ): Effect.Effect<ReadonlyArray<DashboardTile>> =>
    ids.length === 0 ? Effect.succeed([]) : tiles.all(project, { where: isIn("insight_id", ids) })

  return { ofDashboard, ofInsights, textsOf }
})
