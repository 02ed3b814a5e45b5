import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Dashboard, DashboardId, DashboardTile, ShownTile } from "./Dashboard.ts"
import type { Insight, InsightId } from "./Insight.ts"

/** Which dashboards are meant, of those not deleted; everything not named is any. */
export interface DashboardFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly pinned?: boolean
}

/** Which insights are meant, of those not deleted; everything not named is any. */
export interface InsightFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly shortId?: string
  readonly saved?: boolean
}

/** Storage of dashboards, their tiles, and insights. */
export class DashboardRepository extends Context.Service<DashboardRepository, {
  /** Those not deleted: pinned ones first, then by name. */
  readonly list: (project: ProjectId, filter: DashboardFilter, page: PageRequest) => Effect.Effect<Page<Dashboard>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: DashboardId) => Effect.Effect<Option.Option<Dashboard>>
  /** Which of these are dashboards of the project, and not deleted. */
  readonly existing: (
    project: ProjectId,
    ids: ReadonlyArray<DashboardId>
  ) => Effect.Effect<ReadonlySet<DashboardId>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findForUpdate: (project: ProjectId, id: DashboardId) => Effect.Effect<Option.Option<Dashboard>>
  readonly insert: (dashboard: Omit<Dashboard, "id">) => Effect.Effect<Dashboard>
  /** Replaces all fields of the project's dashboard with this id. */
  readonly update: (dashboard: Dashboard) => Effect.Effect<void>

  /** The dashboard's tiles whose insight is not deleted, by id. */
  readonly tiles: (project: ProjectId, dashboard: DashboardId) => Effect.Effect<ReadonlyArray<ShownTile>>
  readonly insertTile: (tile: Omit<DashboardTile, "id">) => Effect.Effect<DashboardTile>
  /** The tiles of these insights, by id. */
  readonly tilesOfInsights: (
    project: ProjectId,
    insights: ReadonlyArray<InsightId>
  ) => Effect.Effect<ReadonlyArray<DashboardTile>>

  /** Those not deleted, the last modified first. */
  readonly listInsights: (project: ProjectId, filter: InsightFilter, page: PageRequest) => Effect.Effect<Page<Insight>>
  /** Also a deleted one. */
  readonly findInsight: (project: ProjectId, id: InsightId) => Effect.Effect<Option.Option<Insight>>
  readonly findInsightByShortId: (project: ProjectId, shortId: string) => Effect.Effect<Option.Option<Insight>>
  readonly insertInsight: (insight: Omit<Insight, "id">) => Effect.Effect<Insight>
  /** Replaces all fields of the project's insight with this id. */
  readonly updateInsight: (insight: Insight) => Effect.Effect<void>
}>()("@hedgerow/core/dashboards/DashboardRepository") {}
