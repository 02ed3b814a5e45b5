import { Result } from "effect"
import { isJsonRecord, type JsonRecord, recordOf } from "../../shared/JsonRecord.ts"
import { rewriteCustomizations } from "./Customizations.ts"
import type { Migration } from "./Migration.ts"

const isCompared = (node: JsonRecord): boolean => recordOf(node["compareFilter"])?.["compare"] === true

const listLength = (value: unknown): number => Array.isArray(value) ? value.length : 0

const isBrokenDown = (node: JsonRecord): boolean => {
  const { breakdown, breakdown_type, breakdowns } = recordOf(node["breakdownFilter"]) ?? {}
  return (Boolean(breakdown_type) && Boolean(breakdown)) || listLength(breakdowns) > 0
}

/** The number of series before periods are compared: formulas replace the series that they are computed from. */
const seriesCount = (node: JsonRecord, filter: JsonRecord): number =>
  listLength(filter["formulaNodes"]) || listLength(filter["formulas"]) ||
  (filter["formula"] ? 1 : listLength(node["series"]))

/** A key of a series by its values: its period, and its key without one. */
interface PeriodKey {
  readonly period: unknown
  readonly base: string
}

/** Undefined for keys that name no period, and for those that are no JSON. */
const readPeriod = (key: string): PeriodKey | undefined =>
  Result.getOrUndefined(Result.try((): PeriodKey | undefined => {
    const parsed: unknown = key.startsWith("{") ? JSON.parse(key) : undefined
    if (!isJsonRecord(parsed) || !("compare_label" in parsed)) return undefined
    const { compare_label: period, ...base } = parsed
    return { period, base: JSON.stringify(base) }
  }))

/** The entry in effect stays: that of the current period where periods are compared, else the one without a period. */
const mergeByValue = (customizations: JsonRecord, compared: boolean): ReadonlyMap<string, unknown> => {
  const merged = new Map<string, unknown>()
  for (const [key, value] of Object.entries(customizations)) {
    const found = readPeriod(key)
    if (found === undefined) {
      if (!(compared && merged.has(key))) merged.set(key, value)
    } else if (found.period === "current" && (compared || !merged.has(found.base))) {
      merged.set(found.base, value)
    }
  }
  return merged
}

/** Positions from `count` on were the previous period's: they move back, where no entry is in the way. */
const mergeByPosition = (customizations: JsonRecord, count: number): ReadonlyMap<string, unknown> => {
  const entries = Object.entries(customizations)
  const isPrevious = (key: string): boolean => /^\d+$/.test(key) && Number(key) >= count
  const merged = new Map(entries.filter(([key]) => !isPrevious(key)))
  for (const [key, value] of entries) {
    const base = String(Number(key) - count)
    if (isPrevious(key) && !merged.has(base)) merged.set(base, value)
  }
  return merged
}

/** Both compared periods of a series share one customization. */
export const mergeComparedPeriods: Migration = rewriteCustomizations(({ customizations, filter, node }) => {
  if (filter["resultCustomizationBy"] !== "position") return mergeByValue(customizations, isCompared(node))
  const count = seriesCount(node, filter)
  return isCompared(node) && !isBrokenDown(node) && count > 0 ? mergeByPosition(customizations, count) : undefined
})
