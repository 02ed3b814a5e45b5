/** The values by which an insight is cut: texts, or numbers that fall into bins of one width. */
import type { Cell } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf, joined, type Sql, sql } from "../../filters/SqlFragment.ts"
import { type BreakdownBy, breakdownNumber, breakdownText, noBreakdownValue } from "./BreakdownFilter.ts"
import { type ClosedSpan, eventsTable, type InsightFields, timeCondition } from "./InsightFields.ts"
import { runStatement, type StatementRun } from "./RunStatement.ts"

/** A value to cut by, and how its texts are shown. */
export interface ReadValue {
  readonly value: Sql
  readonly shown: (text: string) => string
  /** The text that is shown so. */
  readonly textOf: (shown: string) => string
  /** The value as it is shown. */
  readonly label: Sql
}

const unchanged = (text: string): string => text

const asWritten = (by: BreakdownBy): ReadValue => ({
  value: breakdownText(by),
  shown: unchanged,
  textOf: unchanged,
  label: breakdownText(by)
})

/** A large number has no hundredths, and a hundred times as much may be no number. */
const edge = (value: number): string => String(Math.abs(value) < 1e15 ? Math.round(value * 100) / 100 : value)

/** Bins of one width. The distance of two numbers may be beyond all numbers: that of two shares of them is not. */
const binsBetween = (low: number, high: number, bins: number) => {
  if (Number.isFinite(high - low)) {
    const width = (high - low) / bins
    return {
      width,
      of: (number: Sql): Sql => sql`floor((${number} - ${low}) / ${width})`,
      edge: (bin: number): number => low + bin * width
    }
  }
  const width = high / bins - low / bins
  return {
    width,
    of: (number: Sql): Sql => sql`floor(${number} / ${width} - ${low / width})`,
    edge: (bin: number): number => (low / width + bin) * width
  }
}

/** Bins between the least and the greatest number; the last has its upper edge in it. */
const binned = (by: BreakdownBy, bins: number, low: number, high: number): ReadValue => {
  const between = binsBetween(low, high, bins)
  const number = breakdownNumber(by)
  const shown = (text: string): string => {
    const bin = Number(text)
    if (!Number.isInteger(bin)) return text
    const upper = between.width === 0 || bin === bins - 1 ? high + 0.01 : between.edge(bin + 1)
    return `[${edge(between.edge(bin))},${edge(upper)}]`
  }
  // Of a number that is not there `least` would be the last bin.
  const bin = between.width > 0 ? sql`least(${between.of(number)}, ${bins - 1})` : sql`0`
  const place = sql`if(${number} IS NULL, NULL, ${bin})`
  const texts = Array.from({ length: bins }, (_, bin) => String(bin))
  const value = sql`coalesce(toString(toInt(${place})), ${noBreakdownValue})`
  return {
    value,
    shown,
    textOf: (label) => texts.find((bin) => shown(bin) === label) ?? label,
    label: sql`multiIf(${joined(texts.map((bin) => sql`${value} = ${bin}, ${shown(bin)}`))}, ${value})`
  }
}

/** The events whose values are meant: those of an insight in a time, as far as a condition holds on them. */
interface CutEvents {
  readonly insight: Pick<InsightFields, "samplingFactor">
  readonly span: ClosedSpan
  readonly where: Sql
}

const numberOf = (cell: Cell | undefined): number => {
  const number = cell === null || cell === undefined ? 0 : Number(cell)
  return Number.isFinite(number) ? number : 0
}

/** The values to cut by; where some are bins, the range of their numbers is read from the events first. */
export const readValues = Effect.fnUntraced(function*(
  by: ReadonlyArray<BreakdownBy>,
  { insight, span, where }: CutEvents,
  run: StatementRun
) {
  const numbers = by.filter(({ bins }) => bins !== undefined)
  if (numbers.length === 0) return by.map(asWritten)
  const columns = numbers.flatMap((one) => [sql`min(${breakdownNumber(one)})`, sql`max(${breakdownNumber(one)})`])
  const { rows } = yield* runStatement(
    sql`SELECT ${joined(columns)} FROM ${eventsTable(insight)} WHERE ${allOf([timeCondition(span), where])}`,
    run
  )
  return by.map((one): ReadValue => {
    if (one.bins === undefined) return asWritten(one)
    const place = 2 * numbers.indexOf(one)
    return binned(one, one.bins, numberOf(rows[0]?.[place]), numberOf(rows[0]?.[place + 1]))
  })
})
