/** Numbers that fall into bins of one width. */
import { Effect } from "effect"
import { type BreakdownBy, breakdownNumber, breakdownText, noBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { eventsTable, timeCondition } from "../../structured/InsightFields.ts"
import { runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import { allOf, joined, type Sql, sql } from "../../structured/SqlFragment.ts"
import { numberOf } from "./MeasureSeries.ts"
import type { Asking } from "./TrendsSql.ts"

/** A value to cut by, and how its texts are shown. */
export interface ReadValue {
  readonly value: Sql
  readonly shown: (text: string) => string
  /** The text that is shown so. */
  readonly textOf: (shown: string) => string
}

const unchanged = (text: string): string => text

const asWritten = (by: BreakdownBy): ReadValue => ({
  value: breakdownText(by),
  shown: unchanged,
  textOf: unchanged
})

const edge = (value: number): string => String(Math.round(value * 100) / 100)

/** Bins between the least and the greatest number; the last has its upper edge in it. */
const binned = (by: BreakdownBy, bins: number, low: number, high: number): ReadValue => {
  const width = (high - low) / bins
  const number = breakdownNumber(by)
  const shown = (text: string): string => {
    const bin = Number(text)
    if (!Number.isInteger(bin)) return text
    const upper = width === 0 || bin === bins - 1 ? high + 0.01 : low + (bin + 1) * width
    return `[${edge(low + bin * width)},${edge(upper)}]`
  }
  const place = width > 0
    ? sql`least(floor((${number} - ${low}) / ${width}), ${bins - 1})`
    : sql`if(${number} IS NULL, NULL, 0)`
  return {
    value: sql`coalesce(toString(toInt(${place})), ${noBreakdownValue})`,
    shown,
    textOf: (label) =>
      Array.from({ length: bins }, (_, bin) => String(bin)).find((bin) => shown(bin) === label) ?? label
  }
}

/** The values to cut by; where some are bins, the range of their numbers is read from the events first. */
export const readValues = Effect.fnUntraced(function*(
  by: ReadonlyArray<BreakdownBy>,
  asking: Asking,
  condition: Sql,
  run: StatementRun
) {
  const numbers = by.filter(({ bins }) => bins !== undefined)
  if (numbers.length === 0) return by.map(asWritten)
  const columns = numbers.flatMap((one) => [sql`min(${breakdownNumber(one)})`, sql`max(${breakdownNumber(one)})`])
  const where = allOf([timeCondition(asking), asking.where, condition])
  const { rows } = yield* runStatement(
    sql`SELECT ${joined(columns)} FROM ${eventsTable(asking.insight)} WHERE ${where}`,
    run
  )
  return by.map((one): ReadValue => {
    if (one.bins === undefined) return asWritten(one)
    const place = 2 * numbers.indexOf(one)
    return binned(one, one.bins, numberOf(rows[0]?.[place]), numberOf(rows[0]?.[place + 1]))
  })
})
