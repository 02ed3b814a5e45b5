import type { CallSite, Entries, FunctionEntry } from "../planning/CallSite.ts"
import { takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { tupleOf } from "../types/SqlType.ts"
import { unitCount, unitOf } from "../typing/Dates.ts"
import { intervalValue } from "../typing/Intervals.ts"
import { call } from "../typing/PlanExpr.ts"

const units = ["Second", "Minute", "Hour", "Day", "Week", "Month", "Quarter", "Year"]

const amount = (site: CallSite, index: number, unit: string) =>
  intervalValue(unitCount(site.arg(index), site.name, site.ast(index)), unitOf(unit, site.ast(index)))

const interval = (unit: string): FunctionEntry =>
  takes(
    lenient(["count"], `Interval${unit}`, `so many ${unit.toLowerCase()}s, to be added to a date or taken from it`),
    (site) => amount(site, 0, unit)
  )

const parts = ["Year", "Month", "Week", "Day", "Hour", "Minute", "Second"]

/** Amounts of time: only date arithmetic takes them. */
export const intervals: Entries = {
  ...Object.fromEntries(units.map((unit) => [`toInterval${unit}`, interval(unit)])),
  make_interval: takes(
    lenient(
      ["count", "count?", "count?", "count?", "count?", "count?", "count?"],
      "Intervals",
      "years, months, weeks, days, hours, minutes and seconds, to be added to a date or taken from it"
    ),
    (site) => {
      const given = site.asts.map((_, i) => amount(site, i, parts[i] ?? "Second"))
      return call("tuple", given, tupleOf(given.map(({ type }) => type)))
    }
  )
}
