import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, contains, given, is } from "../entities/Where.ts"
import type { Dashboard } from "./Dashboard.ts"
import type { Insight } from "./Insight.ts"

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
}

/** Pinned ones first, then by name. */
export const dashboardsBy = ({ pinned, search }: DashboardFilter): EntityQuery<Dashboard> => ({
  where: all([given(search, (text) => contains("name", text)), given(pinned, (value) => is("pinned", value))]),
  order: [{ field: "pinned", isDescending: true }, { field: "name", isDescending: false }]
})

/** The last modified first. */
export const insightsBy = ({ saved, search, shortId }: InsightFilter): EntityQuery<Insight> => ({
  where: all([
    given(search, (text) => contains("name", text)),
    given(saved, (value) => is("saved", value)),
    given(shortId, (value) => is("short_id", value))
  ]),
  order: [{ field: "last_modified_at", isDescending: true }]
})
