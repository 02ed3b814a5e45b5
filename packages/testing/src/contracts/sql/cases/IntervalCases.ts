import { gives, row, type SqlGroup } from "../SqlCase.ts"

/** Numbers as rows of a column `n`, so that no engine computes with constants. */
const numbers = (...values: ReadonlyArray<string>): string =>
  `(select toInt(t) as n from (select arrayJoin([${values.map((text) => `'${text}'`).join(", ")}]) as t))`

/** Amounts of time as values: cells are the numbers, types name the units. */
export const intervalCases: SqlGroup = {
  name: "intervals",
  project: "meadow",
  cases: [
    gives("select INTERVAL 3 DAY, toIntervalHour(2), -INTERVAL 1 MONTH, interval '2 week'", [[3, 2, -1, 2]], {
      types: ["IntervalDay", "IntervalHour", "IntervalMonth", "IntervalWeek"]
    }),
    gives(
      `with s as (select n, toIntervalDay(n) as i from ${numbers("1", "31", "x")})
       select n, i, toDate('2024-02-01') + i, toDateTime('2024-02-01 12:00:00') - i, i + toDate('2024-02-01')
       from s order by n`,
      [
        [1, 1, "2024-02-02", "2024-01-31T12:00:00Z", "2024-02-02"],
        [31, 31, "2024-03-03", "2024-01-01T12:00:00Z", "2024-03-03"],
        [null, null, null, null, null]
      ],
      {
        types: [
          "Nullable(Int64)",
          "Nullable(IntervalDay)",
          "Nullable(Date)",
          "Nullable(DateTime64(6, 'UTC'))",
          "Nullable(Date)"
        ]
      }
    ),
    gives(
      `select i + toIntervalDay(1), i - toIntervalDay(40), -i, i + i, toDate('2024-01-01') + (i + toIntervalDay(1))
       from (select toIntervalDay(n) as i from ${numbers("1", "9223372036854775807")}) order by i`,
      [[2, -39, -1, 2, "2024-01-03"], [null, 9223372036854775767n, -9223372036854775807n, null, null]],
      {
        types: [
          "Nullable(IntervalDay)",
          "Nullable(IntervalDay)",
          "Nullable(IntervalDay)",
          "Nullable(IntervalDay)",
          "Nullable(Date)"
        ]
      }
    ),
    gives(
      `select i + INTERVAL 1 MONTH as both, toDateTime('2024-01-31 00:00:00') + both, toDateTime('2024-01-31 00:00:00') - both,
         both + INTERVAL 2 MONTH from (select toIntervalDay(n) as i from ${numbers("1")})`,
      [[[1, 1], "2024-03-01T00:00:00Z", "2023-12-30T00:00:00Z", [1, 3]]],
      {
        types: [
          "Tuple(Nullable(IntervalDay), IntervalMonth)",
          "Nullable(DateTime64(6, 'UTC'))",
          "Nullable(DateTime64(6, 'UTC'))",
          "Tuple(Nullable(IntervalDay), IntervalMonth)"
        ]
      }
    ),
    gives(
      `select i, count(), min(i), max(i), uniq(i), any(i), groupArray(i), i > toIntervalDay(1), i = INTERVAL 2 DAY,
         i in (INTERVAL 1 DAY, INTERVAL 2 DAY) from (select toIntervalDay(n) as i from ${numbers("1", "2", "2")})
       group by i order by i desc`,
      [[2, 2, 2, 2, 1, 2, [2, 2], 1, 1, 1], [1, 1, 1, 1, 1, 1, [1], 0, 0, 1]]
    ),
    gives(
      `select if(n > 1, INTERVAL 1 DAY, INTERVAL 5 DAY) as i, coalesce(toIntervalDay(n), INTERVAL 0 DAY), [i, INTERVAL 2 DAY],
         (i, 'x'), map('k', i), toString(i), toInt(i), arrayMap(x -> toDate('2024-01-01') + x, [i, INTERVAL 2 DAY])
       from ${numbers("1", "2")} order by n`,
      [
        [5, 1, [5, 2], [5, "x"], { k: 5 }, "5", 5, ["2024-01-06", "2024-01-03"]],
        [1, 2, [1, 2], [1, "x"], { k: 1 }, "1", 1, ["2024-01-02", "2024-01-03"]]
      ]
    ),
    gives(
      `select toIntervalDay(n) as i from ${numbers("1")} union all select INTERVAL 7 DAY order by i`,
      [[1], [7]],
      { types: ["Nullable(IntervalDay)"] }
    ),
    gives(
      `select l.i, lag(l.i) over (order by l.i) from (select toIntervalHour(n) as i from ${numbers("1", "3")}) l
       left join (select toIntervalHour(n) as i from ${numbers("3")}) r on l.i = r.i order by 1`,
      [[1, null], [3, 1]]
    ),
    row(["toTypeName(INTERVAL 1 QUARTER)", "toTypeName(toIntervalSecond(1) + toIntervalSecond(2))"], [
      "IntervalQuarter",
      "IntervalSecond"
    ])
  ]
}
