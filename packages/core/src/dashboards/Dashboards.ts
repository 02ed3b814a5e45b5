import { Context, Effect, Layer, Option } from "effect"
import type { Changes, Editing } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { QueryKinds } from "../query/QueryKinds.ts"
import { queryOfFilters } from "../query/upgrade/OlderFilters.ts"
import { makeUpgrade } from "../query/upgrade/UpgradeQuery.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import {
  type Dashboard,
  type DashboardId,
  type DashboardPage,
  type DashboardTile,
  type ShownTile
} from "./Dashboard.ts"
import { type DashboardNotFound, InsightNotFound } from "./DashboardErrors.ts"
import { type DashboardFilter, dashboardsBy, type InsightFilter, insightsBy } from "./DashboardFilter.ts"
import { readDashboardChanges, readNewDashboard } from "./DashboardInput.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import type { DashboardTextRepository } from "./DashboardTextRepository.ts"
import type { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { makeDashboardEditing } from "./EditDashboards.ts"
import { makeInsightEditing } from "./EditInsights.ts"
import { Insight, type InsightId } from "./Insight.ts"
import { InsightRepository } from "./InsightRepository.ts"
import { makeShownTiles } from "./ShownTiles.ts"
import { type KeyChange, makeUsageDashboards } from "./UsageDashboards.ts"

/** An insight and the tiles that show it. */
export interface ShownInsight {
  readonly insight: Insight
  readonly tiles: ReadonlyArray<DashboardTile>
}

type Ports =
  | Changes
  | DashboardRepository
  | DashboardTextRepository
  | DashboardTileRepository
  | InsightRepository
  | Transaction

/** The dashboards and insights of projects. Ids stand as in URLs: a text that is none finds nothing. */
export class Dashboards extends Context.Service<Dashboards, {
  /** Those not deleted: pinned ones first, then by name. */
  readonly list: (project: ProjectId, filter: DashboardFilter, page: PageRequest) => Effect.Effect<Page<Dashboard>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: string) => Effect.Effect<DashboardPage, DashboardNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<DashboardPage, InvalidInput>
  /** Changes what `body` names, tiles too; marks as deleted and restores. */
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<DashboardPage, DashboardNotFound | InvalidInput>
  /** Takes a tile to another dashboard; returns the one on which it stood. */
  readonly moveTile: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<DashboardPage, DashboardNotFound | InvalidInput>
  /** Those not deleted, the last modified first. */
  readonly listInsights: (
    project: ProjectId,
    filter: InsightFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ShownInsight>>
  /** By id or short id, also a deleted one. */
  readonly findInsight: (project: ProjectId, id: string) => Effect.Effect<ShownInsight, InsightNotFound>
  /** Makes an insight of `body`, and puts it on the dashboards that it names. */
  readonly createInsight: (by: Editing, body: unknown) => Effect.Effect<ShownInsight, InvalidInput>
  /** Changes what `body` names, by id or short id; `dashboards` are those that it stands on from then on. */
  readonly patchInsight: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<ShownInsight, InsightNotFound | InvalidInput>
  /** The dashboards and insights that a list shows with their tiles. */
  readonly shown: (project: ProjectId, tiles: ReadonlyArray<ShownTile>) => Effect.Effect<ReadonlyArray<ShownInsight>>
  /** Those of these ids that are no dashboards of the project, or deleted ones. */
  readonly missing: (project: ProjectId, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
  /** Makes the dashboard that shows how a flag is used. */
  readonly createUsageDashboard: (by: Editing, flagKey: string) => Effect.Effect<Dashboard>
  /** Adds insights of `$feature_view` and `$feature_interaction`, unless they exist; returns whether it added them. */
  readonly enrichUsageDashboard: (
    by: Editing,
    id: DashboardId,
    flagKey: string
  ) => Effect.Effect<boolean, DashboardNotFound>
  /** Rewrites what of a usage dashboard is still as it was made. */
  readonly renameUsageDashboard: (
    by: Editing,
    id: DashboardId,
    keys: KeyChange
  ) => Effect.Effect<void, DashboardNotFound>
}>()("@hedgerow/core/dashboards/Dashboards") {
  static readonly layer: Layer.Layer<Dashboards, never, Ports> = Layer.effect(
    Dashboards,
    Effect.gen(function*() {
      const repository = yield* DashboardRepository
      const insights = yield* InsightRepository
      const tiles = yield* makeShownTiles
      const editing = yield* makeDashboardEditing
      const insightEditing = yield* makeInsightEditing
      const usage = yield* makeUsageDashboards
      const upgrade = makeUpgrade(yield* QueryKinds)

      /** Stored queries are brought to the last versions of their kinds when they are read, filters of old to queries. */
      const upgraded = Effect.fnUntraced(function*(insight: Insight) {
        const query = yield* upgrade(insight.query ?? queryOfFilters(insight.filters))
        return query === insight.query ? insight : new Insight({ ...insight, query: query as Insight["query"] })
      })

      const withTiles = Effect.fnUntraced(function*(dashboard: Dashboard) {
        const { id, project_id } = dashboard
        const shown = yield* tiles.ofDashboard(project_id, id)
        const page: DashboardPage = {
          dashboard,
          tiles: yield* Effect.forEach(
            shown,
            ({ insight, tile }) => Effect.map(upgraded(insight), (one) => ({ tile, insight: one }))
          ),
          texts: yield* tiles.textsOf(project_id, id)
        }
        return page
      })

      const findInsight = Effect.fnUntraced(function*(project: ProjectId, text: string) {
        const id = positiveInt4(text)
        const byId = id === undefined ? Option.none() : yield* insights.find(project, id as InsightId)
        const found = Option.isSome(byId) ? byId : yield* byShortId(project, text)
        if (Option.isNone(found)) return yield* new InsightNotFound()
        return found.value
      })

      const shownInsight = Effect.fnUntraced(function*({ insight, tiles }: ShownInsight) {
        const shown: ShownInsight = { insight: yield* upgraded(insight), tiles }
        return shown
      })

      const withPlaces = Effect.fnUntraced(function*(project: ProjectId, shown: ReadonlyArray<Insight>) {
        const placed = Map.groupBy(
          yield* tiles.ofInsights(project, shown.map(({ id }) => id)),
          ({ insight_id }) => insight_id
        )
        return shown.map((insight) => ({ insight, tiles: placed.get(insight.id) ?? [] }))
      })

      const byShortId = (project: ProjectId, text: string) =>
        insights.first(project, { where: is("short_id", text), includesDeleted: true })

      return Dashboards.of({
        list: Effect.fn("Dashboards.list")((project, filter, page) =>
          repository.list(project, dashboardsBy(filter), page)
        ),
        find: Effect.fn("Dashboards.find")(function*(project, id) {
          return yield* withTiles(yield* editing.find(project, id))
        }),
        create: Effect.fn("Dashboards.create")(function*(by, body) {
          return yield* withTiles(yield* editing.create(by, readNewDashboard(body)))
        }),
        patch: Effect.fn("Dashboards.patch")(function*(by, id, body) {
          return yield* withTiles(yield* editing.update(by, id, () => readDashboardChanges(body)))
        }),
        moveTile: Effect.fn("Dashboards.moveTile")(function*(by, id, body) {
          return yield* withTiles(yield* editing.moveTile(by, id, body))
        }),
        listInsights: Effect.fn("Dashboards.listInsights")(function*(project, filter, asked) {
          const page = yield* insights.list(project, insightsBy(filter), asked)
          const items = yield* Effect.forEach(page.items, upgraded)
          return { items: yield* withPlaces(project, items), count: page.count }
        }),
        findInsight: Effect.fn("Dashboards.findInsight")(function*(project, text) {
          const insight = yield* findInsight(project, text)
          return yield* shownInsight({ insight, tiles: yield* tiles.ofInsights(project, [insight.id]) })
        }),
        createInsight: Effect.fn("Dashboards.createInsight")(function*(by, body) {
          return yield* shownInsight(yield* insightEditing.create(by, body))
        }),
        patchInsight: Effect.fn("Dashboards.patchInsight")(function*(by, text, body) {
          const { id } = yield* findInsight(by.project.id, text)
          return yield* shownInsight(yield* insightEditing.update(by, id, body))
        }),
        shown: Effect.fn("Dashboards.shown")((project, shown) =>
          withPlaces(project, shown.map(({ insight }) => insight))
        ),
        missing: Effect.fn("Dashboards.missing")(function*(project, ids) {
          const possible: ReadonlyArray<number> = ids.filter((id) => positiveInt4(id) !== undefined)
          const known = yield* repository.findMany(project, possible as ReadonlyArray<DashboardId>)
          const found = new Set<number>(known.filter(({ deleted }) => !deleted).map(({ id }) => id))
          return ids.filter((id) => !found.has(id))
        }),
        createUsageDashboard: Effect.fn("Dashboards.createUsageDashboard")(usage.create),
        enrichUsageDashboard: Effect.fn("Dashboards.enrichUsageDashboard")(usage.enrich),
        renameUsageDashboard: Effect.fn("Dashboards.renameUsageDashboard")(usage.rename)
      })
    })
  )
}
