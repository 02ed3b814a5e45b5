import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, before, contains, given, is, isIn, isNotIn, overlaps, since } from "../entities/Where.ts"
import type { Dashboard } from "./Dashboard.ts"
import type { Insight, InsightFacts } from "./Insight.ts"
import type { TimeSpan } from "./InsightDates.ts"
import { type InsightKind, kindNamed, wordedKinds } from "./InsightKind.ts"

/** The conditions on the dashboards of a list; deleted ones are never in it, and a missing condition matches all. */
export interface DashboardFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly pinned?: boolean
}

/** The conditions on the insights of a list; deleted ones are never in it, and a missing condition matches all. */
export interface InsightFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly shortId?: string
  readonly saved?: boolean
  readonly favorited?: boolean
  readonly insight?: InsightKind
  /** By one of these users. */
  readonly createdBy?: ReadonlyArray<number>
  /** With one of these tags. */
  readonly tags?: ReadonlyArray<string>
  /** The time of the last change. */
  readonly modified?: TimeSpan
  /** The time of the creation. */
  readonly created?: TimeSpan
  /** The field to order by; without it the time of the last change, falling. */
  readonly order?: InsightOrder
}

/** The fields that lists of insights are ordered by; with `-` before one it falls. */
export const insightOrders = [
  "name",
  "-name",
  "created_at",
  "-created_at",
  "last_modified_at",
  "-last_modified_at"
] as const
type InsightOrder = (typeof insightOrders)[number]

const orderOf = (order: InsightOrder) => {
  const isDescending = order.startsWith("-")
  const field = (isDescending ? order.slice(1) : order) as "created_at" | "last_modified_at" | "name"
  return { field, isDescending }
}

/** Pinned ones first, then by name. */
export const dashboardsBy = ({ pinned, search }: DashboardFilter): EntityQuery<Dashboard> => ({
  where: all([given(search, (text) => contains("name", text)), given(pinned, (value) => is("pinned", value))]),
  order: [{ field: "pinned", isDescending: true }, { field: "name", isDescending: false }]
})

/** An empty list asks for nothing. */
const some = <A>(values: ReadonlyArray<A> | undefined): ReadonlyArray<A> | undefined =>
  values === undefined || values.length === 0 ? undefined : values

/** The last modified first, unless another order is asked for. */
export const insightsBy = (
  { created, createdBy, favorited, insight, modified, order = "-last_modified_at", ...filter }: InsightFilter
): EntityQuery<Insight, InsightFacts> => ({
  where: all([
    given(filter.search, (text) => contains("name", text)),
    given(filter.saved, (value) => is("saved", value)),
    given(favorited, (value) => is("favorited", value)),
    given(insight, (word) => word === "JSON" ? isNotIn("query_kind", wordedKinds) : is("query_kind", kindNamed(word))),
    given(some(createdBy), (users) => isIn("created_by", users)),
    given(some(filter.tags), (words) => overlaps("tags", words)),
    given(filter.shortId, (value) => is("short_id", value)),
    given(modified?.from, (time) => since("last_modified_at", time)),
    given(modified?.before, (time) => before("last_modified_at", time)),
    given(created?.from, (time) => since("created_at", time)),
    given(created?.before, (time) => before("created_at", time))
  ]),
  order: [orderOf(order)]
})
