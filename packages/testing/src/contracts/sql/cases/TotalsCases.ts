import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

const groups = (count: number) => Array.from({ length: count }, (_, k) => [k, 3])
const thirds = (count: number) =>
  `select intDiv(number, 3) as k, count() from numbers(${3 * count}) group by k with totals`

/** WITH TOTALS: a row of all groups after those that a limit counts. */
export const totalsCases: SqlGroup = {
  name: "totals",
  project: "meadow",
  cases: [
    gives(`${thirds(120)} order by k limit 110`, [...groups(110), [null, 360]], { hasMore: null, warnings: 0 }),
    gives(`${thirds(120)} order by k limit 120`, [...groups(120), [null, 360]], { hasMore: null, warnings: 0 }),
    gives(`${thirds(120)} order by k`, [...groups(100), [null, 360]], {
      hasMore: true,
      limit: 100,
      warnings: 1,
      name: "of a hundred groups where the text has no limit"
    }),
    gives(`${thirds(100)} order by k`, [...groups(100), [null, 300]], {
      hasMore: false,
      limit: 100,
      warnings: 0,
      name: "of all groups where they are a hundred"
    }),
    gives(`${thirds(3)} order by k`, [...groups(3), [null, 9]], { hasMore: false, warnings: 0 }),
    gives(`${thirds(9)} order by k limit 8`, [...groups(4), [null, 27]], {
      limits: { maxRows: 4 },
      warnings: 1,
      name: "after the most rows of a query"
    }),
    gives(`${thirds(9)} order by k limit 4`, [...groups(4), [null, 27]], {
      limits: { maxRows: 4 },
      warnings: 0,
      name: "after as many rows as a query may have"
    }),
    gives(`${thirds(3)} order by k limit 0`, [[null, 9]]),
    gives(`${thirds(0)} limit 2`, []),
    gives(
      "select k, c from (select number as k, count() as c from numbers(5) group by k with totals order by k desc limit 2) "
        + "order by k",
      [
        [3, 1],
        [4, 1],
        [null, 5]
      ]
    ),
    gives(
      "select arrayJoin([number % 2, 7]) as x, count() as c from numbers(4) group by x with totals order by c desc, x limit 2",
      [[7, 4], [0, 2], [null, 8]],
      { name: "of groups by the members of arrays" }
    ),
    gives(
      "select x, c from (select [number % 2, 7] as list, count() as c from numbers(4) group by list with totals) "
        + "array join list as x order by c desc, x limit 2",
      [[0, 2], [1, 2]],
      { name: "of which an outer query joins arrays" }
    ),
    refuses(
      "select number % 2 as k, arrayJoin(groupArray(number)) from numbers(4) group by k with totals order by k limit 2",
      "WITH TOTALS cannot stand with arrayJoin of groups"
    ),
    refuses(
      "select number % 2 as k, arrayJoin([1, 2]) from numbers(4) group by k with totals",
      "WITH TOTALS cannot stand with arrayJoin of groups"
    ),
    refuses(
      "select number % 2 as k, count() as c from numbers(4) group by k with totals order by c limit 1 with ties",
      "WITH TOTALS cannot stand with LIMIT WITH TIES"
    ),
    refuses(
      "select distinct count() as c from numbers(4) group by number with totals order by c",
      "WITH TOTALS cannot stand with SELECT DISTINCT"
    ),
    gives(
      "select * from (select number % 2 as k, count() as c from numbers(4) group by k with totals) order by c limit 1 with ties",
      [[0, 2], [1, 2]],
      { name: "and ties among its rows, in an outer query" }
    )
  ]
}
