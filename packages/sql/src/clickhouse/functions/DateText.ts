import { earliest, latest } from "../../types/Instants.ts"
import { writtenForm, writtenLength } from "../../types/WrittenTimes.ts"
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

/** The instant a text names; without an offset it is a wall clock of the zone. NULL when it has not the form. */
export const parseInstant = (text: string, zone: Zone): string =>
  zone.isUtc
    ? instantOrNull(read(ofForm(text)))
    : bind([ofForm(text)], (t = "") => instantOrNull(`if(${hasShift(t)}, ${read(t)}, ${fromWall(read(t), zone)})`))

/** The distance from UTC at the end of a text of the form, in capitals: its name, or a number behind a time. */
const shiftOfText = (text: string): string => {
  const number = sqlText("[:T ][0-9:.]+ *(?:[AP]M)? *((?:UTC|GMT)? *[+-][0-9]{2}(?::?[0-9]{2})?)$")
  return `concat(extract(${text}, '(Z|UTC|GMT)$'), extract(${text}, ${number}))`
}

const shiftOf = (shift: string): string => {
  const minutes = `extract(${shift}, '[+-][0-9]{2}:?([0-9]{2})')`
  return `multiIf(${shift} = '', '', match(${shift}, '[+-]'), `
    + `concat(extract(${shift}, '[+-][0-9]{2}'), ':', if(${minutes} = '', '00', ${minutes})), 'Z')`
}

/** ClickHouse's own reading; with the month first it knows no `5-Jan-2024`, in which there is no order of numbers. */
const written = (text: string, isMonthFirst: boolean): string => {
  const read = `parseDateTime64BestEffortOrNull(${text}, 6, 'UTC')`
  return isMonthFirst ? `coalesce(parseDateTime64BestEffortUSOrNull(${text}, 6, 'UTC'), ${read})` : read
}

/** A text of the form of `WrittenTimes.ts` as ISO 8601. ClickHouse reads it, without the distance from UTC. */
export const isoTime = (text: string, isMonthFirst: boolean): string =>
  bind([text], (x = "") => {
    const hasForm = `length(${x}) <= ${writtenLength} AND match(ifNull(${x}, ''), ${sqlText(writtenForm)})`
    const capitals = `trimBoth(upper(assumeNotNull(${x})))`
    const iso = bind([capitals, shiftOfText(capitals)], (t = "", shift = "") => {
      const time = `substring(${t}, 1, length(${t}) - length(${shift}))`
      return `concat(toString(${written(time, isMonthFirst)}), ${shiftOf(shift)})`
    }, "w")
    return `if(${hasForm}, ${iso}, ${nulls.text})`
  })

/** The day a text starts with, when all of it has the form of a date and time. */
export const parseDay = (text: string): string =>
  bind([ofForm(text)], (t = "") => {
    const days = `intDiv(${read(`substring(${t}, 1, 10)`)}, ${dayMicros})`
    const isWithin = `${read(t)} BETWEEN ${earliest} AND ${latest}`
    return `if(${isWithin}, toDate32(toInt32(${days})), ${nulls.date})`
  })
