import { earliest, latest } from "@hedgerow/core/events/EventTime"
import { runtimeFault } from "@hedgerow/core/query/RuntimeFaults"
import { daysOf } from "./Civil.ts"

const firstDay = daysOf(1900, 1, 1)
const lastDay = daysOf(2199, 12, 31)

export const isTimeInRange = (micros: number): boolean => micros >= earliest && micros <= latest
export const isDayInRange = (days: number): boolean => days >= firstDay && days <= lastDay

const outOfRange = (): never => {
  throw runtimeFault("datetime_out_of_range")
}

/** The instant, which must lie in 1900…2199. */
export const timeInRange = (micros: number): number => isTimeInRange(micros) ? micros : outOfRange()

/** The day, which must lie in 1900…2199. */
export const dayInRange = (days: number): number => isDayInRange(days) ? days : outOfRange()
