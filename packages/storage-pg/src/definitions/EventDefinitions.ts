import type { DefinitionId } from "@hedgerow/core/definitions/Definition"
import { EventNameTaken } from "@hedgerow/core/definitions/DefinitionErrors"
import type { EventDefinitionFilter, EventOrder } from "@hedgerow/core/definitions/DefinitionFilters"
import type { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import type { Day } from "@hedgerow/core/definitions/DefinitionUpdate"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { timeOf } from "../database/Values.ts"
import { eventColumns, eventOf, type EventRow } from "./DefinitionRows.ts"
import { dateOrNull, hasWords } from "./DefinitionSql.ts"

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

/** The part of the port that is about events. */
export const makeEventDefinitions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(eventColumns)

  const countedSince = (since: Day) => sql`date '1970-01-01' + ${since}::int4`

  /** The columns of some rows of `event_definitions d`, with the volume of each one's last days. */
  const select = (since: Day) =>
    sql`SELECT ${columns}, coalesce((
        SELECT sum(v.volume) FROM event_volumes v
        WHERE v.project_id = d.project_id AND v.name = d.name AND v.day >= ${countedSince(since)}
      ), 0)::int8 AS volume_30_day`

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
    return sql<EventRow>`${select(since)} FROM (
        SELECT d.*, row_number() OVER (ORDER BY ${order}) AS place FROM ${rows} d
        WHERE ${sql.and(conditionsOf(sql, project, filter))} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
      ) d ORDER BY d.place`
  }

  const first = (rows: ReadonlyArray<EventRow>) => Option.map(Option.fromNullishOr(rows[0]), eventOf)

  return {
    listEvents: Effect.fn("PgDefinitionRepository.listEvents")(
      function*(project: ProjectId, filter: EventDefinitionFilter, since: Day, page: PageRequest) {
        if (filter.words?.every(isStorable) === false) return nothing
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM event_definitions d
          WHERE ${sql.and(conditionsOf(sql, project, filter))}`
        const count = total?.count ?? 0
        if (page.offset >= count) return { items: [], count }
        return { items: (yield* list(project, filter, since, page)).map(eventOf), count }
      },
      Effect.orDie
    ),

    findEvent: Effect.fn("PgDefinitionRepository.findEvent")(
      function*(project: ProjectId, id: DefinitionId, since: Day) {
        return first(
          yield* sql<EventRow>`${
            select(since)
          } FROM event_definitions d WHERE d.project_id = ${project} AND d.id = ${id}`
        )
      },
      Effect.orDie
    ),

    findEventForUpdate: Effect.fn("PgDefinitionRepository.findEventForUpdate")(
      function*(project: ProjectId, id: DefinitionId, since: Day) {
        return first(
          yield* sql<EventRow>`${select(since)} FROM event_definitions d
            WHERE d.project_id = ${project} AND d.id = ${id} FOR UPDATE OF d`
        )
      },
      Effect.orDie
    ),

    findEventByName: Effect.fn("PgDefinitionRepository.findEventByName")(
      function*(project: ProjectId, name: string, since: Day) {
        if (!isStorable(name)) return Option.none()
        return first(
          yield* sql<EventRow>`${
            select(since)
          } FROM event_definitions d WHERE d.project_id = ${project} AND d.name = ${name}`
        )
      },
      Effect.orDie
    ),

    insertEvent: Effect.fn("PgDefinitionRepository.insertEvent")(
      function*(project: ProjectId, event: EventDefinition) {
        yield* requireStorable([event.name, event.description ?? "", ...event.tags])
        const created = sql.literal(timeOf(String(event.created_at)))
        const rows = yield* sql`INSERT INTO event_definitions (project_id, name, id, created_at, last_seen_at, owner,
            description, tags, verified, verified_at, verified_by, hidden, updated_at, updated_by)
          VALUES (${project}, ${event.name}, ${event.id}, ${created}, NULL, ${event.owner}::int4,
            ${event.description}::text, ${event.tags}::text[], ${event.verified},
            ${dateOrNull(event.verified_at)}::timestamptz, ${event.verified_by}::int4, ${event.hidden},
            ${dateOrNull(event.updated_at)}::timestamptz, ${event.updated_by}::int4)
          ON CONFLICT (project_id, name) DO NOTHING RETURNING id`.pipe(Effect.orDie)
        if (rows.length === 0) return yield* new EventNameTaken({ name: event.name })
      }
    ),

    describeEvent: Effect.fn("PgDefinitionRepository.describeEvent")(
      function*(project: ProjectId, event: EventDefinition) {
        yield* requireStorable([event.description ?? "", ...event.tags])
        yield* sql`UPDATE event_definitions SET owner = ${event.owner}::int4, description = ${event.description}::text,
            tags = ${event.tags}::text[], verified = ${event.verified},
            verified_at = ${dateOrNull(event.verified_at)}::timestamptz, verified_by = ${event.verified_by}::int4,
            hidden = ${event.hidden}, updated_at = ${dateOrNull(event.updated_at)}::timestamptz,
            updated_by = ${event.updated_by}::int4
          WHERE project_id = ${project} AND id = ${event.id}`
      },
      Effect.orDie
    ),

    removeEvent: Effect.fn("PgDefinitionRepository.removeEvent")(
      function*(project: ProjectId, id: DefinitionId) {
        const rows = yield* sql<{ name: string }>`DELETE FROM event_definitions
          WHERE project_id = ${project} AND id = ${id} RETURNING name`
        yield* sql`DELETE FROM event_volumes
          WHERE project_id = ${project} AND name = ANY(${rows.map(({ name }) => name)}::text[])`
      },
      sql.withTransaction,
      Effect.orDie
    )
  } satisfies Partial<DefinitionRepository["Service"]>
})
