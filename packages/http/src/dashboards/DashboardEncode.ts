import type { Dashboard, DashboardPage, DashboardText } from "@hedgerow/core/dashboards/Dashboard"
import type { ShownInsight } from "@hedgerow/core/dashboards/Dashboards"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText } from "@hedgerow/core/shared/IsoText"
import type { ErrorDetail } from "../errors/ErrorBody.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { DashboardBasicRecord, DashboardRecord, DashboardTileRecord, InsightRecord } from "./DashboardSchema.ts"
import { type AnsweredFields, unanswered } from "./InsightAnswers.ts"

/** The people that dashboards and insights name, by id. */
export type People = ReadonlyMap<UserId, User>

/** Everybody in the project may edit, which the reference service writes as these numbers. */
const everybodyEdits = 21
const mayEdit = 37

const access = {
  effective_restriction_level: everybodyEdits,
  effective_privilege_level: mayEdit,
  user_access_level: "editor"
}

/** Integers that are too large for a number are written as they are. */
type AnsweredRecord = Pick<
  typeof InsightRecord.Type,
  | "cache_target_age"
  | "columns"
  | "hasMore"
  | "hogql"
  | "is_cached"
  | "last_refresh"
  | "next_allowed_client_refresh"
  | "query_status"
  | "resolved_date_range"
  | "result"
  | "timezone"
  | "types"
>

/** The result of a tile: the fields of a result, or why there is none. */
export interface TileAnswer {
  readonly fields: AnsweredFields
  readonly error: ErrorDetail | null
}

/** An insight on the wire. */
export const insightRecord = (people: People) =>
(
  { insight, tiles }: ShownInsight,
  answered: AnsweredFields = unanswered
): typeof InsightRecord.Type => ({
  id: insight.id,
  short_id: insight.short_id,
  name: insight.name,
  derived_name: insight.derived_name,
  description: insight.description,
  query: insight.query,
  filters: insight.filters,
  order: null,
  deleted: insight.deleted,
  dashboards: [...new Set(tiles.map(({ dashboard_id }) => dashboard_id))],
  dashboard_tiles: tiles.map(({ dashboard_id, id }) => ({ id, dashboard_id, deleted: false })),
  tags: insight.tags,
  favorited: insight.favorited,
  saved: insight.saved,
  is_sample: false,
  ...answered as AnsweredRecord,
  created_at: isoText(insight.created_at),
  created_by: namedUser(people, insight.created_by),
  updated_at: isoText(insight.last_modified_at),
  last_modified_at: isoText(insight.last_modified_at),
  last_modified_by: namedUser(people, insight.last_modified_by),
  ...access
})

/** A dashboard on the wire as lists show it. */
export const dashboardBasicRecord = (people: People) => (dashboard: Dashboard): typeof DashboardBasicRecord.Type => ({
  id: dashboard.id,
  name: dashboard.name,
  description: dashboard.description,
  pinned: dashboard.pinned,
  created_at: isoText(dashboard.created_at),
  created_by: namedUser(people, dashboard.created_by),
  is_shared: false,
  deleted: dashboard.deleted,
  creation_mode: dashboard.creation_mode,
  tags: dashboard.tags,
  restriction_level: everybodyEdits,
  ...access,
  last_accessed_at: null,
  last_refresh: null,
  team_id: dashboard.project_id
})

/** A dashboard on the wire with its tiles; `shown` are their insights in the same order. */
export const dashboardRecord = (
  people: People,
  { dashboard, texts, tiles }: DashboardPage,
  shown: ReadonlyArray<ShownInsight>,
  answers: ReadonlyArray<TileAnswer>
): typeof DashboardRecord.Type => ({
  ...dashboardBasicRecord(people)(dashboard),
  filters: dashboard.filters,
  variables: null,
  tiles: [
    ...tiles.map(({ insight, tile }, index): typeof DashboardTileRecord.Type => ({
      id: tile.id,
      layouts: tile.layouts,
      color: tile.color,
      text: null,
      insight: insightRecord(people)(shown[index] ?? { insight, tiles: [tile] }, answers[index]?.fields),
      error: answers[index]?.error ?? null
    })),
    ...texts.map(textTile(people))
  ].toSorted((one, other) => one.id - other.id)
})

/** A text on a dashboard. */
const textTile = (people: People) => (text: DashboardText): typeof DashboardTileRecord.Type => ({
  id: text.id,
  layouts: text.layouts,
  color: text.color,
  text: {
    id: text.id,
    body: text.body,
    team: text.project_id,
    created_by: namedUser(people, text.created_by),
    created_at: isoText(text.created_at),
    last_modified_by: namedUser(people, text.last_modified_by),
    last_modified_at: isoText(text.last_modified_at)
  },
  insight: null,
  error: null
})

/** The users that texts name. */
export const namedByTexts = (texts: ReadonlyArray<DashboardText>): ReadonlyArray<UserId> =>
  texts.flatMap(({ created_by, last_modified_by }) => [created_by, last_modified_by]).filter((id) => id !== null)

/** The users that insights name. */
export const namedByInsights = (shown: ReadonlyArray<ShownInsight>): ReadonlyArray<UserId> =>
  shown.flatMap(({ insight }) => [insight.created_by, insight.last_modified_by]).filter((id) => id !== null)
