import type {
  ActivityDetail,
  ActivityEntry,
  ActivityFilter,
  ActivityId,
  ActivityScope,
  ActivityUser
} from "@hedgerow/core/activity/Activity"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { utc } from "../database/Values.ts"

interface Row {
  readonly project_id: number
  readonly id: ActivityId
  readonly organization_id: OrganizationId
  readonly user_id: UserId | null
  readonly user_uuid: Uuid | null
  readonly user_distinct_id: string | null
  readonly user_first_name: string | null
  readonly user_last_name: string | null
  readonly user_email: string | null
  readonly activity: string
  readonly scope: ActivityScope
  readonly item_id: string
  readonly detail: ActivityDetail
  readonly created_at: Date
}

/** The project of what concerns none. */
const noProject = 0

const nothing = { items: [], count: 0 }

const userOf = (row: Row): ActivityUser | null =>
  row.user_id === null || row.user_uuid === null ? null : {
    id: row.user_id,
    uuid: row.user_uuid,
    distinct_id: row.user_distinct_id ?? "",
    first_name: row.user_first_name ?? "",
    last_name: row.user_last_name ?? "",
    email: row.user_email ?? ""
  }

const textsOfUser = (user: ActivityUser): ReadonlyArray<string> => [
  user.distinct_id,
  user.first_name,
  user.last_name,
  user.email
]

const fromRow = (row: Row): ActivityEntry => ({
  id: row.id,
  organization_id: row.organization_id,
  project_id: row.project_id === noProject ? null : row.project_id as ProjectId,
  user: userOf(row),
  activity: row.activity,
  scope: row.scope,
  item_id: row.item_id,
  detail: row.detail,
  created_at: utc(row.created_at)
})

const textsOf = ({ activity, itemId, scope }: ActivityFilter): ReadonlyArray<string> =>
  [activity, itemId, scope].filter((text) => text !== undefined)

/** The conditions as SQL; the realm stands first, and an organisation's own entries are found by their project. */
const conditionsOf = (sql: SqlClient.SqlClient, filter: ActivityFilter): ReadonlyArray<Statement.Fragment> => [
  filter.project === undefined
    ? sql`project_id = ${sql.literal(String(noProject))} AND organization_id = ${filter.organization}`
    : sql`project_id = ${filter.project}`,
  ...(filter.scope === undefined ? [] : [sql`scope = ${filter.scope}`]),
  ...(filter.itemId === undefined ? [] : [sql`item_id = ${filter.itemId}`]),
  ...(filter.scopes === undefined ? [] : [sql`scope = ANY(${filter.scopes.filter(isStorable)}::text[])`]),
  ...(filter.userId === undefined ? [] : [sql`user_id = ${filter.userId}`]),
  ...(filter.activity === undefined ? [] : [sql`activity = ${filter.activity}`]),
  ...(filter.from === undefined ? [] : [sql`created_at >= ${DateTime.toDateUtc(filter.from)}`]),
  ...(filter.before === undefined ? [] : [sql`created_at < ${DateTime.toDateUtc(filter.before)}`])
]

/** The activity log in PostgreSQL. */
export const layer: Layer.Layer<ActivityRepository, never, SqlClient.SqlClient> = Layer.effect(
  ActivityRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const newestFirst = sql`ORDER BY created_at DESC, id DESC`

    return ActivityRepository.of({
      insert: Effect.fn("PgActivityRepository.insert")(function*(entry: ActivityEntry) {
        const { activity, item_id, scope, user } = entry
        yield* requireStorable([activity, item_id, ...(user === null ? [] : textsOfUser(user))])
        yield* sql`INSERT INTO activity_log (project_id, id, organization_id, user_id, user_uuid, user_distinct_id,
            user_first_name, user_last_name, user_email, activity, scope, item_id, detail, created_at)
          VALUES (${entry.project_id ?? noProject}, ${entry.id}, ${entry.organization_id}, ${user?.id ?? null},
            ${user?.uuid ?? null}, ${user?.distinct_id ?? null}, ${user?.first_name ?? null},
            ${user?.last_name ?? null}, ${user?.email ?? null}, ${activity}, ${scope}, ${item_id},
            ${JSON.stringify(entry.detail)}::text::jsonb, ${DateTime.toDateUtc(entry.created_at)})`
      }, Effect.orDie),

      find: Effect.fn("PgActivityRepository.find")(function*(project: ProjectId, id: ActivityId) {
        const [row] = yield* sql<Row>`SELECT * FROM activity_log WHERE project_id = ${project} AND id = ${id}::uuid`
        return Option.map(Option.fromUndefinedOr(row), fromRow)
      }, Effect.orDie),

      // The page is chosen within an index; only its rows are read.
      list: Effect.fn("PgActivityRepository.list")(function*(filter: ActivityFilter, page: PageRequest) {
        if (!textsOf(filter).every(isStorable)) return nothing
        const where = sql`FROM activity_log WHERE ${sql.and(conditionsOf(sql, filter))}`
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
        const count = total?.count ?? 0
        if (page.offset >= count) return { items: [], count }
        const rows = yield* sql<Row>`SELECT entry.* FROM activity_log entry
          JOIN (SELECT project_id, id ${where} ${newestFirst} LIMIT ${page.limit} OFFSET ${page.offset}) page
            USING (project_id, id)
          ${newestFirst}`
        return { items: rows.map(fromRow), count }
      }, Effect.orDie)
    })
  })
)
