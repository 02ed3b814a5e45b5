import { earliest, latest } from "../../types/Instants.ts"
import { monthForm, monthLength, monthShift } from "../../types/MonthForm.ts"
import { nulls } from "../ChType.ts"
import { bind } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"
import { dayMicros, fromWall, instantOrNull, micros, type Zone } from "../ZoneTime.ts"

const day = String.raw`(?:1899|19[0-9]{2}|2[01][0-9]{2}|2200)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])`
const hours = "(?:[01][0-9]|2[0-3])"
const minutes = "[0-5][0-9]"
const shift = `(?:Z|[+-]${hours}:?${minutes})`
const form = sqlText(
  String.raw`^${day}(?:[ T]${hours}:${minutes}(?::${minutes}(?:\.[0-9]{1,9})?)?${shift}?)?$`
)
const hasShift = (text: string): string => `match(${text}, ${sqlText(`:.*${shift}$`)})`

/**
 * The time of a text in UTC, NULL where it has not the form, which ClickHouse's own reader alone would not insist on, or
 * where there is no such day. The form has no year in which no instant of 1900…2199 lies.
 */
const read = (text: string): string => micros(`parseDateTime64BestEffortOrNull(${text}, 6, 'UTC')`)

const ofForm = (text: string): string => `if(match(ifNull(${text}, ''), ${form}), ${text}, NULL)`

/** The instant of a text that has a form; without an offset it is a wall clock of the zone. */
const instantOf = (text: string, zone: Zone, hasShift: (text: string) => string): string =>
  zone.isUtc
    ? instantOrNull(read(text))
    : bind([text], (t = "") => instantOrNull(`if(${hasShift(t)}, ${read(t)}, ${fromWall(read(t), zone)})`))

/** The instant a text names; without an offset it is a wall clock of the zone. NULL when it has not the form. */
export const parseInstant = (text: string, zone: Zone): string => instantOf(ofForm(text), zone, hasShift)

/** As `parseInstant`, of texts with the name of a month. */
export const parseMonth = (text: string, zone: Zone): string =>
  bind([text], (x = "") => {
    const hasForm = `length(${x}) <= ${monthLength} AND match(ifNull(${x}, ''), ${sqlText(monthForm)})`
    return instantOf(`if(${hasForm}, ${x}, NULL)`, zone, (t) => `match(${t}, ${sqlText(monthShift)})`)
  })

/** The day a text starts with, when all of it has the form of a date and time. */
export const parseDay = (text: string): string =>
  bind([ofForm(text)], (t = "") => {
    const days = `intDiv(${read(`substring(${t}, 1, 10)`)}, ${dayMicros})`
    const isWithin = `${read(t)} BETWEEN ${earliest} AND ${latest}`
    return `if(${isWithin}, toDate32(toInt32(${days})), ${nulls.date})`
  })
