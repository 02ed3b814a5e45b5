import { harbourTimes } from "../data/HarbourData.ts"
import { gives, row, type SqlCase, type SqlGroup, value } from "../SqlCase.ts"

/** The expression for every event of the harbour, in the order of their times. */
const each = (expression: string, cells: ReadonlyArray<string | number>, modifiers?: SqlCase["modifiers"]): SqlCase =>
  gives(
    `select ${expression} from events order by timestamp`,
    cells.map((cell) => [cell]),
    modifiers === undefined ? {} : { modifiers }
  )

const times = (count: number, cell: string): ReadonlyArray<string> => Array.from({ length: count }, () => cell)

const inBerlin: ReadonlyArray<SqlCase> = [
  each("timestamp", harbourTimes),
  each("toDate(timestamp)", [
    "2024-03-30",
    ...times(4, "2024-03-31"),
    "2024-04-01",
    ...times(3, "2024-10-27"),
    "2024-10-28"
  ]),
  each("toStartOfDay(timestamp)", [
    "2024-03-29T23:00:00Z",
    ...times(4, "2024-03-30T23:00:00Z"),
    "2024-03-31T22:00:00Z",
    ...times(3, "2024-10-26T22:00:00Z"),
    "2024-10-27T23:00:00Z"
  ]),
  each("toStartOfHour(timestamp)", [
    "2024-03-30T22:00:00Z",
    "2024-03-30T23:00:00Z",
    "2024-03-31T00:00:00Z",
    "2024-03-31T01:00:00Z",
    "2024-03-31T21:00:00Z",
    "2024-03-31T22:00:00Z",
    "2024-10-27T00:00:00Z",
    "2024-10-27T01:00:00Z",
    "2024-10-27T22:00:00Z",
    "2024-10-27T23:00:00Z"
  ]),
  each("toHour(timestamp)", [23, 0, 1, 3, 23, 0, 2, 2, 23, 0]),
  each("toDayOfWeek(timestamp)", [6, 7, 7, 7, 7, 1, 7, 7, 7, 1]),
  each("toStartOfWeek(timestamp)", [...times(5, "2024-03-25"), "2024-04-01", ...times(3, "2024-10-21"), "2024-10-28"]),
  each("toStartOfWeek(timestamp, 0)", ["2024-03-24", ...times(5, "2024-03-31"), ...times(4, "2024-10-27")]),
  each("date_trunc('month', timestamp)", [...times(5, "2024-03-01"), "2024-04-01", ...times(4, "2024-10-01")]),
  each("toStartOfQuarter(timestamp)", [...times(5, "2024-01-01"), "2024-04-01", ...times(4, "2024-10-01")]),
  each("toDate(timestamp)", [...times(2, "2024-03-30"), ...times(4, "2024-03-31"), ...times(4, "2024-10-27")], {
    convertToProjectTimezone: false
  }),
  gives("select toString(timestamp), toString(timestamp, 'UTC') from events where properties.n = '4'", [
    ["2024-03-31 03:00:00.000000", "2024-03-31 01:00:00.000000"]
  ]),
  gives(
    "select toHour(toTimeZone(timestamp, 'America/New_York')), toHour(timestamp, 'UTC') from events where properties.n = '4'",
    [
      [21, 1]
    ]
  ),
  gives(
    "select toStartOfFiveMinutes(timestamp), toStartOfInterval(timestamp, interval 15 minute) from events where properties.n = '5'",
    [
      ["2024-03-31T21:55:00Z", "2024-03-31T21:45:00Z"]
    ]
  ),
  gives("select count() from events where timestamp >= '2024-03-31'", [[9]]),
  gives("select count() from events where timestamp < '2024-04-01'", [[5]]),
  gives("select count() from events where timestamp >= '2024-03-31 03:00:00' and timestamp < '2024-10-27'", [[3]]),
  gives("select count() from events where timestamp = '2024-10-27 02:30:00'", [[1]]),
  gives("select count() from events where toDate(timestamp) = '2024-03-31'", [[4]]),
  gives("select count() from events where toDate(timestamp) between '2024-03-31' and '2024-04-01'", [[5]]),
  gives("select count() from events where timestamp > now() - interval 10 day", [[4]]),
  gives(
    "select toStartOfDay(timestamp) as day, count() from events where day >= '2024-10-01' group by day order by day",
    [
      ["2024-10-26T22:00:00Z", 3],
      ["2024-10-27T23:00:00Z", 1]
    ]
  ),
  row(
    ["toDateTime('2024-10-27 02:30:00')", "toDateTime('2024-03-31 02:30:00')", "toDateTime('2024-07-01 12:00:00Z')"],
    [
      "2024-10-27T00:30:00Z",
      "2024-03-31T01:30:00Z",
      "2024-07-01T12:00:00Z"
    ]
  ),
  row(["toDateTime('2024-03-30 02:30:00') + interval 1 day", "toDateTime('2024-03-31 00:30:00') + interval 1 day"], [
    "2024-03-31T01:30:00Z",
    "2024-03-31T22:30:00Z"
  ]),
  row(["toDateTime('2024-03-31 00:30:00') + interval 24 hour", "toDateTime('2024-03-31 01:30:00') + interval 1 hour"], [
    "2024-03-31T23:30:00Z",
    "2024-03-31T01:30:00Z"
  ]),
  row(
    [
      "dateDiff('hour', toDateTime('2024-03-31 00:00:00'), toDateTime('2024-04-01 00:00:00'))",
      "dateDiff('hour', toDateTime('2024-10-27 00:00:00'), toDateTime('2024-10-28 00:00:00'))",
      "dateDiff('day', toDateTime('2024-03-30 23:59:59'), toDateTime('2024-03-31 00:00:00'))"
    ],
    [23, 25, 1]
  ),
  row(["now()", "today()", "yesterday()", "toStartOfDay(now())"], [
    "2024-11-05T10:00:00Z",
    "2024-11-05",
    "2024-11-04",
    "2024-11-04T23:00:00Z"
  ]),
  value("toUnixTimestamp(toDateTime('2024-03-31 00:00:00'))", 1711839600),
  gives("select min(timestamp), max(timestamp) from events", [[harbourTimes[0], harbourTimes[9]]])
]

const inUtc: ReadonlyArray<SqlCase> = [
  gives("select toDate(timestamp) as day, count() from events group by day order by day", [
    ["2024-10-26", 2],
    ["2024-10-27", 3],
    ["2024-10-28", 2],
    ["2024-11-01", 2],
    ["2024-11-02", 2],
    ["2024-11-03", 1]
  ]),
  gives("select toStartOfWeek(timestamp) as week, count() from events group by week order by week", [
    ["2024-10-20", 2],
    ["2024-10-27", 9],
    ["2024-11-03", 1]
  ]),
  gives("select toMonday(timestamp) as week, count() from events group by week order by week", [
    ["2024-10-21", 5],
    ["2024-10-28", 7]
  ]),
  gives("select toStartOfMonth(timestamp) as month, count() from events group by month order by month", [
    ["2024-10-01", 7],
    ["2024-11-01", 5]
  ]),
  gives("select timestamp, toStartOfMinute(timestamp), toSecond(timestamp) from events where properties.n = '7'", [
    ["2024-10-28T10:00:00.123456Z", "2024-10-28T10:00:00Z", 0]
  ]),
  gives("select count() from events where timestamp >= '2024-10-28' and timestamp < '2024-11-02'", [[4]]),
  gives("select count() from events where timestamp >= toDate('2024-10-28') - interval 1 day", [[10]]),
  gives("select count() from events where timestamp > now() - interval 3 day", [[1]]),
  row(["toYear(toDate('2024-02-29'))", "toMonth(toDate('2024-02-29'))", "toDayOfMonth(toDate('2024-02-29'))"], [
    2024,
    2,
    29
  ]),
  row(["toQuarter(toDate('2024-05-01'))", "toDayOfYear(toDate('2024-12-31'))", "toDayOfWeek(toDate('2024-10-27'))"], [
    2,
    366,
    7
  ]),
  row([
    "toHour(toDateTime('2024-01-01 23:59:58'))",
    "toMinute(toDateTime('2024-01-01 23:59:58'))",
    "extract(second from toDateTime('2024-01-01 23:59:58'))"
  ], [23, 59, 58]),
  row([
    "toDate('2024-01-31') + interval 1 month",
    "toDate('2024-03-31') - interval 1 month",
    "toDate('2024-02-29') + interval 1 year"
  ], [
    "2024-02-29",
    "2024-02-29",
    "2025-02-28"
  ]),
  row(
    ["toDate('2024-01-01') + 1", "toDate('2024-01-01') + interval '2 week'", "toDateTime('2024-01-01 00:00:00') + 1"],
    [
      "2024-01-02",
      "2024-01-15",
      "2024-01-01T00:00:01Z"
    ]
  ),
  row([
    "toDate('2199-12-31') + 1",
    "toDateTime('2024-01-01 00:00:00') + interval 200 year",
    "toDate('1900-01-01') - interval 1 day",
    "toStartOfWeek(toDate('1900-01-02'), 0)",
    "toDate('2024-01-01') + interval 9000000000000 month"
  ], [null, null, null, "1900-01-01", null]),
  gives(
    "select timestamp + interval toInt(properties.n) * 1000 year, toStartOfDay(timestamp), timestamp + interval 1 day, " +
      "toStartOfFiveMinutes(timestamp) from events where properties.n = '7'",
    [[null, "2024-10-28T00:00:00Z", "2024-10-29T10:00:00.123456Z", "2024-10-28T10:00:00Z"]],
    {
      types: [
        "Nullable(DateTime64(6, 'UTC'))",
        "DateTime64(6, 'UTC')",
        "Nullable(DateTime64(6, 'UTC'))",
        "DateTime64(6, 'UTC')"
      ]
    }
  ),
  row([
    "addDays(toDate('2024-02-28'), 2)",
    "subtractMonths(toDate('2024-05-31'), 1)",
    "dateAdd('day', 1, toDate('2024-12-31'))"
  ], [
    "2024-03-01",
    "2024-04-30",
    "2025-01-01"
  ]),
  row(
    ["dateDiff('day', toDate('2024-02-28'), toDate('2024-03-01'))", "dateDiff('month', '2024-01-31', '2024-02-01')"],
    [2, 1]
  ),
  row([
    "dateDiff('week', toDate('2024-05-05'), toDate('2024-05-06'))",
    "dateDiff('year', toDate('2024-01-01'), toDate('2023-12-31'))"
  ], [1, -1]),
  row(["toDate('2024-01-02') > toDate('2024-01-01')", "toDate('2024-01-01') = '2024-01-01'", "toDate(NULL)"], [
    1,
    1,
    null
  ])
]

/** Days, weeks and hours around the changes of the clock, weeks from Monday. */
export const berlinCases: SqlGroup = { name: "dates in Berlin", project: "harbour", cases: inBerlin }
/** Dates without changes of the clock, weeks from Sunday. */
export const utcCases: SqlGroup = { name: "dates in UTC", project: "meadow", cases: inUtc }
