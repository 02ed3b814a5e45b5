import type { ProjectId } from "@hedgerow/core/access/Project"
import { Dashboard, type DashboardId, DashboardTile } from "@hedgerow/core/dashboards/Dashboard"
import { type DashboardFilter, DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import type { InsightId } from "@hedgerow/core/dashboards/Insight"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { hasWords } from "./definitions/DefinitionSql.ts"
import { insightOf, type InsightRow, makeInsights } from "./PgInsights.ts"
import { isStorable, requireStorable, utc } from "./Values.ts"
import { wholeRows } from "./WholeRow.ts"

interface Row extends Omit<Dashboard, "created_at"> {
  readonly created_at: Date
}

const fromRow = ({ created_at, ...row }: Row): Dashboard => new Dashboard({ ...row, created_at: utc(created_at) })

const first = (rows: ReadonlyArray<Row>): Option.Option<Dashboard> => Option.map(Option.fromNullishOr(rows[0]), fromRow)

const columns = [
  "name",
  "description",
  "pinned",
  "deleted",
  "creation_mode",
  "filters",
  "tags",
  "created_by",
  "created_at"
] as const

const tileColumns = ["dashboard_id", "insight_id", "layouts", "color"] as const

const rowOf = (dashboard: Omit<Dashboard, "id">) => ({
  ...Struct.pick(dashboard, columns),
  created_at: DateTime.toDateUtc(dashboard.created_at)
})

type TileRow = Omit<DashboardTile, "project_id">

/** Dashboards, tiles and insights in PostgreSQL. */
export const layer: Layer.Layer<DashboardRepository, never, SqlClient.SqlClient> = Layer.effect(
  DashboardRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const insights = yield* makeInsights
    const write = wholeRows(sql, "dashboards", columns)
    const writeTile = wholeRows(sql, "dashboard_tiles", tileColumns)

    const conditions = (project: ProjectId, { pinned, search = "" }: DashboardFilter) =>
      sql.and([
        sql`d.project_id = ${project}`,
        sql`NOT d.deleted`,
        ...(search === "" ? [] : hasWords(sql, [search.toLowerCase()])),
        ...(pinned === undefined ? [] : [sql`d.pinned = ${pinned}`])
      ])

    const storable = (dashboard: Omit<Dashboard, "id">) =>
      requireStorable([dashboard.name, dashboard.description, ...dashboard.tags])

    return DashboardRepository.of({
      ...insights,

      list: Effect.fn("PgDashboardRepository.list")(
        function*(project: ProjectId, filter: DashboardFilter, { limit, offset }: PageRequest) {
          if (!isStorable(filter.search ?? "")) return { items: [], count: 0 }
          const where = conditions(project, filter)
          const rows = yield* sql<Row>`SELECT d.* FROM dashboards d WHERE ${where}
            ORDER BY d.pinned DESC, d.name, d.id LIMIT ${limit} OFFSET ${offset}`
          const counts = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM dashboards d WHERE ${where}`
          return { items: rows.map(fromRow), count: counts[0]?.count ?? 0 }
        },
        Effect.orDie
      ),

      find: Effect.fn("PgDashboardRepository.find")(function*(project: ProjectId, id: DashboardId) {
        return first(yield* sql<Row>`SELECT * FROM dashboards WHERE project_id = ${project} AND id = ${id}`)
      }, Effect.orDie),

      existing: Effect.fn("PgDashboardRepository.existing")(
        function*(project: ProjectId, ids: ReadonlyArray<DashboardId>) {
          if (ids.length === 0) return new Set<DashboardId>()
          const rows = yield* sql<Pick<Row, "id">>`SELECT id FROM dashboards
            WHERE project_id = ${project} AND id = ANY(${ids}::int4[]) AND NOT deleted`
          return new Set(rows.map(({ id }) => id))
        },
        Effect.orDie
      ),

      findForUpdate: Effect.fn("PgDashboardRepository.findForUpdate")(function*(project: ProjectId, id: DashboardId) {
        return first(yield* sql<Row>`SELECT * FROM dashboards WHERE project_id = ${project} AND id = ${id} FOR UPDATE`)
      }, Effect.orDie),

      insert: Effect.fn("PgDashboardRepository.insert")(function*(dashboard: Omit<Dashboard, "id">) {
        yield* storable(dashboard)
        return yield* Effect.fromOption(first(yield* write.insert<Row>(dashboard.project_id, rowOf(dashboard))))
      }, Effect.orDie),

      update: Effect.fn("PgDashboardRepository.update")(function*(dashboard: Dashboard) {
        yield* storable(dashboard)
        yield* write.update(dashboard.project_id, dashboard.id, rowOf(dashboard))
      }, Effect.orDie),

      tiles: Effect.fn("PgDashboardRepository.tiles")(function*(project: ProjectId, dashboard: DashboardId) {
        const rows = yield* sql<{ tile: TileRow; insight: InsightRow }>`SELECT
            jsonb_build_object('id', t.id, 'dashboard_id', t.dashboard_id, 'insight_id', t.insight_id,
              'layouts', t.layouts, 'color', t.color) AS tile, to_jsonb(i) AS insight
          FROM dashboard_tiles t JOIN insights i ON i.project_id = t.project_id AND i.id = t.insight_id
          WHERE t.project_id = ${project} AND t.dashboard_id = ${dashboard} AND NOT i.deleted ORDER BY t.id`
        return rows.map(({ insight, tile }) => ({
          tile: new DashboardTile({ ...tile, project_id: project }),
          insight: insightOf(insight)
        }))
      }, Effect.orDie),

      insertTile: Effect.fn("PgDashboardRepository.insertTile")(function*(tile: Omit<DashboardTile, "id">) {
        const rows = yield* writeTile.insert<DashboardTile>(tile.project_id, Struct.pick(tile, tileColumns))
        return new DashboardTile(yield* Effect.fromNullishOr(rows[0]))
      }, Effect.orDie),

      tilesOfInsights: Effect.fn("PgDashboardRepository.tilesOfInsights")(
        function*(project: ProjectId, ids: ReadonlyArray<InsightId>) {
          if (ids.length === 0) return []
          const rows = yield* sql<DashboardTile>`SELECT * FROM dashboard_tiles
            WHERE project_id = ${project} AND insight_id = ANY(${ids}::int4[]) ORDER BY id`
          return rows.map((row) => new DashboardTile(row))
        },
        Effect.orDie
      )
    })
  })
)
