import type { CallSite } from "../../planning/CallSite.ts"
import { refuse } from "../../typing/SemanticFailure.ts"
import { zoned } from "../IntervalStarts.ts"
import { type Macro, strictMacro } from "../Macro.ts"

const listed = (names: string): ReadonlyArray<string> => names.split(" ")
export const monthNames = listed(
  "January February March April May June July August September October November December"
)
const dayNames = listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

const arrayOf = (names: ReadonlyArray<string>): string => `[${names.map((name) => `'${name}'`).join(", ")}]`
const short = (names: ReadonlyArray<string>): ReadonlyArray<string> => names.map((name) => name.slice(0, 3))

const filled = (number: string, size: number): string => `leftPad(toString(${number}), ${size}, '0')`

/** The text of each letter after `%`, in SQL over the date `x` in the zone. */
const specifiers = (x: string, zone: string): Readonly<Record<string, string>> => {
  const [year, month, day] = [`toYear(${x}, ${zone})`, `toMonth(${x}, ${zone})`, `toDayOfMonth(${x}, ${zone})`]
  const [hour, minute, second] = [`toHour(${x}, ${zone})`, `toMinute(${x}, ${zone})`, `toSecond(${x}, ${zone})`]
  const weekday = `toDayOfWeek(${x}, 0, ${zone})`
  const isoYear = `toISOYear(${x}, ${zone})`
  const hourOfHalf = `((${hour} + 11) % 12 + 1)`
  const half = `if(${hour} < 12, 'AM', 'PM')`
  const named = (names: ReadonlyArray<string>, place: string) => `arrayElement(${arrayOf(names)}, ${place})`
  const time = `${filled(hour, 2)}, ':', ${filled(minute, 2)}`
  const offset = `timeZoneOffset(${x}, ${zone})`
  return {
    a: named(short(dayNames), weekday),
    b: named(short(monthNames), month),
    c: filled(month, 2),
    C: filled(`intDiv(${year}, 100)`, 2),
    d: filled(day, 2),
    D: `concat(${filled(month, 2)}, '/', ${filled(day, 2)}, '/', ${filled(`${year} % 100`, 2)})`,
    e: `toString(${day})`,
    f: filled(`positiveModulo(toUnixTimestamp64Micro(${x}), 1000000)`, 6),
    F: `concat(toString(${year}), '-', ${filled(month, 2)}, '-', ${filled(day, 2)})`,
    g: filled(`${isoYear} % 100`, 2),
    G: `toString(${isoYear})`,
    h: filled(hourOfHalf, 2),
    H: filled(hour, 2),
    i: filled(minute, 2),
    I: filled(hourOfHalf, 2),
    j: filled(`toDayOfYear(${x}, ${zone})`, 3),
    k: filled(hour, 2),
    l: filled(hourOfHalf, 2),
    m: filled(month, 2),
    M: named(monthNames, month),
    n: "'\\n'",
    p: half,
    Q: `toString(toQuarter(${x}, ${zone}))`,
    r: `concat(${filled(hourOfHalf, 2)}, ':', ${filled(minute, 2)}, ' ', ${half})`,
    R: `concat(${time})`,
    s: filled(second, 2),
    S: filled(second, 2),
    t: "'\\t'",
    T: `concat(${time}, ':', ${filled(second, 2)})`,
    u: `toString(${weekday})`,
    V: filled(`toISOWeek(${x}, ${zone})`, 2),
    w: `toString(${weekday} % 7)`,
    W: named(dayNames, weekday),
    y: filled(`${year} % 100`, 2),
    Y: `toString(${year})`,
    z: `concat(if(${offset} < 0, '-', '+'), ${filled(`intDiv(abs(${offset}), 3600)`, 2)}, `
      + `${filled(`intDiv(abs(${offset}), 60) % 60`, 2)})`,
    "%": "'%'"
  }
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** Formats of PostgreSQL in the letters of `formatDateTime`, the longest first. */
const postgresFormats: ReadonlyArray<readonly [pattern: string, letters: string]> = [
  ["YYYY", "%Y"],
  ["IYYY", "%G"],
  ["HH24", "%H"],
  ["HH12", "%I"],
  ["Month", "%M"],
  ["TZH:TZM", "%z"],
  ["Mon", "%b"],
  ["Day", "%W"],
  ["DDD", "%j"],
  ["Dy", "%a"],
  ["YY", "%y"],
  ["MM", "%m"],
  ["DD", "%d"],
  ["HH", "%I"],
  ["MI", "%i"],
  ["SS", "%S"],
  ["US", "%f"],
  ["AM", "%p"],
  ["PM", "%p"],
  ["IW", "%V"],
  ["ID", "%u"],
  ["TZ", "%z"],
  ["Q", "%Q"],
  ["D", "%u"]
]

/** The format in the letters of `formatDateTime`: one without `%` is written as PostgreSQL has it. */
const lettersOf = (format: string): string => {
  if (format.includes("%")) return format
  const pieces: Array<string> = []
  for (let at = 0; at < format.length;) {
    const quotedPart = /^"([^"]*)"/.exec(format.slice(at))
    const found = postgresFormats.find(([pattern]) => format.startsWith(pattern, at))
    pieces.push(quotedPart?.[1] ?? found?.[1] ?? format.charAt(at))
    at += quotedPart?.[0].length ?? found?.[0].length ?? 1
  }
  return pieces.join("")
}

/** The format in pieces: the texts between, and the letters after `%`. */
export const piecesOf = (
  site: CallSite,
  index: number
): ReadonlyArray<{ readonly letter: string } | { readonly text: string }> => {
  const format = site.name.startsWith("to_") ? lettersOf(site.text(index)) : site.text(index)
  if (/(?:^|[^%])(?:%%)*%$/.test(format)) refuse("A format must not end with '%', write '%%'", site.ast(index))
  return Array.from(format.matchAll(/%(.)|[^%]+/gsu), ([text, letter]) => letter === undefined ? { text } : { letter })
}

export const unknownLetter = (site: CallSite, index: number, letter: string): never =>
  refuse(`The format of function '${site.name}' has no '%${letter}'`, site.ast(index))

const formatted = (site: CallSite, x: string, zone: string): string => {
  const known = specifiers(x, zone)
  const pieces = piecesOf(site, 1).map((piece) =>
    "text" in piece ? quoted(piece.text) : known[piece.letter] ?? unknownLetter(site, 1, piece.letter)
  )
  return `concat('', ${["''", ...pieces].join(", ")})`
}

const formats = (site: CallSite): string => formatted(site, "a", `'${zoned(site, 0, 2)[1]}'`)

const dated = (parameters: string, meaning: string, as: Macro["as"], example: Macro["example"]): Macro =>
  strictMacro(parameters, "String", meaning, as, example)

const letters = "by a constant format of the letters of MySQL, such as %Y-%m-%d %H:%i:%s"

/** The parts that `dateName` has names for. */
const namedParts: Readonly<Record<string, string>> = {
  year: "Y",
  quarter: "Q",
  month: "M",
  day: "d",
  weekday: "W",
  hour: "H",
  minute: "i",
  second: "s"
}

const dateName = (site: CallSite): string => {
  const [x, zone] = ["b", `'${zoned(site, 1, 2)[1]}'`]
  const part = site.text(0).toLowerCase()
  if (part === "week") return `toString(toISOWeek(${x}, ${zone}))`
  if (part === "dayofyear") return `toString(toDayOfYear(${x}, ${zone}))`
  const letter = namedParts[part] ?? refuse(`Unknown date part '${part}'`, site.ast(0))
  const text = specifiers(x, zone)[letter] ?? "''"
  return letter === "M" || letter === "W" ? text : `toString(toInt(${text}))`
}

/** Dates and times as texts. */
export const composedDateTexts: Readonly<Record<string, Macro>> = {
  formatDateTime: dated("date, constant, zone?", letters, formats, [
    "formatDateTime(toDateTime('2024-02-29 10:20:30'), '%d %b %Y, %l:%i %p')",
    "29 Feb 2024, 10:20 AM"
  ]),
  to_char: dated(
    "date, constant, zone?",
    "formatDateTime; a format without % has the patterns of PostgreSQL, such as YYYY-MM-DD HH24:MI:SS",
    formats,
    ["to_char(toDateTime('2024-02-29 10:20:30'), 'DD Mon YYYY')", "29 Feb 2024"]
  ),
  dateName: dated(
    "constant, date, zone?",
    "the part of the date as a text: year, quarter, month, dayofyear, day, week, weekday, hour, minute or second",
    dateName,
    ["dateName('weekday', toDate('2024-02-29'))", "Thursday"]
  ),
  monthName: dated("date", "the name of the month", (site) => specifiers("a", `'${zoned(site, 0, 1)[1]}'`)["M"] ?? "", [
    "monthName(toDate('2024-02-29'))",
    "February"
  ])
}
