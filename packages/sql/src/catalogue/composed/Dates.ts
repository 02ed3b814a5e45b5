import type { CallSite } from "../../planning/CallSite.ts"
import { refuse } from "../../typing/SemanticFailure.ts"
import { zoned } from "../IntervalStarts.ts"
import { type Macro, macro, strictMacro } from "../Macro.ts"

/** The text, given the zone in which the date is cut into days: the one that the call names, or the date's own. */
const inZone =
  (dateAt: number, zoneAt: number, write: (zone: string, site: CallSite) => string): Macro["as"] => (site) =>
    write(`'${zoned(site, dateAt, zoneAt)[1]}'`, site)

const ofDate = (
  result: string,
  meaning: string,
  write: (zone: string) => string,
  example: Macro["example"]
): Macro => strictMacro("date, zone?", result, meaning, inZone(0, 1, write), example)

/** Seconds of the wall clock since midnight. */
const clockSeconds = (x: string, zone: string): string =>
  `(toHour(${x}, ${zone}) * 3600 + toMinute(${x}, ${zone}) * 60 + toSecond(${x}, ${zone}))`

const digits = (zone: string): string =>
  `toYear(a, ${zone}) * 10000 + toMonth(a, ${zone}) * 100 + toDayOfMonth(a, ${zone})`

/** Months begin on this day: those with fewer days end on their last. */
const sinceFirst = (zone: string): string => `dateDiff('month', toDate('1900-01-01'), a, ${zone})`

/**
 * The day of the year on which the week of `a` has its decisive day: the year of that day has the week. Of the mode, 1
 * is a week from Monday, 4 the other rule for the first week, and 8 makes the week with 1 January the first.
 */
const decisiveDay = (zone: string, mode: number): string => {
  const fromMonday = mode % 2 === 1
  const byFirstDay = (Math.floor(mode / 4) % 2 === 1) === fromMonday
  const decisive = mode >= 8 ? 6 : byFirstDay ? 0 : 3
  return `toDayOfYear(a, ${zone}) - toDayOfWeek(a, ${fromMonday ? 1 : 2}, ${zone}) + ${decisive}`
}

const modeOf = (site: CallSite): number => {
  const mode = site.count > 1 ? site.integer(1) : 0
  return mode >= 0 && mode <= 9 ? mode : refuse(`The mode of function '${site.name}' is 0 to 9`, site.ast(1))
}

const week = (zone: string, site: CallSite): string => {
  const mode = modeOf(site)
  const day = decisiveDay(zone, mode)
  return mode >= 8 || Math.floor(mode / 2) % 2 === 1
    ? `_weekOf(${day}, toYear(a, ${zone}))`
    : `intDiv(${day} + 6, 7)`
}

const yearAndWeek = (zone: string, site: CallSite): string =>
  `_yearWeek(${decisiveDay(zone, modeOf(site))}, toYear(a, ${zone}))`

const weekModes =
  "of its mode, 0 to 9 as in MySQL: odd from Monday, 2, 3, 6 and 7 count 1 to 53, 8 and 9 from 1 January"

/** The part of a date within each unit, as a number: the date with the greater number is further into the unit. */
const within = (x: string, zone: string): Readonly<Record<string, string>> => {
  const rest = `positiveModulo(toUnixTimestamp64Micro(${x}), 1000000)`
  const clock = `${clockSeconds(x, zone)} * 1000000 + ${rest}`
  const days = (count: string): string => `(${count}) * 86400000000 + ${clock}`
  return {
    second: rest,
    minute: `toSecond(${x}, ${zone}) * 1000000 + ${rest}`,
    hour: `(toMinute(${x}, ${zone}) * 60 + toSecond(${x}, ${zone})) * 1000000 + ${rest}`,
    day: clock,
    week: days(`toDayOfWeek(${x}, 0, ${zone})`),
    month: days(`toDayOfMonth(${x}, ${zone})`),
    quarter: days(`(toMonth(${x}, ${zone}) - 1) % 3 * 32 + toDayOfMonth(${x}, ${zone})`),
    year: days(`toMonth(${x}, ${zone}) * 32 + toDayOfMonth(${x}, ${zone})`)
  }
}

/** Of the boundaries between both, one less where the later date has not come as far into its unit as the earlier. */
const age = (unit: string, zone: string): string => {
  const [from, to] = [within("b", zone)[unit], within("c", zone)[unit]]
  return `dateDiff('${unit}', b, c, ${zone}) + multiIf(dateDiff('second', b, c, ${zone}) > 0, if(${from} > ${to}, -1, 0), `
    + `dateDiff('second', b, c, ${zone}) < 0, if(${to} > ${from}, 1, 0), 0)`
}

const part = (parameters: string, as: Macro["as"]): Macro => macro(parameters, "any", "", as, ["1", 1])

/** The parts of the functions below. */
export const dateParts: Readonly<Record<string, Macro>> = {
  yearDays: part("whole", "if(a % 4 = 0 and (a % 100 != 0 or a % 400 = 0), 366, 365)"),
  weekOf: part(
    "whole, whole",
    "intDiv(multiIf(a < 1, a + _yearDays(b - 1), a > _yearDays(b), a - _yearDays(b), a) + 6, 7)"
  ),
  yearWeek: part(
    "whole, whole",
    "multiIf(a < 1, b - 1, a > _yearDays(b), b + 1, b) * 100 + _weekOf(a, b)"
  ),
  wholeSteps: part("whole, whole", "a - positiveModulo(a, b)"),
  floorDivided: part("whole, whole", "intDiv(a - positiveModulo(a, b), b)"),
  slots: part(
    "date, whole, whole, whole",
    "arrayMap(t -> assumeNotNull(t), arrayFilter(t -> isNotNull(t), arrayMap(k -> addSeconds(a, k * d - b), "
      + "_series(assumeNotNull(_floorDivided(b, d)), if(d > 0 and c >= 0, "
      + "_floorDivided(b + c, d) - _floorDivided(b, d) + 1, 0), 1))))"
  )
}

const unitWord = (site: CallSite): string => {
  const word = site.word(0).toLowerCase()
  const unit = ageUnits.find((name) => word === name || word === `${name}s`)
  return unit ?? refuse(`Unknown date unit '${word}'`, site.ast(0))
}

const ageUnits = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]

/** So many parts of a second since 1970. */
const ofTicksSince = (unit: string, name: string, size: number): Macro =>
  strictMacro(
    "date",
    "Int64",
    `${unit} since 1970, without parts of one`,
    `intDiv(toUnixTimestamp64Micro(a), ${size})`,
    [
      `${name}(toDateTime('1970-01-01 00:01:00'))`,
      60_000_000 / size
    ]
  )

/** `(ticks[, zone])`: an instant of a number of parts of a second. */
const ofTicks = (unit: string, ticks: string, answer: string): Macro =>
  strictMacro(
    "whole, zone?",
    "DateTime64",
    `the instant so many ${unit} after 1970; NULL outside 1900 to 2199`,
    (site) => `toTimeZone(fromUnixTimestamp64Micro(${ticks}), ${site.count > 1 ? "b" : `'${site.planning.timezone}'`})`,
    [`fromUnixTimestamp64${answer}`, "2024-01-01T00:00:00.123000Z"]
  )

/** Functions of dates and times composed of others. */
export const composedDates: Readonly<Record<string, Macro>> = {
  toISOYear: ofDate(
    "UInt16",
    "the year of the week from Monday, of which the first has 4 January",
    (zone) => `intDiv(_yearWeek(${decisiveDay(zone, 3)}, toYear(a, ${zone})), 100)`,
    ["toISOYear(toDate('2024-12-30'))", 2025]
  ),
  toWeek: strictMacro("date, mode?, zone?", "UInt8", `the week ${weekModes}`, inZone(0, 2, week), [
    "toWeek(toDate('2024-12-30'), 3)",
    1
  ]),
  toYearWeek: strictMacro("date, mode?, zone?", "UInt32", `year * 100 + week ${weekModes}`, inZone(0, 2, yearAndWeek), [
    "toYearWeek(toDate('2024-12-30'), 3)",
    202_501
  ]),
  toStartOfISOYear: ofDate(
    "Date",
    "the Monday of the first week of toISOYear",
    (zone) => `addWeeks(toMonday(a, ${zone}), 1 - toISOWeek(a, ${zone}))`,
    ["toStartOfISOYear(toDate('2024-12-31'))", "2024-12-30"]
  ),
  toLastDayOfMonth: ofDate(
    "Date",
    "the last day of the month",
    (zone) => `addMonths(toDate('1900-01-31'), ${sinceFirst(zone)})`,
    ["toLastDayOfMonth(toDate('2024-02-05'))", "2024-02-29"]
  ),
  toLastDayOfWeek: strictMacro(
    "date, mode?, zone?",
    "Date",
    "six days after toStartOfWeek; NULL outside 1900 to 2199",
    (site) => `addDays(toStartOfWeek(${["a", "b", "c"].slice(0, site.count).join(", ")}), 6)`,
    ["toLastDayOfWeek(toDate('2024-02-29'), 1)", "2024-03-03"]
  ),
  toTime: ofDate(
    "DateTime64",
    "the time of day, in whole seconds, on 1970-01-02",
    (zone) => `addSeconds(toStartOfDay(toDate('1970-01-02'), ${zone}), ${clockSeconds("a", zone)})`,
    ["toTime(toDateTime('2024-02-29 10:20:30'))", "1970-01-02T10:20:30Z"]
  ),
  toYYYYMM: ofDate(
    "UInt32",
    "year and month as one number",
    (zone) => `toYear(a, ${zone}) * 100 + toMonth(a, ${zone})`,
    [
      "toYYYYMM(toDate('2024-02-29'))",
      202_402
    ]
  ),
  toYYYYMMDD: ofDate("UInt32", "year, month and day as one number", digits, [
    "toYYYYMMDD(toDate('2024-02-29'))",
    20_240_229
  ]),
  toYYYYMMDDhhmmss: ofDate(
    "UInt64",
    "year, month, day, hour, minute and second as one number",
    (zone) =>
      `(${digits(zone)}) * 1000000 + toHour(a, ${zone}) * 10000 + toMinute(a, ${zone}) * 100 + toSecond(a, ${zone})`,
    ["toYYYYMMDDhhmmss(toDateTime('2024-02-29 10:20:30'))", 20_240_229_102_030]
  ),
  age: strictMacro(
    "unit, date, date, zone?",
    "Int64",
    "how many whole units lie between b and c; negative where c is the earlier",
    inZone(1, 3, (zone, site) => age(unitWord(site), zone)),
    ["age('month', toDate('2024-01-31'), toDate('2024-03-30'))", 1]
  ),
  timeSlot: ofDate(
    "DateTime64",
    "the beginning of the half hour of UTC",
    () => "addSeconds(toStartOfSecond(a), -positiveModulo(toUnixTimestamp(a), 1800))",
    ["timeSlot(toDateTime('2024-02-29 10:45:30'))", "2024-02-29T10:30:00Z"]
  ),
  timeSlots: strictMacro(
    "date, whole, whole?",
    "Array(DateTime64)",
    "the beginnings of the slots of c seconds (1800) from a to b seconds later; none above 10,000 of them",
    (site) => `_slots(toStartOfSecond(a), toUnixTimestamp(a), b, ${site.count > 2 ? "c" : "1800"})`,
    ["timeSlots(toDateTime('2024-02-29 10:45:30'), 1800)", ["2024-02-29T10:30:00Z", "2024-02-29T11:00:00Z"]]
  ),
  timeZoneOf: {
    ...macro("date", "String", "the zone in which a is shown", (site) => `'${zoned(site, 0, 1)[1]}'`, [
      "timeZoneOf(toTimeZone(now(), 'Asia/Tokyo'))",
      "Asia/Tokyo"
    ]),
    nulls: "never",
    names: ["timezoneOf"]
  },
  timeZoneOffset: {
    ...ofDate(
      "Int32",
      "the seconds by which the zone is ahead of UTC",
      (zone) =>
        `dateDiff('day', toDate('1970-01-01'), a, ${zone}) * 86400 + ${clockSeconds("a", zone)} - toUnixTimestamp(a)`,
      ["timeZoneOffset(toDateTime('2024-07-01 00:00:00', 'Europe/Berlin'))", 7200]
    ),
    names: ["timezoneOffset"]
  },
  toUnixTimestamp64Milli: ofTicksSince("milliseconds", "toUnixTimestamp64Milli", 1000),
  toUnixTimestamp64Second: ofTicksSince("seconds", "toUnixTimestamp64Second", 1_000_000),
  toUnixTimestamp64Nano: strictMacro(
    "date",
    "Int64",
    "nanoseconds since 1970",
    "toUnixTimestamp64Micro(a) * 1000",
    ["toUnixTimestamp64Nano(toDateTime('1970-01-01 00:00:01.5'))", 1_500_000_000]
  ),
  fromUnixTimestamp64Milli: ofTicks("milliseconds", "a * 1000", "Milli(1704067200123)"),
  fromUnixTimestamp64Nano: ofTicks("nanoseconds", "_floorDivided(a, 1000)", "Nano(1704067200123000000)")
}
