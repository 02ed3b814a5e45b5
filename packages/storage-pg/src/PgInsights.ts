import type { ProjectId } from "@hedgerow/core/access/Project"
import type { InsightFilter } from "@hedgerow/core/dashboards/DashboardRepository"
import { Insight, type InsightId } from "@hedgerow/core/dashboards/Insight"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { hasWords } from "./definitions/DefinitionSql.ts"
import { isStorable, requireStorable } from "./Values.ts"
import { wholeRows } from "./WholeRow.ts"

/** A row of `insights`; times are texts where the row was read as JSON. */
export interface InsightRow extends Omit<Insight, "created_at" | "last_modified_at"> {
  readonly created_at: Date | string
  readonly last_modified_at: Date | string
}

export const insightOf = ({ created_at, last_modified_at, ...row }: InsightRow): Insight =>
  new Insight({
    ...row,
    created_at: DateTime.makeUnsafe(created_at),
    last_modified_at: DateTime.makeUnsafe(last_modified_at)
  })

const first = (rows: ReadonlyArray<InsightRow>): Option.Option<Insight> =>
  Option.map(Option.fromNullishOr(rows[0]), insightOf)

const columns = [
  "short_id",
  "name",
  "description",
  "query",
  "filters",
  "tags",
  "saved",
  "deleted",
  "created_by",
  "created_at",
  "last_modified_by",
  "last_modified_at"
] as const

const rowOf = (insight: Omit<Insight, "id">) => ({
  ...Struct.pick(insight, columns),
  created_at: DateTime.toDateUtc(insight.created_at),
  last_modified_at: DateTime.toDateUtc(insight.last_modified_at)
})

const storable = (insight: Omit<Insight, "id">) =>
  requireStorable([insight.short_id, insight.name, insight.description, ...insight.tags])

/** The part of the port that is about insights. */
export const makeInsights = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const write = wholeRows(sql, "insights", columns)

  const conditions = (project: ProjectId, { saved, search = "", shortId }: InsightFilter) =>
    sql.and([
      sql`d.project_id = ${project}`,
      sql`NOT d.deleted`,
      ...(search === "" ? [] : hasWords(sql, [search.toLowerCase()])),
      ...(saved === undefined ? [] : [sql`d.saved = ${saved}`]),
      ...(shortId === undefined ? [] : [sql`d.short_id = ${shortId}`])
    ])

  return {
    listInsights: Effect.fn("PgDashboardRepository.listInsights")(
      function*(project: ProjectId, filter: InsightFilter, { limit, offset }: PageRequest) {
        if (![filter.search ?? "", filter.shortId ?? ""].every(isStorable)) return { items: [], count: 0 }
        const where = conditions(project, filter)
        const rows = yield* sql<InsightRow>`SELECT d.* FROM insights d WHERE ${where}
          ORDER BY d.last_modified_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`
        const counts = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM insights d WHERE ${where}`
        return { items: rows.map(insightOf), count: counts[0]?.count ?? 0 }
      },
      Effect.orDie
    ),

    findInsight: Effect.fn("PgDashboardRepository.findInsight")(function*(project: ProjectId, id: InsightId) {
      return first(yield* sql<InsightRow>`SELECT * FROM insights WHERE project_id = ${project} AND id = ${id}`)
    }, Effect.orDie),

    findInsightByShortId: Effect.fn("PgDashboardRepository.findInsightByShortId")(
      function*(project: ProjectId, shortId: string) {
        if (!isStorable(shortId)) return Option.none()
        return first(
          yield* sql<InsightRow>`SELECT * FROM insights WHERE project_id = ${project} AND short_id = ${shortId}`
        )
      },
      Effect.orDie
    ),

    insertInsight: Effect.fn("PgDashboardRepository.insertInsight")(function*(insight: Omit<Insight, "id">) {
      yield* storable(insight)
      return yield* Effect.fromOption(first(yield* write.insert<InsightRow>(insight.project_id, rowOf(insight))))
    }, Effect.orDie),

    updateInsight: Effect.fn("PgDashboardRepository.updateInsight")(function*(insight: Insight) {
      yield* storable(insight)
      yield* write.update(insight.project_id, insight.id, rowOf(insight))
    }, Effect.orDie)
  }
})
