import { gives, type SqlGroup } from "../SqlCase.ts"

/** Aggregates over groups, over everything and over nothing. */
export const aggregateCases: SqlGroup = {
  name: "aggregates",
  project: "meadow",
  cases: [
    gives("select count(), count(*), count(1), count(properties.tag), count(NULL) from events", [[12, 12, 12, 5, 0]]),
    gives(
      "select sum(toFloat(properties.price)), avg(toFloat(properties.price)), sum(toInt(properties.price)) from events",
      [[72.75, 12.125, 45]]
    ),
    gives(
      "select min(toFloat(properties.price)), max(toFloat(properties.price)), min(event), max(timestamp) from events",
      [
        [-5, 30, "$create_alias", "2024-11-03T08:00:00Z"]
      ]
    ),
    gives("select min(properties.tag), max(properties.tag), min(properties.none) from events", [["Red", "red", null]]),
    gives(
      "select toFloat(max(toString(timestamp))), toFloat(min(properties.n)), toFloat(argMax(properties.n, uuid) || '.5') > 0, "
        + "isValidJSON(max(properties.tag)), max(event) like '$i%' or max(event) ilike 'PA%' from events",
      [[null, 1, 1, 0, 1]]
    ),
    gives("select modulo(any(7), 0) from numbers(2)", [[null]]),
    gives("select coalesce(NULL, any(NULL), 3) from numbers(3)", [[3]]),
    gives("select bitPositionsToArray(count()), arrayMap(x -> x + max(number), [1, 2]) from numbers(3)", [[[0, 1], [
      3,
      4
    ]]]),
    gives("select bitPositionsToArray(row_number() over (order by number)) from numbers(2) order by 1", [[[0]], [[1]]]),
    gives(
      "select event from events group by event having max(event) ilike 'P%' or match(max(event), '^buy') "
        + "order by min(event) like 'x%' or min(event) like 'b%', event limit 2",
      [["page"], ["buy"]]
    ),
    gives("select toFloat(lag(properties.n) over (order by toInt(properties.n))) from events order by 1 limit 2", [
      [1],
      [2]
    ]),
    gives(
      "select count(distinct event), count(distinct properties.tag), uniq(distinct_id), uniqExact(properties.none) from events",
      [[5, 3, 6, 0]]
    ),
    gives(
      "select count(distinct coalesce(nullIf(properties.tag, ''), toString(uuid))) from events "
        + "where timestamp >= toDateTime('2024-01-01T00:00:00.000Z')",
      [[10]]
    ),
    gives("select countIf(event = 'page'), countIf(properties.tag = 'red'), countIf(NULL) from events", [[5, 2, 0]]),
    gives(
      "select sumIf(toInt(properties.n), event = 'buy'), avgIf(toInt(properties.n), event = 'buy') from events where event = 'buy' or event = 'page'",
      [[16, 16 / 3]]
    ),
    gives(
      "select minIf(timestamp, event = 'buy'), maxIf(timestamp, event = 'buy'), uniqIf(distinct_id, event = 'buy') from events",
      [
        ["2024-10-27T01:30:00Z", "2024-10-28T10:00:00.123456Z", 2]
      ]
    ),
    gives(
      "select argMax(properties.n, timestamp), argMin(properties.n, timestamp), argMaxIf(properties.n, timestamp, event = 'buy') from events",
      [["12", "1", "7"]]
    ),
    gives("select any(event), any(properties.none) from events where event = 'buy'", [["buy", null]]),
    gives("select count(), count(properties.tag), uniq(event), countIf(true) from events where event = 'never'", [[
      0,
      0,
      0,
      0
    ]]),
    gives(
      "select sum(toFloat(properties.price)), avg(toFloat(properties.price)), min(properties.n), max(timestamp) from events where event = 'never'",
      [[null, null, null, null]]
    ),
    gives("select event, count() from events where event = 'never' group by event", []),
    gives(
      "select k, toString(min(x)), toString(max(x)), toString(quantile(0.25)(x)), toString(sum(x)), toString(avg(x)), "
        + "toString(maxIf(x, x < 3)), toString(quantileIf(0.5)(x, x > 2.5)), count(x) from (select number % 4 as k, "
        + "toFloat(['nan', 'none', '3', '-inf', 'NaN', 'Infinity', 'inf', 'nan', 'nan', '', '2.5', '+inf'][number + 1]) as x "
        + "from numbers(12)) group by k order by k",
      [
        [0, "nan", "nan", null, "nan", "nan", null, null, 3],
        [1, null, null, null, null, null, null, null, 0],
        [2, "2.5", "inf", "2.75", "inf", "inf", "2.5", "inf", 3],
        [3, "-inf", "-inf", "-inf", "nan", "nan", "-inf", null, 2]
      ],
      { name: "infinities and NaN in groups, and groups without a number" }
    ),
    gives(
      "select k, toString(quantile(0.25)(x)), toString(quantile(0.75)(x)), toString(quantileIf(0.5)(x, x > 2.5)), "
        + "toString(quantileIf(0.9)(x, x > 2.5)), quantile(0.75)(y), quantile(0)(y) from (select number % 4 as k, "
        + "toFloat(['nan', 'none', '3', '-inf', 'NaN', 'Infinity', 'inf', 'nan', 'nan', '', '2.5', '7'][number + 1]) as x, "
        + "number as y from numbers(12)) group by k order by k",
      [
        [0, null, null, null, null, 6, 0],
        [1, null, null, null, null, 7, 1],
        [2, "2.75", "inf", "inf", "inf", 8, 2],
        [3, "nan", "nan", "7", "7", 9, 3]
      ],
      { name: "several quantiles of the same values" }
    ),
    gives(
      "select quantile(0.1)(number), quantile(0.9)(number), quantileIf(0.1)(number, number > 5), quantileIf(0.9)(number, number > 5) from numbers(0)",
      [[null, null, null, null]]
    ),
    gives(
      "select quantile(0.5)(number), quantile(1)(number), quantileIf(0.5)(number, number > 5), quantileIf(1)(number, number > 5) from numbers(5)",
      [[2, 4, null, null]]
    ),
    gives(
      "select k, min(t), max(t), min(d), max(d), any(s), max(s) from (select number % 3 as k, "
        + "toDateTime(['1950-01-01 00:00:00', 'none', '1969-12-31 23:59:59', '1990-01-01 00:00:00', '', 'x'][number + 1]) as t, "
        + "toDate(['1950-01-01', 'none', '1969-12-31', '1990-01-01', '', 'x'][number + 1]) as d, "
        + "nullIf(['b', 'none', '', 'a', 'none', 'c'][number + 1], 'none') as s from numbers(6)) group by k order by k",
      [
        [0, "1950-01-01T00:00:00Z", "1990-01-01T00:00:00Z", "1950-01-01", "1990-01-01", "a", "b"],
        [1, null, null, null, null, null, null],
        [2, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z", "1969-12-31", "1969-12-31", "", "c"]
      ],
      { name: "extremes of instants, dates and texts before 1970, empty and NULL, in groups" }
    ),
    gives("select avgIf(toFloat(properties.price), event = 'never'), countIf(event = 'never') from events", [[
      null,
      0
    ]]),
    gives("select argMax(NULL, event), argMin(event, NULL), argMaxIf(NULL, NULL, true), any(NULL) from events", [
      [null, null, null, null]
    ]),
    gives(
      "select event, sum(toFloat(properties.price)), count(properties.price) from events where event in ('page', 'buy', '$identify') group by event order by event",
      [
        ["$identify", null, 0],
        ["buy", 32.25, 3],
        ["page", 40.5, 3]
      ]
    ),
    gives("select count() * 2 + 1, sum(1) / count() from events", [[25, 1]]),
    gives("select count(), max(1)", [[1, 1]]),
    gives("select avg(toInt(properties.n)) > 6, round(avg(toFloat(properties.price)), 1) from events", [[1, 12.1]]),
    gives("select if(count() > 10, 'many', 'few') from events", [["many"]]),
    gives(
      "select count() from (select k from (select (if(n < 5, 0.0 * -1, 0.0), [n * 0.0, n * -0.0]) as k from " +
        "(select toFloat(properties.n) as n from events)) group by k)",
      [[1]],
      { name: "groups by tuples and arrays of both zeros" }
    ),
    gives(
      "select count() from (select distinct (0 * n, n * 0 / 0) as k from " +
        "(select toFloat(properties.n) as n from events))",
      [[1]],
      { name: "distinct tuples of zeros and NaN" }
    )
  ]
}
