import type { ProjectId } from "@hedgerow/core/access/Project"
import { Dashboard, type DashboardId, DashboardTile, type DashboardTileId } from "@hedgerow/core/dashboards/Dashboard"
import {
  type DashboardFilter,
  DashboardRepository,
  type InsightFilter
} from "@hedgerow/core/dashboards/DashboardRepository"
import { Insight, type InsightId } from "@hedgerow/core/dashboards/Insight"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option, Order } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { compareText } from "./query/CellOrder.ts"
import { slice } from "./Slice.ts"

const byId: Order.Order<{ readonly id: number }> = Order.mapInput(Order.Number, ({ id }) => id)

/** Pinned ones first, then by name. */
const dashboardOrder = (left: Dashboard, right: Dashboard): number =>
  Number(right.pinned) - Number(left.pinned) || compareText(left.name, right.name) || left.id - right.id

const lastModifiedFirst: Order.Order<Insight> = Order.flip(
  Order.combine(Order.mapInput(DateTime.Order, (insight: Insight) => insight.last_modified_at), byId)
)

const isNamed = (name: string, search = ""): boolean => name.toLowerCase().includes(search.toLowerCase())

const isMeant = ({ pinned, search }: DashboardFilter) => (dashboard: Dashboard): boolean =>
  !dashboard.deleted && isNamed(dashboard.name, search) && (pinned === undefined || dashboard.pinned === pinned)

const isInsightMeant = ({ saved, search, shortId }: InsightFilter) => (insight: Insight): boolean =>
  !insight.deleted && isNamed(insight.name, search)
  && (saved === undefined || insight.saved === saved) && (shortId === undefined || insight.short_id === shortId)

/** Dashboards, tiles and insights in memory. */
export const layer: Layer.Layer<DashboardRepository, never, MemoryDatabase> = Layer.effect(
  DashboardRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (project: ProjectId, id: DashboardId) =>
      database.operation((state) => Option.fromUndefinedOr(state.of(project).dashboards.get(id)))

    return DashboardRepository.of({
      list: Effect.fn("DashboardRepository.list")((project: ProjectId, filter: DashboardFilter, page: PageRequest) =>
        database.operation((state) =>
          slice([...state.of(project).dashboards.values()].filter(isMeant(filter)).toSorted(dashboardOrder), page)
        )
      ),
      find: Effect.fn("DashboardRepository.find")(find),
      existing: Effect.fn("DashboardRepository.existing")((project: ProjectId, ids: ReadonlyArray<DashboardId>) =>
        database.operation((state) => {
          const { dashboards } = state.of(project)
          return new Set(ids.filter((id) => dashboards.get(id)?.deleted === false))
        })
      ),
      // A transaction has the whole database to itself.
      findForUpdate: Effect.fn("DashboardRepository.findForUpdate")(find),
      insert: Effect.fn("DashboardRepository.insert")((fields: Omit<Dashboard, "id">) =>
        database.operation((state) => {
          const dashboard = new Dashboard({ ...fields, id: state.nextId("dashboard") as DashboardId })
          state.of(dashboard.project_id).dashboards.set(dashboard.id, dashboard)
          return dashboard
        })
      ),
      update: Effect.fn("DashboardRepository.update")((dashboard: Dashboard) =>
        database.operation((state) => {
          const { dashboards } = state.of(dashboard.project_id)
          if (dashboards.has(dashboard.id)) dashboards.set(dashboard.id, dashboard)
        })
      ),

      tiles: Effect.fn("DashboardRepository.tiles")((project: ProjectId, dashboard: DashboardId) =>
        database.operation((state) => {
          const { dashboardTiles, insights } = state.of(project)
          return [...dashboardTiles.values()].filter((tile) => tile.dashboard_id === dashboard).toSorted(byId)
            .flatMap((tile) => {
              const insight = insights.get(tile.insight_id)
              return insight === undefined || insight.deleted ? [] : [{ tile, insight }]
            })
        })
      ),
      insertTile: Effect.fn("DashboardRepository.insertTile")((fields: Omit<DashboardTile, "id">) =>
        database.operation((state) => {
          const data = state.of(fields.project_id)
          if (!data.dashboards.has(fields.dashboard_id) || !data.insights.has(fields.insight_id)) {
            throw new Error("A tile needs a dashboard and an insight of its project")
          }
          const tile = new DashboardTile({ ...fields, id: state.nextId("dashboardTile") as DashboardTileId })
          data.dashboardTiles.set(tile.id, tile)
          return tile
        })
      ),
      tilesOfInsights: Effect.fn("DashboardRepository.tilesOfInsights")((
        project: ProjectId,
        insights: ReadonlyArray<InsightId>
      ) =>
        database.operation((state) => {
          const wanted = new Set(insights)
          return [...state.of(project).dashboardTiles.values()].filter((tile) => wanted.has(tile.insight_id))
            .toSorted(byId)
        })
      ),

      listInsights: Effect.fn("DashboardRepository.listInsights")((
        project: ProjectId,
        filter: InsightFilter,
        page: PageRequest
      ) =>
        database.operation((state) =>
          slice(
            [...state.of(project).insights.values()].filter(isInsightMeant(filter)).toSorted(lastModifiedFirst),
            page
          )
        )
      ),
      findInsight: Effect.fn("DashboardRepository.findInsight")((project: ProjectId, id: InsightId) =>
        database.operation((state) => Option.fromUndefinedOr(state.of(project).insights.get(id)))
      ),
      findInsightByShortId: Effect.fn("DashboardRepository.findInsightByShortId")((
        project: ProjectId,
        shortId: string
      ) =>
        database.operation((state) =>
          Option.fromUndefinedOr(
            [...state.of(project).insights.values()].find((insight) => insight.short_id === shortId)
          )
        )
      ),
      insertInsight: Effect.fn("DashboardRepository.insertInsight")((fields: Omit<Insight, "id">) =>
        database.operation((state) => {
          const insight = new Insight({ ...fields, id: state.nextId("insight") as InsightId })
          const { insights } = state.of(insight.project_id)
          if ([...insights.values()].some(({ short_id }) => short_id === insight.short_id)) {
            throw new Error("The short id is taken")
          }
          insights.set(insight.id, insight)
          return insight
        })
      ),
      updateInsight: Effect.fn("DashboardRepository.updateInsight")((insight: Insight) =>
        database.operation((state) => {
          const { insights } = state.of(insight.project_id)
          if (insights.has(insight.id)) insights.set(insight.id, insight)
        })
      )
    })
  })
)
