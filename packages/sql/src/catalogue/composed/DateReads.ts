import type { CallSite } from "../../planning/CallSite.ts"
import { isNumeric } from "../../types/SqlType.ts"
import { refuse } from "../../typing/SemanticFailure.ts"
import { byCount, type Macro, strictMacro } from "../Macro.ts"
import { monthNames, piecesOf, unknownLetter } from "./DateTexts.ts"

const inBothCases = (name: string): string =>
  Array.from(name, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join("")
const oneOf = (names: ReadonlyArray<string>): string => names.map(inBothCases).join("|")

const months = monthNames.map((name) => name.slice(0, 3))
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** The form of what a letter stands for in a text. */
const forms: Readonly<Record<string, string>> = {
  Y: "[0-9]{4}",
  y: "[0-9]{2}",
  m: "[0-9]{2}",
  c: "[0-9]{2}",
  b: oneOf(months),
  M: oneOf(monthNames),
  d: "[0-9]{2}",
  e: "[ 0-9]?[0-9]",
  H: "[0-9]{2}",
  k: "[ 0-9]?[0-9]",
  h: "[0-9]{2}",
  I: "[0-9]{2}",
  l: "[ 0-9]?[0-9]",
  p: "[AaPp][Mm]",
  i: "[0-9]{2}",
  s: "[0-9]{2}",
  S: "[0-9]{2}",
  f: "[0-9]{1,6}",
  z: "[+-][0-9]{4}",
  a: oneOf(days),
  W: oneOf(dayNames)
}

/** Letters that stand for several. */
const together: Readonly<Record<string, string>> = {
  F: "Y-m-d",
  D: "m/d/y",
  T: "H:i:S",
  R: "H:i",
  r: "I:i p"
}

type Piece = { readonly letter: string } | { readonly text: string }

const flat = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  pieces.flatMap((piece): ReadonlyArray<Piece> => {
    if ("text" in piece) return [piece]
    if (piece.letter === "%") return [{ text: "%" }]
    const several = together[piece.letter]
    if (several === undefined) return [piece]
    return Array.from(several, (one) => /[A-Za-z]/.test(one) ? { letter: one } : { text: one })
  })

const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, (found) => `[${found}]`)
    .replaceAll("[\\]", "\\\\").replaceAll("[^]", "\\^")

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** A text over `x` that is what the letter stands for in it, '' where the text has not the form. */
const reader = (site: CallSite, x: string): (letters: string) => string | undefined => {
  const pieces = flat(piecesOf(site, 1))
  for (const piece of pieces) {
    if ("letter" in piece && forms[piece.letter] === undefined) unknownLetter(site, 1, piece.letter)
  }
  return (letters) => {
    const at = pieces.findIndex((piece) => "letter" in piece && letters.includes(piece.letter))
    if (at < 0) return undefined
    const pattern = pieces.map((piece, i) =>
      "text" in piece ? escaped(piece.text) : `(${i === at ? "" : "?:"}${forms[piece.letter] ?? ""})`
    )
    return `_textPart(${x}, ${quoted(`^${pattern.join("")}$`)})`
  }
}

const spaced = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `replaceAll(if(length(${text}) = 1, concat('0', ${text}), ${text}), ' ', '0')`

const hourOf = (read: (letters: string) => string | undefined): string => {
  const ofHalf = spaced(read("hIl"))
  if (ofHalf === undefined) return spaced(read("Hk")) ?? "'00'"
  const half = read("p") ?? "'AM'"
  return `if(${ofHalf} between '01' and '12', `
    + `leftPad(toString(toInt(${ofHalf}) % 12 + if(upper(${half}) = 'PM', 12, 0)), 2, '0'), '')`
}

const yearOf = (read: (letters: string) => string | undefined): string => {
  const short = read("y")
  return read("Y") ?? (short === undefined ? "'1970'" : `concat(if(${short} >= '70', '19', '20'), ${short})`)
}

const monthOf = (read: (letters: string) => string | undefined): string => {
  const name = read("bM")
  const place = `position('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${name}, 3)))`
  return read("mc")
    ?? (name === undefined ? "'01'" : `if(${name} = '', '', leftPad(toString(intDiv(${place} + 2, 3)), 2, '0'))`)
}

/** The instant that the text has by the format, NULL where it has not its form. */
const parsed = (site: CallSite): string => {
  const read = reader(site, "a")
  if (["YymcbMdeHkhIliSsf"].every((letters) => read(letters) === undefined)) {
    return refuse(`The format of function '${site.name}' has no date and no time`, site.ast(1))
  }
  const date = `${yearOf(read)}, '-', ${monthOf(read)}, '-', ${spaced(read("de")) ?? "'01'"}`
  const fraction = read("f") ?? "'0'"
  const time = `${hourOf(read)}, ':', ${read("i") ?? "'00'"}, ':', ${read("Ss") ?? "'00'"}, '.', ${fraction}`
  return `toDateTime(concat(${date}, ' ', ${time}, ${read("z") ?? "''"})${site.count > 2 ? ", c" : ""})`
}

const two = (number: string): string => `leftPad(toString(${number}), 2, '0')`
const day = `concat(toString(a), '-', ${two("b")}, '-', ${two("c")})`
const isDay = "a between 1900 and 2199 and b between 1 and 12 and c between 1 and 31"
const made = (zone: string): string =>
  `if(${isDay} and d between 0 and 23 and e between 0 and 59 and f >= 0 and f < 60, `
  + `fromUnixTimestamp64Micro(toUnixTimestamp64Micro(toDateTime(concat(${day}, ' ', ${two("d")}, ':', ${
    two("e")
  }, ':00')`
  + `${zone})) + toInt(floor(f * 1000000))${zone}), NULL)`

const timestamp = (parameters: string, as: Macro["as"], example: Macro["example"]): Macro =>
  strictMacro(
    `whole, whole, whole, whole, whole, float, ${parameters}`,
    "DateTime64",
    "the instant of year, month, day, hour, minute and seconds in the zone; NULL where there is none",
    as,
    example
  )

const ofFormat = "the instant in a text by a constant format of the letters of formatDateTime; NULL of other texts"

/** The parts of a date that PostgreSQL has names for. */
const dateParts: Readonly<Record<string, string>> = {
  year: "toYear(b)",
  quarter: "toQuarter(b)",
  month: "toMonth(b)",
  week: "toISOWeek(b)",
  day: "toDayOfMonth(b)",
  dow: "toDayOfWeek(b, 2)",
  isodow: "toDayOfWeek(b)",
  doy: "toDayOfYear(b)",
  isoyear: "toISOYear(b)",
  hour: "toHour(b)",
  minute: "toMinute(b)",
  second: "toSecond(b)",
  epoch: "toUnixTimestamp(b)"
}

/** Dates and times from texts and numbers. */
export const composedDateReads: Readonly<Record<string, Macro>> = {
  parseDateTime: {
    ...strictMacro("text, constant, zone?", "DateTime64", ofFormat, parsed, [
      "parseDateTime('29/02/2024 10:20', '%d/%m/%Y %H:%i')",
      "2024-02-29T10:20:00Z"
    ]),
    names: ["parseDateTimeOrNull"]
  },
  to_timestamp: strictMacro(
    "any, constant?",
    "DateTime64",
    "toDateTime, or parseDateTime by a format such as YYYY-MM-DD HH24:MI:SS",
    (site) => site.count > 1 ? parsed(site) : "toDateTime(a)",
    ["to_timestamp('29 Feb 2024', 'DD Mon YYYY')", "2024-02-29T00:00:00Z"]
  ),
  fromUnixTimestamp: strictMacro(
    "number, constant?, zone?",
    "DateTime64",
    "the instant so many seconds after 1970; with a format its text",
    byCount(1, "toDateTime(a)", "formatDateTime(toDateTime(a), b)", "formatDateTime(toDateTime(a), b, c)"),
    ["fromUnixTimestamp(1709202030, '%H:%i')", "10:20"]
  ),
  make_date: strictMacro(
    "whole, whole, whole",
    "Date",
    "the date of year, month and day; NULL where there is none",
    `if(${isDay}, toDate(${day}), NULL)`,
    ["make_date(2024, 2, 29)", "2024-02-29"]
  ),
  make_timestamp: timestamp("zone?", (site) => made(site.count > 6 ? ", g" : ""), [
    "make_timestamp(2024, 2, 29, 10, 20, 30.5)",
    "2024-02-29T10:20:30.500000Z"
  ]),
  make_timestamptz: timestamp("zone", made(", g"), [
    "make_timestamptz(2024, 2, 29, 10, 20, 30, 'Europe/Berlin')",
    "2024-02-29T09:20:30Z"
  ]),
  toModifiedJulianDay: strictMacro(
    "any",
    "Int32",
    "the days since 1858-11-17 of a date, or a text that is one",
    (site) => isNumeric(site.arg(0).type) ? site.illegalType(0) : "toInt(toDate(a)) + 40587",
    ["toModifiedJulianDay('2020-11-01')", 59_154]
  ),
  fromModifiedJulianDay: strictMacro(
    "whole",
    "String",
    "the date so many days after 1858-11-17, as a text; NULL outside 1900 to 2199",
    "toString(toDate(a - 40587))",
    ["fromModifiedJulianDay(59154)", "2020-11-01"]
  ),
  date_part: strictMacro(
    "constant, date",
    "Int64",
    `the part of a date: ${Object.keys(dateParts).join(", ")}`,
    (site) => dateParts[site.text(0).toLowerCase()] ?? refuse(`Unknown date part '${site.text(0)}'`, site.ast(0)),
    ["date_part('dow', toDate('2024-02-25'))", 0]
  )
}
