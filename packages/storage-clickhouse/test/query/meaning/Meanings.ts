import { Random } from "../differential/Random.ts"

/** A call that has the same values here, in memory, and in ClickHouse as it is, over `x`. */
export interface Meaning {
  readonly ours: string
  /** ClickHouse's name of it, where it differs. */
  readonly native?: string
  /** An array of what `x` is. */
  readonly values: string
  readonly nativeValues?: string
}

/** Midnight and almost midnight of the days around the ends of twelve years, and leap days. */
const days = Array.from({ length: 12 }, (_, i) => 2015 + i).flatMap((year) =>
  ["12-26", "12-27", "12-28", "12-29", "12-30", "12-31", "01-01", "01-02", "01-03", "01-04", "01-05", "01-07", "02-28"]
    .map((day) => `${year}-${day}`)
)
const dates = `[${days.map((day) => `toDate('${day}')`).join(", ")}]`
const written = [
  "2024-02-29 10:20:30.123456",
  "2024-02-29 00:00:00.000001",
  "2024-03-31 00:59:59",
  "2024-03-31 01:00:00",
  "2024-10-27 00:30:00",
  "2024-10-27 01:30:00",
  "2024-11-03 05:59:59",
  "2024-12-31 12:00:00",
  "2025-01-01 23:59:59.999999",
  "2025-06-15 00:00:00"
]
const timesOf = (texts: ReadonlyArray<string>): string => `[${texts.map((time) => `toDateTime('${time}')`).join(", ")}]`
const times = timesOf([...written, "1969-12-31 23:59:59.999999", "1970-01-01 00:00:00"])
/** Some functions of ClickHouse know no time before 1970. */
const lateTimes = timesOf(written)

const modes = Array.from({ length: 10 }, (_, mode) => mode)
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]

const letters = Array.from("abcCdDeFgGhHiIjklmMnpQrRsStTuVwWyYz%", (letter) => `%${letter}`).join("|")

/** Of ClickHouse's weeks some are a day short: ours have seven days. */
const units = ["second", "minute", "hour", "day", "month", "quarter", "year"]
const origins = ["2024-02-29 10:20:30.5", "2023-12-31 23:00:00", "2025-03-30 12:00:00"]

const ofDates: ReadonlyArray<Meaning> = [
  ...modes.flatMap((mode) => [
    { ours: `toWeek(x, ${mode})`, values: dates },
    { ours: `toYearWeek(x, ${mode})`, values: dates }
  ]),
  ...["toISOYear", "toISOWeek", "toStartOfISOYear", "toLastDayOfMonth", "toYYYYMM", "toYYYYMMDD"].map((
    name
  ) => ({ ours: `${name}(x)`, values: dates })),
  { ours: "monthName(x)", native: "monthName(toDate(x))", values: dates },
  { ours: "toLastDayOfWeek(x, 0)", values: dates },
  { ours: "toLastDayOfWeek(x, 1)", values: dates },
  { ours: `formatDateTime(x, '${letters.replace("|%z", "")}|%f')`, values: dates },
  ...["year", "quarter", "month", "dayofyear", "day", "week", "weekday"].map((part) => ({
    ours: `dateName('${part}', x)`,
    values: dates
  }))
]

const aged = (unit: string, origin: string, zone: string): Meaning => ({
  ours: `age('${unit}', x, toDateTime('${origin}'), '${zone}')`,
  native: `age('${unit}', x, toDateTime64('${origin}', 6, 'UTC'), '${zone}')`,
  values: times
})

const ofTimes: ReadonlyArray<Meaning> = [
  ...zones.flatMap((zone) => [
    { ours: `formatDateTime(x, '${letters}|%f', '${zone}')`, values: times },
    { ours: `toYYYYMMDDhhmmss(x, '${zone}')`, values: times },
    {
      ours: `timeZoneOffset(toTimeZone(x, '${zone}'))`,
      native: `timezoneOffset(toTimeZone(x, '${zone}'))`,
      values: times
    },
    { ours: `dateName('hour', x, '${zone}')`, values: lateTimes }
  ]),
  ...zones.flatMap((zone) => units.flatMap((unit) => origins.map((origin) => aged(unit, origin, zone)))),
  { ours: "timeSlot(x)", native: "toDateTime64(timeSlot(x), 6)", values: lateTimes },
  { ours: "toUnixTimestamp64Milli(x)", values: times },
  {
    ours: "fromUnixTimestamp64Milli(x)",
    native: "toDateTime64(fromUnixTimestamp64Milli(x, 'UTC'), 6)",
    values: "[1, -1, 1704067200123]"
  },
  { ours: "fromUnixTimestamp(x, '%H:%i', 'Asia/Kolkata')", values: "[1, 1704067200]" },
  {
    ours: "tumbleStart(x, INTERVAL 1 DAY)",
    native: "toDateTime64(tumbleStart(toDateTime(x, 'UTC'), INTERVAL 1 DAY), 6)",
    values: lateTimes
  },
  {
    ours: "hopStart(x, INTERVAL 1 HOUR, INTERVAL 3 HOUR)",
    native: "toDateTime64(hopStart(toDateTime(x, 'UTC'), INTERVAL 1 HOUR, INTERVAL 3 HOUR), 6)",
    values: lateTimes
  },
  ...["1 DAY", "2 WEEK", "6 HOUR", "7 MINUTE", "3 MONTH", "1 YEAR"].map((interval) => ({
    ours: `toStartOfInterval(x, INTERVAL ${interval}, toDateTime('2020-01-01 00:00:00.25'))`,
    native: `toStartOfInterval(x, INTERVAL ${interval}, toDateTime64('2020-01-01 00:00:00.25', 6, 'UTC'))`,
    values: "[toDateTime('2024-02-29 10:20:30.123456'), toDateTime('2024-11-03 05:59:59')]"
  })),
  { ours: "toModifiedJulianDay(x)", values: "['2020-11-01', '1970-01-01', '1900-03-01']" },
  { ours: "fromModifiedJulianDay(x)", values: "[0 + 40587, 58849, 15100]" }
]

const texts = (format: string, ...values: ReadonlyArray<string>): Meaning => ({
  ours: `parseDateTime(x, '${format}')`,
  native: `toDateTime64(parseDateTimeOrNull(x, '${format}', 'UTC'), 6)`,
  values: `[${values.map((value) => `'${value}'`).join(", ")}]`
})

/** Of what ClickHouse's best effort reads: texts with a date, and a year from 1900 to 2199. */
const bestEffort = (us: "" | "US", ...values: ReadonlyArray<string>): Meaning => ({
  ours: `toDateTime${us}(x)`,
  native: `parseDateTime64BestEffort${us}OrNull(x, 6, 'UTC')`,
  values: `[${values.map((value) => `'${value}'`).join(", ")}]`
})

const dateForms = [
  ..."2024/10/02 2024/1/5 2024-1-5 2024.1.5 2024_10_02 2024-10 2024/10 202410 2024 20241002".split(" "),
  ..."02.10.2024 2.1.24 23/10/2025 10/23/2025 13/13/2024 30/02/2024 1/2/69 1/2/70 24-10-02 2024-10/02".split(" "),
  ..."2024-13-02 2024-02-30 2/2024 5.Mar.2024x 1890-01-01x 2024-W40".split(" ")
]
const timeForms = [
  ..."T10:11:12Z T10:11:12+02:00 T1:2:3 T101112x".split(" "),
  " 10:00:00 PM",
  " 12:00 AM",
  " 13:00 AM",
  " 10:11:12.5 UTC",
  "  10:11 -0230",
  ", 10:11"
]

const ofTimesInTexts: ReadonlyArray<Meaning> = (["", "US"] as const).flatMap((us) => {
  const read = (...values: ReadonlyArray<string>) => bestEffort(us, ...values)
  const dated = (date: string) => read(...timeForms.map((time) => date + time))
  return [
    read(...dateForms),
    dated("2024/10/02"),
    dated("20241002"),
    dated("02.10.2024"),
    dated("5/1/24"),
    read("20241002T101112Z", "20241002101112", "20241002 101112 PM", "20241002T10", "20241002T1011"),
    read("1727863872", "1727863872123", "1727863872123456", "1727863872123456789", "1727863872.123", "17278"),
    read("Oct 2 2024", "2 October 2024 10:00 pm", "Fri, 02 Oct 2024 10:00:00 GMT", "Oct 2nd 2024")
  ]
})

const floats = "[0.0, 1.5, -1.5, 7.9, -7.9, 100.7, 123456.789, 1e18, -1e300]"

/** ClickHouse refuses what has no result, or a NaN; here that is NULL. */
const ofFloats: ReadonlyArray<Meaning> = ["0.4", "-2.9", "0.01", "3.0", "7.3", "1e300"].flatMap((divisor) => [
  { ours: `toFloat(x) % ${divisor}`, native: `x % ${divisor}`, values: floats },
  {
    ours: `intDiv(toFloat(x), ${divisor})`,
    native: `intDiv(x, ${divisor})`,
    values: "[0.0, 1.5, -1.5, 7.9, -7.9, 100.7, 123456.789]"
  }
])

const ofTexts: ReadonlyArray<Meaning> = [
  ...ofFloats,
  ...ofTimesInTexts,
  texts("%Y-%m-%d %H:%i:%s", "2024-02-29 10:20:30", "2024-02-30 10:20:30", "2024-02-29 10:20", "x", ""),
  texts("%d/%m/%y %h:%i %p", "29/02/24 10:20 PM", "29/02/75 12:00 am", "29/02/24 13:20 PM"),
  texts("%b %e %Y", "Feb 29 2024", "feb  9 2024", "Mar 9 2024", "Foo 09 2024"),
  texts("%F %T", "2024-02-29 10:20:30", "2024-2-29 10:20:30"),
  texts("%Y.%m", "2024.02", "2024x02")
]

/** JSON of ClickHouse has whole numbers of 64 bits in quotes. */
const inJson = (ours: string, values: string): Meaning => ({
  ours: `toJSONString(${ours})`,
  native: `replaceRegexpAll(toJSONString(${ours}), '"(-?[0-9]+)"', '\\\\1')`,
  values
})

const random = new Random(7)

/** Rows of a time, a letter and a number; times differ where their order would be any. */
const history = (step: number): string => {
  let time = 0
  const rows = random.list(3 + random.int(9), () => {
    time += step === 0 ? random.int(3) : 1 + random.int(step)
    return `(${time}, '${random.pick(["a", "b", "c", "d"])}', ${random.int(5)})`
  })
  return `[${rows.join(", ")}]`
}

const conditions = "tupleElement(x, 2) = 'a', tupleElement(x, 2) IN ('b', 'd'), tupleElement(x, 3) > 2"

const overRows = (name: string, step: number, args = conditions): ReadonlyArray<Meaning> =>
  Array.from({ length: 12 }, () => ({
    ours: `${name}(tupleElement(x, 1), ${args})`,
    native: `${name}(toUInt32(tupleElement(x, 1)), ${args})`,
    values: history(step)
  }))

const grams = "['', 'abc', 'abcd', 'abcabd', 'xabcabdabc', 'abcabdabcabd', 'dbacba dbac']"
const places = "[(-5.6, 42.6), (0.0, 0.0), (180.0, 90.0), (-180.0, -90.0), (13.4, 52.5), (-122.4, -37.7)]"

const ofParts: ReadonlyArray<Meaning> = [
  ...["ngramDistance", "ngramSearch"].flatMap((name) =>
    ["abcabd", "ab", "bcab"].map((needle) => ({
      ours: `round(${name}(x, '${needle}'), 5)`,
      native: `round(toFloat64(${name}(x, '${needle}')), 5)`,
      values: grams
    }))
  ),
  ...[1, 2, 7, 12, 0, 20].map((size) => ({
    ours: `geohashEncode(tupleElement(x, 1), tupleElement(x, 2), ${size})`,
    values: places
  })),
  { ours: "geohashDecode(x)", values: "['ezs42', '', 'a', 'u33db', 'EZS42', 'ezs42ezs42', '7']" }
]

const ofRows: ReadonlyArray<Meaning> = [
  ...overRows("windowFunnel(4)", 0),
  ...overRows("windowFunnel(2)", 3),
  ...[
    "'strict_order'",
    "'strict_deduplication'",
    "'strict_increase'",
    "'strict_once'",
    "'strict_order', 'allow_reentry'",
    "'strict_order', 'strict_increase', 'strict_deduplication'"
  ].flatMap((modes) => [0, 3].flatMap((step) => overRows(`windowFunnel(4, ${modes})`, step))),
  ...overRows("windowFunnel(4, 'strict_order')", 3, "tupleElement(x, 2) = 'a'"),
  ...[
    "(?1)(?2)",
    "(?1).*(?2)",
    "(?1).(?3)",
    "(?1)(?t<=3)(?2)",
    "(?1)(?t>=3)(?2)",
    "(?2).*(?1)(?t>1)(?3)",
    "(?1).*(?1).*(?3)"
  ].flatMap((pattern) => ["sequenceMatch", "sequenceCount"].flatMap((name) => overRows(`${name}('${pattern}')`, 3))),
  ...[
    `retention(${conditions})`,
    "sumForEach([tupleElement(x, 3), 1])",
    "minForEach([tupleElement(x, 3), 1])",
    "groupArrayMovingSum(3)(tupleElement(x, 3))",
    "groupArrayMovingSum(tupleElement(x, 3))",
    "groupArrayMovingAvg(2)(tupleElement(x, 3) * 1.0)",
    ...["sumMap", "minMap", "maxMap"].map((name) => `${name}([tupleElement(x, 2), 'e'], [tupleElement(x, 3), 1])`)
  ].map((ours) => inJson(ours, history(2))),
  { ours: "deltaSum(tupleElement(x, 3))", values: history(2) },
  {
    ours: "groupBitmapOr(bitmapBuild([tupleElement(x, 3), 9]))",
    native: "length(groupUniqArrayArray([tupleElement(x, 3), 9]))",
    values: history(2)
  }
]

const ofValues: ReadonlyArray<Meaning> = [
  ...["", ", 'days'", ", 'minutes'", ", 'years', 'hours'", ", 'days', 'hours'"].map((units) => ({
    ours: `formatReadableTimeDelta(x${units})`,
    values: "[0, 0.5, 1, 60, 61, 3661.7, 3456000, 31624200, 1000000000, -100.5, 432546534, 90000]"
  })),
  {
    ours: "decodeXMLComponent(x)",
    values: "['&lt;a&gt; &amp;amp; &quot;&apos;', '&#65; &#x41; &#X42; &#228; &#x1F600;', '&nbsp; &#; & &&lt; &lt', '']"
  },
  ...["1, 8", "-8", "1, -8", "100", "9, 24"].map((args) => ({
    ours: `hex(bitSlice(x, ${args}))`,
    values: "['Hello', 'abc', 'a']"
  })),
  { ours: "reinterpretAsUUID(x)", values: "['abc', '', 'abcdefghijklmnopqrst']" },
  ...["Float64", "Float32"].map((type) => ({
    ours: `round(reinterpretAs${type}(x), 10)`,
    native: `round(toFloat64(reinterpretAs${type}(x)), 10)`,
    values: "[4609434218613702656, -4620693217682128896, 1069547520, 1078530011, 0]"
  })),
  {
    ours: "round(greatCircleDistance(tupleElement(x, 1), tupleElement(x, 2), 13.4, 52.5) / 10000)",
    values: "[(-74.0, 40.7), (13.5, 52.4), (-179.5, -10.5)]"
  },
  { ours: "pointInPolygon(x, [(6, 0), (8, 4), (5, 8), (0, 2)])", values: "[(3.5, 3.5), (7.0, 7.0), (-1.0, 2.0)]" },
  {
    ours: "toJSONString([x, 'ä\\n\\t\"/'])",
    native: "replaceAll(toJSONString([x, 'ä\\n\\t\"/']), '\\\\/', '/')",
    values: "['a', 'b\\\\c', '']"
  },
  { ours: "toJSONString((x, 1.5, true))", values: "[1, -5]" }
]

/** The functions that are compared with ClickHouse's own. */
export const meanings: ReadonlyArray<Meaning> = [...ofDates, ...ofTimes, ...ofTexts, ...ofParts, ...ofRows, ...ofValues]
