import { gives, row, type SqlGroup } from "../SqlCase.ts"

/** From one type to another; a value that cannot be converted is NULL. */
export const conversionCases: SqlGroup = {
  name: "conversion",
  project: "meadow",
  cases: [
    gives(
      `select toDateTime(t), parseDateTimeBestEffort(t, 'Europe/Berlin'), to_timestamp(t), toDateTime64(t, 3), toDate(t),
         t::DateTime, t::Date
       from (select arrayJoin(['Jan 5 2024 10:00', '2024-01-05 10:00:00', '1704448800', 'Jan 5']) as t) order by t`,
      [
        [
          "2024-01-05T10:00:00Z",
          "2024-01-05T10:00:00Z",
          "2024-01-05T10:00:00Z",
          "2024-01-05T10:00:00Z",
          null,
          "2024-01-05T10:00:00Z",
          null
        ],
        [
          "2024-01-05T10:00:00Z",
          "2024-01-05T09:00:00Z",
          "2024-01-05T10:00:00Z",
          "2024-01-05T10:00:00Z",
          "2024-01-05",
          "2024-01-05T10:00:00Z",
          "2024-01-05"
        ],
        [null, null, null, null, null, null, null],
        [
          "2024-01-05T10:00:00Z",
          "2024-01-05T09:00:00Z",
          "2024-01-05T10:00:00Z",
          null,
          "2024-01-05",
          null,
          "2024-01-05"
        ]
      ]
    ),
    gives(
      "select toDateTime('Fri, 05 Jan 2024 10:00:00 +0200'), toDateTime('5 Jan 2024', 'Europe/Berlin'), toDateTime64('5 Jan 2024', 3), toTypeName(toDateTime('5 Jan 2024'))",
      [["2024-01-05T08:00:00Z", "2024-01-04T23:00:00Z", null, "DateTime64(6, 'UTC')"]]
    ),
    row(["toInt('12')", "toInt('-7')", "toInt('x')", "toInt('1.5')", "toInt('')"], [12, -7, null, null, null]),
    row(["toInt(3.0)", "toInt(3.5)", "toInt(true)", "toInt(NULL)"], [3, null, 1, null]),
    row(["toFloat('1.5')", "toFloat('1e3')", "toFloat('x')", "toFloat(2)", "toFloat('-.')"], [
      1.5,
      1000,
      null,
      2,
      null
    ]),
    row(["toIntOrZero('x')", "toIntOrZero('4')", "toFloatOrZero('x')"], [0, 4, 0]),
    row(["toString(1)", "toString(1.5)", "toString(true)", "toString(NULL)"], ["1", "1.5", "true", null]),
    row(["toBool('true')", "toBool('false')", "toBool('perhaps')", "toBool(1)"], [true, false, null, true]),
    row(["toDate('2024-02-29')", "toDate('2023-02-29')", "toDate('nope')", "toDate('2024-13-01')"], [
      "2024-02-29",
      null,
      null,
      null
    ]),
    row(["toDateTime('2024-01-02 03:04:05')", "toDateTime('2024-01-02 03:04:05.678901')", "toDateTime('soon')"], [
      "2024-01-02T03:04:05Z",
      "2024-01-02T03:04:05.678901Z",
      null
    ]),
    row(["toDateTime('2024-01-02T03:04:05+02:00')", "toDateTime('2024-01-02')"], [
      "2024-01-02T01:04:05Z",
      "2024-01-02T00:00:00Z"
    ]),
    row(["toUUID('00000000-0000-4000-8000-00000000000A')", "toUUID('nope')"], [
      "00000000-0000-4000-8000-00000000000a",
      null
    ]),
    row(["CAST('5' AS Int64)", "CAST('x' AS Float64)", "cast('2.5', 'Float64')", "CAST(7 AS String)"], [
      5,
      null,
      2.5,
      "7"
    ]),
    row(["CAST('2024-05-06' AS Date)", "CAST('6' AS Nullable(Int64))", "DATE '2024-05-06'"], [
      "2024-05-06",
      6,
      "2024-05-06"
    ]),
    row(["toString(toDate('2024-05-06'))", "toUnixTimestamp(toDateTime('1970-01-02 00:00:00'))"], [
      "2024-05-06",
      86400
    ]),
    gives(
      "select toInt(properties.price), toFloat(properties.price) from events where toString(properties.price) is not null order by timestamp",
      [[10, 10], [null, 20.5], [30, 30], [-5, -5], [null, null], [null, 7.25], [10, 10]]
    ),
    gives("select toBool(properties.flag) from events where properties.flag is not null order by timestamp", [
      [true],
      [false],
      [true]
    ]),
    gives("select toInt(properties.big) from events where properties.n = '5'", [[9223372036854775807n]]),
    row(["9223372036854775807", "-9223372036854775808", "9007199254740993"], [
      9223372036854775807n,
      -9223372036854775808n,
      9007199254740993n
    ]),
    gives("select count() from events where toInt(properties.big) = 9223372036854775807", [[1]])
  ]
}
