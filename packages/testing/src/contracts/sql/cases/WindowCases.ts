import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Windows, LIMIT BY, WITH TIES. */
export const windowCases: SqlGroup = {
  name: "windows and limits",
  project: "harbour",
  cases: [
    // Windows over lists of aggregates, and in lambdas beside them.
    gives(
      "select k, avg(count()) over (partition by arrayMap(x -> x + count(), [1])[1]) as a, arrayMap(x -> x + sum(count()) over (), [1])[1] as b, "
        + "sum(arrayMap(x -> x + count(), [1])[1]) over (order by k) as c from (select number % 3 as k from numbers(10)) group by k having count() > 2 order by k",
      [[0, 4, 11, 5], [1, 3, 11, 9], [2, 3, 11, 13]]
    ),
    gives(
      "select number, row_number() over (order by number desc), sum(number) over (order by number), " +
        "count() over () from numbers(3) order by number",
      [[0, 3, 0, 3], [1, 2, 1, 3], [2, 1, 3, 3]]
    ),
    gives(
      "select number % 2 as p, number, rank() over w, dense_rank() over w, lag(number) over w, lead(number, 1, 99) over w " +
        "from numbers(4) window w as (partition by number % 2 order by intDiv(number, 2)) order by number",
      [[0, 0, 1, 1, null, 2], [1, 1, 1, 1, null, 3], [0, 2, 2, 2, 0, 99], [1, 3, 2, 2, 1, 99]]
    ),
    gives(
      "select number, sum(number) over (order by number rows between 1 preceding and current row), " +
        "avg(number) over (order by number rows between unbounded preceding and unbounded following), " +
        "max(number) over (order by number range between 1 preceding and 1 following) from numbers(3) order by number",
      [[0, 0, 1, 1], [1, 1, 1, 2], [2, 3, 1, 2]]
    ),
    gives(
      "select number, first_value(number) over w, last_value(number) over w, nth_value(number, 2) over w from numbers(3) " +
        "window w as (order by number) order by number",
      [[0, 0, 0, null], [1, 0, 1, 1], [2, 0, 2, 1]]
    ),
    gives(
      "select groupArray(1), arrayMap(x -> x + count(), [1]), has([count()], 10) from events where properties.n > '8'",
      [[
        [1],
        [2],
        0
      ]]
    ),
    gives("select max(7) as m from events order by m limit 2 with ties", [[7]]),
    gives("select event, count(), sum(count()) over () from events group by event", [["tick", 10, 10]]),
    gives(
      "select number % 3 as k, count() as c, rank() over (order by count() desc, k) from numbers(5) group by k order by k",
      [[0, 2, 1], [1, 2, 2], [2, 1, 3]]
    ),
    gives(
      "select number, ntile(3) over w, ntile(7) over w, percent_rank() over w, cume_dist() over (order by intDiv(number, 2)) "
        + "from numbers(5) window w as (order by number) order by number",
      [[0, 1, 1, 0, 0.4], [1, 1, 2, 0.25, 0.4], [2, 2, 3, 0.5, 0.8], [3, 2, 4, 0.75, 0.8], [4, 3, 5, 1, 1]]
    ),
    gives(
      "select number, groupArray(number) over w, groupArray(2)(number) over w, uniq(number % 2, number % 3) over w, "
        + "uniqIf(number, number > 2) over w, argMax(number, number % 3) over w, argMin(toString(number), -number) over w, "
        + "median(number) over (order by number rows 1 preceding), quantileIf(0.5)(number, number > 2) over () "
        + "from numbers(5) where number != 1 window w as (order by number) order by number",
      [
        [0, [0], [0], 1, 0, 0, "0", 0, 3.5],
        [2, [0, 2], [0, 2], 2, 0, 2, "2", 1, 3.5],
        [3, [0, 2, 3], [0, 2], 3, 1, 2, "3", 2.5, 3.5],
        [4, [0, 2, 3, 4], [0, 2], 4, 2, 2, "4", 3.5, 3.5]
      ]
    ),
    gives(
      "select number, count(distinct number % 2) over w, sum(distinct number % 2) over w, avg(distinct number % 3) over w, "
        + "groupArray(distinct number % 2) over w, groupUniqArray(number % 2) over w, topK(1)(number % 2) over w, "
        + "stddevPopIf(number, number > 1) over w, quantiles(0, 1)(number) over w from numbers(4) "
        + "window w as (order by number) order by number",
      [
        [0, 1, 0, 0, [0], [0], [0], null, [0, 0]],
        [1, 2, 1, 0.5, [0, 1], [0, 1], [0], null, [0, 1]],
        [2, 2, 1, 1, [0, 1], [0, 1], [0], 0, [0, 2]],
        [3, 2, 1, 1, [0, 1], [0, 1], [0], 0.5, [0, 3]]
      ]
    ),
    gives(
      "select windowFunnel(10)(number, number = 1, number = 2) over w, retention(number = 1, number = 2) over w, "
        + "uniq(number % 2) over w, argMin(number, nullIf(number, 0)) over w "
        + "from numbers(3) window w as (order by number) order by number",
      [[0, [0, 0], 1, null], [1, [1, 0], 2, 1], [2, [1, 1], 2, 1]]
    ),
    gives(
      "select count() over (order by d range 2 preceding), count() over (order by t range between 60 preceding and current row) "
        + "from (select toDate('2024-01-01') + number * 2 as d, toDateTime('2024-01-01 00:00:00') + number * 40 as t from numbers(4)) "
        + "order by d",
      [[1, 1], [2, 2], [2, 2], [2, 2]]
    ),
    gives(
      "select number % 3 as k, count() as c, avg(c) over (order by k rows between 6 preceding and current row), "
        + "avg(sum(number / 2)) over (), countIf(count() > 2) over (), sumIf(count(), count() > 2) over (), "
        + "minIf(max(number), count() < 3) over (), uniq(count()) over (), groupArray(count()) over (order by k), "
        + "argMax(k, count()) over (), any(max(toString(number))) over (), covarPop(count(), k) over () = 0 "
        + "from numbers(7) group by k order by k",
      [
        [0, 3, 3, 3.5, 1, 3, 4, 2, [3], 0, "4", 0],
        [1, 2, 2.5, 3.5, 1, 3, 4, 2, [3, 2], 0, "4", 0],
        [2, 2, 2.3333333333333335, 3.5, 1, 3, 4, 2, [3, 2, 2], 0, "4", 0]
      ]
    ),
    refuses(
      "select count() over (order by number rows 3000000000 preceding) from numbers(3)",
      "A frame reaches 2147483647 at most, or is UNBOUNDED"
    ),
    refuses("select abs(number) over () from numbers(3)", "Function 'abs' is no window function and no aggregate"),
    refuses(
      "select number from numbers(3) where row_number() over (order by number) = 1",
      "Window functions cannot stand in WHERE"
    ),
    gives("select number from numbers(9) order by number limit 1 by number % 3", [[0], [1], [2]]),
    gives("select number from numbers(9) order by number desc limit 1 offset 1 by number % 3 limit 2", [[5], [4]]),
    gives("select distinct number % 4 as n from numbers(9) order by n limit 1 by n limit 3", [[0], [1], [2]]),
    gives("select number % 3 as k, count() from numbers(7) group by k order by k limit 1 by k", [[0, 3], [1, 2], [
      2,
      2
    ]]),
    gives("select number % 3 as k from numbers(9) order by k limit 1 with ties", [[0], [0], [0]]),
    gives("select number % 3 as k from numbers(9) order by k limit 2 with ties offset 2", [[0], [1], [1], [1]])
  ]
}
