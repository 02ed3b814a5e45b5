import { eventDefinitionEntity, eventOf } from "@hedgerow/core/definitions/DefinitionEntities"
import type { EventDefinitionFilter, EventOrder } from "@hedgerow/core/definitions/DefinitionFilters"
import type { Day } from "@hedgerow/core/definitions/DefinitionUpdate"
import type { LearntDefinitions } from "@hedgerow/core/definitions/DescribedDefinitions"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { entityRows } from "../entities/EntityRows.ts"
import { columnsOf } from "../entities/EntityStatements.ts"
import { hasWords } from "./DefinitionSql.ts"

interface Counted {
  readonly counted: bigint
}

const nothing = { items: [], count: 0 }

/** Named here once more, since they become part of the SQL. */
const orderColumns: Readonly<Record<EventOrder, string>> = {
  name: "name",
  created_at: "created_at",
  last_seen_at: "last_seen_at",
  volume: "volume",
  volume_30_day: "volume_30_day"
}

/** Names come from an index; a name that was never seen is older than all that were. */
const orderOf = ({ order }: EventDefinitionFilter): string => {
  const by = order?.by ?? "name"
  const [up, down] = by === "last_seen_at" ? ["ASC NULLS FIRST", "DESC NULLS LAST"] : ["ASC", "DESC"]
  return `${orderColumns[by]} ${order?.isDescending === true ? down : up}${by === "name" ? "" : ", name"}`
}

const conditionsOf = (
  sql: SqlClient.SqlClient,
  project: ProjectId,
  { hidden, isCore, verified, words }: EventDefinitionFilter
): ReadonlyArray<Statement.Fragment> => [
  sql`d.project_id = ${project}`,
  ...(hidden === undefined ? [] : [sql`d.hidden = ${hidden}`]),
  ...(verified === undefined ? [] : [sql`d.verified = ${verified}`]),
  ...(isCore === undefined ? [] : [sql`starts_with(d.name, '$') = ${isCore}`]),
  ...hasWords(sql, words)
]

/** Lists of events with their volumes. */
export const makeEventLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { read } = entityRows(sql, eventDefinitionEntity)
  const columns = sql.literal(columnsOf(eventDefinitionEntity))

  const countedSince = (since: Day) => sql`date '1970-01-01' + ${since}::int4`

  /** The volumes of all names at once, for an order by them. */
  const ranked = (project: ProjectId, since: Day) =>
    sql`SELECT e.*, coalesce(v.volume_30_day, 0) AS volume_30_day FROM event_definitions e LEFT JOIN (
        SELECT name, sum(volume)::int8 AS volume_30_day FROM event_volumes
        WHERE project_id = ${project} AND day >= ${countedSince(since)} GROUP BY name
      ) v ON v.name = e.name WHERE e.project_id = ${project}`

  const list = (project: ProjectId, filter: EventDefinitionFilter, since: Day, { limit, offset }: PageRequest) => {
    const rows = filter.order?.by === "volume_30_day"
      ? sql`(${ranked(project, since)})`
      : sql`event_definitions`
    const order = sql.literal(orderOf(filter))
    // The page is chosen first: only its rows are counted.
    return sql<Counted>`SELECT ${columns}, coalesce((
        SELECT sum(v.volume) FROM event_volumes v
        WHERE v.project_id = d.project_id AND v.name = d.name AND v.day >= ${countedSince(since)}
      ), 0)::int8 AS counted FROM (
        SELECT d.*, row_number() OVER (ORDER BY ${order}) AS place FROM ${rows} d
        WHERE ${sql.and(conditionsOf(sql, project, filter))} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
      ) d ORDER BY d.place`
  }

  return {
    listEvents: Effect.fn("PgDefinitionRepository.listEvents")(
      function*(project: ProjectId, filter: EventDefinitionFilter, since: Day, page: PageRequest) {
        if (filter.words?.every(isStorable) === false) return nothing
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM event_definitions d
          WHERE ${sql.and(conditionsOf(sql, project, filter))}`
        const count = total?.count ?? 0
        if (page.offset >= count) return { items: [], count }
        const found = yield* list(project, filter, since, page)
        const volumes = found.map(({ counted }) => Number(counted))
        const rows = yield* read(found.map(({ counted: _counted, ...row }) => row))
        return { items: rows.map((row, index) => eventOf(row, volumes[index] ?? 0)), count }
      },
      Effect.orDie
    ),

    volumeSince: Effect.fn("PgDefinitionRepository.volumeSince")(
      function*(project: ProjectId, name: string, since: Day) {
        const [total] = yield* sql<Counted>`SELECT coalesce(sum(volume), 0)::int8 AS counted FROM event_volumes
          WHERE project_id = ${project} AND name = ${name} AND day >= ${countedSince(since)}`
        return Number(total?.counted ?? 0)
      },
      Effect.orDie
    ),

    forgetVolumes: Effect.fn("PgDefinitionRepository.forgetVolumes")(
      function*(project: ProjectId, name: string) {
        yield* sql`DELETE FROM event_volumes WHERE project_id = ${project} AND name = ${name}`
      },
      Effect.orDie
    )
  } satisfies Partial<LearntDefinitions>
})
