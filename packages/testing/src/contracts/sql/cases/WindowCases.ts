import { gives, type SqlGroup } from "../SqlCase.ts"

/** Windows, LIMIT BY, WITH TIES. */
export const windowCases: SqlGroup = {
  name: "windows and limits",
  project: "harbour",
  cases: [
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
