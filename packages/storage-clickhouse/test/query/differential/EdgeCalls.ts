import type { CatalogueRow } from "@hedgerow/sql/catalogue/Catalogue"
import type { Random } from "./Random.ts"

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** Texts at the edges of what functions over texts take. */
const texts: ReadonlyArray<string> = [
  "",
  " ",
  "a",
  "abc",
  "ABC abc",
  "  pad  ",
  "ä",
  "ß",
  "Éé\u0301",
  "\u0130",
  "ΟΣ",
  "\u{1d11e}x\u{1f33f}",
  "\u1f80",
  "日本語",
  "a\\b",
  "it's",
  "\"q\"",
  "a,b,,c",
  "line\nbreak\ttab",
  "100%_x",
  "aaaa",
  "abababab",
  "61c3a4",
  "6",
  "ff",
  "00",
  "YWJj",
  "aMOp",
  "/w==",
  "Cn8eVZg",
  "1a",
  "&amp;&lt;b&gt;&#65;&#x41;",
  "<p class=\"x\">T &amp; t</p>",
  "https://user:pw@www.example.co.uk:8080/a/b%20c/?q=1&p=x%26y&q=2&e#frag?x=1",
  "http://localhost/",
  "//example.com/path",
  "example.com?x=1",
  "mailto:a@b.c",
  "/only/path?a=b#c",
  "https://münchen.de/ä?ö=ü",
  "{\"a\":[1,2.5,\"x\",null,true,{\"b\":\"ü\"}],\"n\":123456789012345}",
  "[1,[2],{}]",
  "\"text\"",
  "12",
  "-3.5e2",
  "{bad",
  "0189dcd5-53ac-7a6e-8d1c-3e5f6a7b8c9d",
  "192.168.0.1 and 10.0.0.256",
  "The quick brown-fox; jumps42 over_it"
]

const sqlTexts = [...texts.map(quoted), "NULL"]
const wholes = [
  "0",
  "1",
  "-1",
  "2",
  "3",
  "5",
  "7",
  "-7",
  "18",
  "20",
  "21",
  "62",
  "63",
  "64",
  "65",
  "-64",
  "100",
  "1000000",
  "1000001",
  "4294967296",
  "9223372036854775807",
  "-9223372036854775807",
  "NULL"
]
const floats = [
  "0.0",
  "1.0",
  "-1.0",
  "0.5",
  "-0.5",
  "2.5",
  "3.0",
  "-3.0",
  "10.0",
  "27.0",
  "1e-300",
  "-1e-9",
  "1e15",
  "0.1",
  "30.25",
  "170.5",
  "172.0",
  "709.5",
  "710.0",
  "-746.0",
  "1e308",
  "-1e308",
  "inf",
  "-inf",
  "nan",
  "NULL"
]
const exact = [
  "toUInt64('0')",
  "18446744073709551615",
  "9223372036854775808",
  "toUInt64(7)",
  "NULL"
]
const decimals = ["0", "0.005", "-0.005", "1", "-2.5", "12.345", "999999999999999.999", "-999999999999999.999"].map(
  (text) => `toDecimal('${text}', 3)`
)
const conditions = ["0", "1", "5", "NULL"]

/** Instants around changes of clocks, and at the ends of days, years and the calendar. */
const instants = [
  "1900-01-02 00:00:00",
  "1969-12-31 23:59:59.999999",
  "1970-01-01 00:00:00",
  "2023-12-31 23:30:00",
  "2024-02-29 10:20:30.123456",
  "2024-03-31 00:59:59",
  "2024-03-31 01:00:00",
  "2024-10-27 00:30:00",
  "2024-10-27 01:30:00",
  "2024-12-30 12:00:00",
  "2199-12-31 23:59:59.999999"
]
const dates = [...instants.map((text) => `toDateTime('${text}')`), "NULL"]

const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
  text: sqlTexts,
  whole: wholes,
  bits: [...wholes, "2.9", "-2.9", "1e30", "0 / 0"],
  count: wholes,
  float: floats,
  number: floats,
  condition: conditions,
  any: sqlTexts,
  date: dates,
  decimal: decimals,
  value: sqlTexts,
  floats: ["[1.0, -2.5, 0.25]", "[3, 4]", "[]", "[NULL, 2]", "[1e308, 1e308]", "[inf, nan]"],
  wholes: ["[]", "[9, 18, 36]", "[12, 12, 13, 9, 15, 31, 27]", "[-5, 3, 9223372036854775807]", "[1, 2, 4, 5, 6, 7, 3]"],
  texts: ["['a', 'b']", "['', 'x', NULL]", "['ä']", "[]"]
}

/** Other values that a parameter takes now and then. */
const others: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  date: [instants.map((text) => `toDate('${text.slice(0, 10)}')`)],
  whole: [exact],
  count: [exact],
  float: [exact, decimals],
  number: [exact, decimals],
  value: [exact, decimals]
}

/** Constants that a parameter may be; such a parameter is never a column. */
const constants: Readonly<Record<string, ReadonlyArray<string>>> = {
  digits: ["0", "1", "-1", "3"],
  scale: ["0", "2", "9"],
  steps: ["1", "2", "3"],
  type: [
    "'UInt8'",
    "'Int32'",
    "'UInt64'",
    "'Decimal(10, 2)'",
    "'Nullable(String)'",
    "'Float64'",
    "'Date'",
    "'DateTime64(3)'",
    "'DateTime'"
  ],
  constant: ["','", "''", "'a'", "'.'", "'ä'"],
  interval: ["INTERVAL 1 DAY", "INTERVAL 7 MINUTE", "INTERVAL 2 WEEK", "INTERVAL 1 MONTH", "INTERVAL 36 HOUR"],
  mode: ["0", "1", "2", "3"],
  unit: ["'second'", "'minute'", "'hour'", "'day'", "'week'", "'month'", "'quarter'", "'year'"],
  zone: ["'UTC'", "'Europe/Berlin'", "'America/New_York'"],
  list: ["['a', '^b', 'ä$']", "['[0-9]+', 'x']"],
  pattern: [
    "'[a-z]+'",
    "'([0-9]+)'",
    "'(b)(c)?'",
    "'(^a)'",
    "'(\\\\w+)'",
    "'(?i)([A-C]+)'",
    "'([^/]*)//([^/]*)'",
    "'(ä|ß|x)'",
    "'(\\\\s+)'",
    "'(\\\\bq)'",
    "'((?:ab)+)'",
    "'([^a-z]{2,3})'",
    "'(.)'"
  ]
}

const nameOf = (parameter: string): string => parameter.replace(/[?…]+$/, "")

/** The parameters that a call gives: those that may be left out now and then. */
const given = (random: Random, parameters: ReadonlyArray<string>): ReadonlyArray<string> =>
  parameters.flatMap((parameter) => {
    if (parameter.endsWith("?") && random.chance(0.3)) return []
    return parameter.includes("…")
      ? Array.from({ length: 1 + random.int(2) }, () => nameOf(parameter))
      : [nameOf(parameter)]
  })

/** Whether calls of the function can be made of these values, and have a value. */
export const hasEdges = ({ kind, parameters, result }: CatalogueRow): boolean =>
  kind === "function" && parameters.length > 0 && !result.startsWith("Interval")
  && parameters.every((parameter) =>
    Object.hasOwn(lists, nameOf(parameter)) || Object.hasOwn(constants, nameOf(parameter))
  )

/**
 * A query that calls the function once for each combination of some of the edges, which are columns and not constants, so
 * that the engine has to compute them.
 */
export const edgeCalls = (random: Random, { name, parameters }: CatalogueRow, ofEach: number): string => {
  const names = given(random, parameters)
  const columns = names.filter((parameter) => Object.hasOwn(lists, parameter))
  // All combinations come back, so that of more parameters fewer values are taken.
  const taken = Math.max(3, Math.floor(columns.length < 2 ? 60 : ofEach / Math.max(1, 2 ** (columns.length - 2))))
  const sources = columns.map((parameter, i) => {
    const [other, ...more] = others[parameter] ?? []
    const list = other !== undefined && random.chance(0.3) ? random.pick([other, ...more]) : lists[parameter] ?? []
    const some = list.length <= taken
      ? list
      : random.list(taken, () => random.pick(list as readonly [string, ...string[]]))
    return `(SELECT arrayJoin([${some.join(", ")}]) AS x${i}) AS s${i}`
  })
  let place = 0
  const args = names.map((parameter) => {
    const choices = constants[parameter]
    return choices === undefined ? `x${place++}` : random.pick(choices as readonly [string, ...string[]])
  })
  const read = columns.map((_, i) => `x${i}`)
  return `SELECT ${[...read, `${name}(${args.join(", ")})`].join(", ")} FROM ${
    sources.join(" CROSS JOIN ") || "numbers(1)"
  } LIMIT 20000`
}
