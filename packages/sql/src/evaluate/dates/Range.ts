import { earliest, latest } from "../../types/Instants.ts"
import { daysOf } from "./Civil.ts"

const firstDay = daysOf(1900, 1, 1)
const lastDay = daysOf(2199, 12, 31)

export const isTimeInRange = (micros: number): boolean => micros >= earliest && micros <= latest
export const isDayInRange = (days: number): boolean => days >= firstDay && days <= lastDay

/** The instant, or NULL outside 1900…2199. */
export const timeOrNull = (micros: number): number | null => isTimeInRange(micros) ? micros : null

/** The instant, or the one of 1900…2199 that is nearest to it. */
export const nearestTime = (micros: number): number => Math.min(Math.max(micros, earliest), latest)

/** The day, or the first of 1900 for one before it. */
export const dayFromFirst = (days: number): number => Math.max(days, firstDay)
