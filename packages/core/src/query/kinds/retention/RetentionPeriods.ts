/** The periods of a retention query: a number of one length, the last one that of the range's end. */
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { moved, startOf } from "../../../filters/RelativeDate.ts"
import { instant, type Sql, sql } from "../../../filters/SqlFragment.ts"

/** The lengths of periods, by the names of the wire. */
export const periodNames = ["Hour", "Day", "Week", "Month"] as const
export type PeriodName = (typeof periodNames)[number]

const units = { Hour: "hour", Day: "day", Week: "week", Month: "month" } as const

/** A number of periods; the first begins with `start`, the last ends before `end`. */
export interface Periods {
  readonly name: PeriodName
  readonly count: number
  readonly start: EventTime
  readonly end: EventTime
  /** The time zone in which days, weeks and months begin. */
  readonly timezone: string
}

/** The periods up to the one that `last` lies in. */
export const periodsUntil = (last: EventTime, name: PeriodName, count: number, moment: Moment): Periods => {
  const unit = units[name]
  const end = moved(startOf(unit, last, moment), 1, unit, moment)
  return { name, count, start: moved(end, -count, unit, moment), end, timezone: moment.timezone }
}

/** The first instant of a period, by its place from 0. */
export const startOfPeriod = ({ name, start }: Periods, place: number, moment: Moment): EventTime =>
  moved(start, place, units[name], moment)

/** The place of the period that a time from the first one on lies in. */
export const periodOf = ({ name, start, timezone }: Periods, time: Sql): Sql => {
  const [from, zone] = [instant(start), sql`${timezone}`]
  switch (name) {
    case "Hour":
      return sql`intDiv(dateDiff('second', ${from}, ${time}), 3600)`
    case "Day":
      return sql`dateDiff('day', ${from}, ${time}, ${zone})`
    case "Week":
      return sql`intDiv(dateDiff('day', ${from}, ${time}, ${zone}), 7)`
    case "Month":
      return sql`dateDiff('month', ${from}, ${time}, ${zone})`
  }
}
