import { earliest, latest } from "@hedgerow/core/events/EventTime"
import { nulls } from "../ChType.ts"
import { bind } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"
import { dayMicros, fromWall, instantOrNull, secondMicros, type Zone } from "../ZoneTime.ts"

const form = sqlText(
  String.raw`^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?`
    + String.raw`(?:(Z)|([+-])([0-9]{2}):?([0-9]{2}))?)?$`
)

const groups = (text: string): string => `extractGroups(ifNull(${text}, ''), ${form})`

/** The meanings of the groups of the form. */
const reading = (g: string) => {
  const number = (place: number): string => `toInt64OrZero(${g}[${place}])`
  const [year, month, day] = [number(1), number(2), number(3)]
  const isLeap = `(${year} % 4 = 0 AND (${year} % 100 != 0 OR ${year} % 400 = 0))`
  const longest = `([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][${month}] + (${month} = 2 AND ${isLeap}))`
  const isDate = `${month} >= 1 AND ${month} <= 12 AND ${day} >= 1 AND ${day} <= ${longest}`
  const isTime = `${number(4)} <= 23 AND ${number(5)} <= 59 AND ${number(6)} <= 59`
  const isShift = `${number(10)} <= 23 AND ${number(11)} <= 59`
  const shiftedYear = `(${year} - (${month} <= 2))`
  const dayOfYear = `(intDiv(153 * (${month} + if(${month} > 2, -3, 9)) + 2, 5) + ${day} - 1)`
  const leapDays = `intDiv(${shiftedYear}, 4) - intDiv(${shiftedYear}, 100) + intDiv(${shiftedYear}, 400)`
  const days = `(${shiftedYear} * 365 + ${leapDays} + ${dayOfYear} - 719468)`
  const seconds = `((${number(4)} * 60 + ${number(5)}) * 60 + ${number(6)})`
  const fraction = `toInt64OrZero(rightPad(substring(${g}[7], 1, 6), 6, '0'))`
  return {
    isValid: `(notEmpty(${g}) AND ${isDate} AND ${isTime} AND ${isShift})`,
    days,
    wall: `(${days} * ${dayMicros} + ${seconds} * ${secondMicros} + ${fraction})`,
    hasShift: `(${g}[8] != '' OR ${g}[9] != '')`,
    shift: `((${number(10)} * 60 + ${number(11)}) * if(${g}[9] = '-', -60, 60) * ${secondMicros})`
  }
}

/** The instant a text names; without an offset it is a wall clock of the zone. NULL when it has not the form. */
export const parseInstant = (text: string, zone: Zone): string =>
  instantOrNull(bind([groups(text)], (g = "") => {
    const { hasShift, isValid, shift, wall } = reading(g)
    const time = zone.isUtc ? `${wall} - ${shift}` : `if(${hasShift}, ${wall} - ${shift}, ${fromWall(wall, zone)})`
    return `if(${isValid}, ${time}, ${nulls.int64})`
  }))

/** The day a text starts with, when all of it has the form of a date and time. */
export const parseDay = (text: string): string =>
  bind([groups(text)], (g = "") => {
    const { days, isValid, shift, wall } = reading(g)
    const isWithin = `${wall} - ${shift} >= ${earliest} AND ${wall} - ${shift} <= ${latest}`
    return `if(${isValid} AND ${isWithin}, toDate32(toInt32(${days})), ${nulls.date})`
  })
