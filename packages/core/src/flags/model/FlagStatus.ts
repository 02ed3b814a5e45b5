import { DateTime, Duration } from "effect"
import { groupedFilters, variantsOf } from "../../evaluation/FlagConditions.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"

/** The time after which a flag that is not called, or that is the same for all users, is stale. */
export const staleAfter = Duration.days(30)

/** Whether a flag is still of use, and why. */
export interface FlagState {
  readonly status: "active" | "stale" | "deleted"
  readonly reason: string
}

type Facts = Pick<FeatureFlag, "active" | "created_at" | "deleted" | "filters" | "last_called_at">

/** The one answer for all users: plainly true, or always one variant. */
export type RolledOut = { readonly variant: string | null }

const isForAll = (group: JsonRecord): boolean => {
  const { properties, rollout_percentage: percentage } = group
  const hasNoProperties = properties === undefined || properties === null
    || Array.isArray(properties) && properties.length === 0
  return hasNoProperties && (percentage === undefined || percentage === null || percentage === 100)
}

/** The one answer of the conditions for all users, or undefined when it is not the same for all. */
export const rolledOut = (filters: JsonRecord): RolledOut | undefined => {
  const { groups } = groupedFilters(filters)
  const forAll = Array.isArray(groups) ? groups.filter(isJsonRecord).filter(isForAll) : []
  if (forAll.length === 0) return undefined
  const variants = variantsOf(filters)
  if (variants.length === 0) return { variant: null }
  const overridden = forAll.map(({ variant }) => variants.find(({ key }) => key === variant)).find(Boolean)
  const found = overridden ?? variants.find(({ percentage }) => percentage === 100)
  return found === undefined ? undefined : { variant: found.key }
}

/** The time before which a call, or the creation of a flag that was never called, is long ago. */
export const staleBefore = (now: DateTime.Utc): DateTime.Utc => DateTime.subtractDuration(now, staleAfter)

const daysSince = (time: DateTime.Utc, now: DateTime.Utc): number =>
  Math.floor(Duration.toDays(DateTime.distance(time, now)))

const lastCalled = (days: number): string => {
  if (days <= 0) return "Flag was called today"
  return `Flag was last called ${days} ${days === 1 ? "day" : "days"} ago`
}

/** Whether a flag is still of use as of a time, for its endpoint and the list. */
export const flagState = (flag: Facts, now: DateTime.Utc): FlagState => {
  const { last_called_at: called } = flag
  if (flag.deleted) return { status: "deleted", reason: "Flag has been deleted" }
  if (!flag.active) return { status: "active", reason: "Flag is disabled (not evaluated for staleness)" }
  const before = staleBefore(now)
  if (called !== null) {
    const days = daysSince(called, now)
    return DateTime.isLessThan(called, before)
      ? { status: "stale", reason: `Flag has not been called in ${days} days` }
      : { status: "active", reason: lastCalled(days) }
  }
  const given = DateTime.isLessThan(flag.created_at, before) ? rolledOut(flag.filters) : undefined
  if (given === undefined) return { status: "active", reason: "Flag has no usage data yet" }
  return {
    status: "stale",
    reason: given.variant === null
      ? "This boolean flag will always evaluate to \"true\""
      : `This flag will always use the variant "${given.variant}"`
  }
}
