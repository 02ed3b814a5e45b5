/** Texts of times beyond ISO 8601, as ClickHouse's best effort reads them. Every engine has this one pattern. */

const names = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?"
  + "|nov(?:ember)?|dec(?:ember)?"
const weekday = "(?:mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"

/** The parts of a time, by the letters of `writtenGroups`. */
const parts = {
  /** The year, of four digits. */
  y: "1899|19[0-9]{2}|2[01][0-9]{2}|2200",
  /** The year, of two digits too: those from 70 are of the twentieth century. */
  Y: "1899|19[0-9]{2}|2[01][0-9]{2}|2200|[0-9]{2}",
  /** The month, and that of two digits. */
  o: "0?[1-9]|1[0-2]",
  O: "0[1-9]|1[0-2]",
  /** The name of a month. */
  n: names,
  /** The day of the month, and that of two digits. */
  d: "0?[1-9]|[12][0-9]|3[01]",
  D: "0[1-9]|[12][0-9]|3[01]",
  /** A day and a month, whose order is a habit. */
  p: "0?[1-9]|[12][0-9]|3[01]",
  q: "0?[1-9]|[12][0-9]|3[01]",
  /** Hours, and those of two digits; minutes or seconds, and those of two digits. */
  h: "[01]?[0-9]|2[0-3]",
  H: "[01][0-9]|2[0-3]",
  m: "[0-5]?[0-9]",
  M: "[0-5][0-9]",
  s: "[0-5]?[0-9]",
  S: "[0-5][0-9]",
  /** The digits after the seconds. */
  f: "[0-9]{1,18}",
  /** The first letter of the half of the day. */
  a: "[ap]",
  /** The distance from UTC. */
  z: "z|(?:utc|gmt)? *[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?|utc|gmt",
  /** UTC by its name. */
  Z: "z|utc|gmt"
}

/** Forms with `<letter>` for the parts. */
const ending = "(?: *<a>m(?: +<z>)?|(?: *<z>)?)"
const minutes = `<h>:<m>(?::<s>(?:[.]<f>)?)?${ending}`
/** What follows a day: a time, or hours alone, or the name of UTC. */
const afterDay = `(?:(?: +|T)(?:${minutes}|<h>${ending})|, *${minutes}|(?: *<Z>)?)`
/** What follows a month: ClickHouse reads hours alone as the day. */
const afterMonth = `(?:(?: +|T)${minutes}|(?: *<Z>)?)`
const separated = (separators: ReadonlyArray<string>, form: (separator: string) => string): string =>
  `(?:${separators.map(form).join("|")})`

/** `2024/1/5`, `2024-1`, `20240105`, `202401`; then a time. */
const yearFirst = `<y>${separated(["-", "/", "[.]", "_"], (by) => `${by}<o>(?:${by}<d>${afterDay}|${afterMonth})`)}`
const digits = `<y><O>(?:<D>(?:[ T]?<H><M><S>(?:[.]<f>)?${ending}|${afterDay})|${afterMonth})`
/** `05.01.2024`, `5/1/24`; then a time. */
const yearLast = `${separated(["-", "/", "[.]"], (by) => `<p>${by}<q>${by}<Y>`)}${afterDay}`
/** `Jan 5 2024`, `January 5, 2024`; `5 Jan 2024`, also with `-`, `/` or points; `2024 Jan 5`; `Jan 2024`. */
const named = `(?:<n> +<d>(?:, *| +)<y>|<d>(?: +<n> +<y>|-<n>-<Y>|/<n>/<Y>|[.]<n>[.]<Y>)|<y> +<n> +<d>|<n> +<y>)`
  + `(?:(?: +|T)${minutes})?`
/** `Fri Jan 5 10:00:00 2024`. */
const timeInside = `<n> +<d> +<h>:<m>(?::<s>)? +<y>`

const written = `^ *(?:${weekday},? +)?(?:${yearFirst}|${digits}|${yearLast}|${named}|${timeInside}|<y>) *$`

const letter = /<([a-zA-Z])>/g
const withParts = (open: string): string =>
  `(?i)${written.replace(letter, (_, name: keyof typeof parts) => `${open}${parts[name]})`)}`

/** The whole form, in any letter case, without groups and with a group for each part. */
export const writtenForm = withParts("(?:")
export const writtenParts = withParts("(")

/** The part that each group of `writtenParts` is; small letters alone, as a part has one meaning in any width. */
export const writtenGroups = Array.from(written.matchAll(letter), ([, name = ""]) => name.toLowerCase()).join("")

/** Texts of the form are no longer, in characters. */
export const writtenLength = 200

/** The first letters of the months, in their order. */
export const monthNames: ReadonlyArray<string> = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
