import { gives, refuses, type SqlGroup, unreadable } from "../SqlCase.ts"

const sums = "select number % 2 as a, number % 3 as b, sum(number) from numbers(6) group by"

/** Groups by several sets of keys, totals, arrays of groups, and the first row of each group. */
export const groupingCases: SqlGroup = {
  name: "sets of keys",
  project: "meadow",
  cases: [
    gives(`${sums} grouping sets ((a), (b), ()) order by a, b`, [
      [0, null, 6],
      [1, null, 9],
      [null, 0, 3],
      [null, 1, 5],
      [null, 2, 7],
      [null, null, 15]
    ]),
    gives(`${sums} rollup(a, b) order by a, b limit 4`, [[0, 0, 0], [0, 1, 4], [0, 2, 2], [0, null, 6]]),
    gives(`${sums} a, b with rollup order by a desc, b desc limit 5`, [
      [1, 2, 5],
      [1, 1, 1],
      [1, 0, 3],
      [1, null, 9],
      [0, 2, 2]
    ]),
    gives(`${sums} cube(a, b) having sum(number) > 6 order by 3`, [[null, 2, 7], [1, null, 9], [null, null, 15]]),
    gives(`${sums} a, b with cube having grouping(a, b) = 2 order by b`, [[null, 0, 3], [null, 1, 5], [null, 2, 7]]),
    gives(`${sums} a, rollup(b) order by a, b limit 4`, [[0, 0, 0], [0, 1, 4], [0, 2, 2], [0, null, 6]], {
      name: "keys of all sets beside a rollup"
    }),
    gives(
      "select if(grouping(event) = 1, 'all', event) as name, count(), uniq(distinct_id) from events group by rollup(event) "
        + "order by grouping(event), name",
      [
        ["$create_alias", 1, 1],
        ["$groupidentify", 1, 1],
        ["$identify", 2, 2],
        ["buy", 3, 2],
        ["page", 5, 4],
        ["all", 12, 6]
      ]
    ),
    gives(
      "select upper(event) as e, sum(length(event)), length(event) from events where event in ('buy', 'page') "
        + "group by grouping sets (event, ()) order by e",
      [["BUY", 9, 3], ["PAGE", 20, 4], [null, 29, null]],
      {
        types: ["Nullable(String)", "Nullable(Int64)", "Nullable(UInt64)"],
        name: "what is computed of a key is NULL with it"
      }
    ),
    gives("select 1 as one, count() from numbers(3) group by 1 with rollup order by 2", [[1, 3], [1, 3]], {
      name: "a constant is no key"
    }),
    gives("select number from numbers(2) group by grouping sets ((number), (number)) order by number", [[0], [0], [1], [
      1
    ]]),
    gives("select count() from numbers(0) group by rollup(number)", []),
    gives("select [number % 2] as a, count() from numbers(3) group by rollup(a) order by 2", [[[1], 1], [[0], 2], [
      [],
      3
    ]]),
    gives("select event, count() as c from events group by event with totals order by c desc, event limit 2", [
      ["page", 5],
      ["buy", 3],
      [null, 12]
    ]),
    gives("select event, count() from events where event = 'none' group by event with totals", []),
    gives("select arrayJoin(groupArray(number)) as x, count() as c from numbers(3) order by x", [[0, 3], [1, 3], [
      2,
      3
    ]]),
    gives(
      "select sum(number) + arrayJoin(arraySort(groupUniqArray(number % 2))) as x from numbers(4) order by x desc",
      [[7], [6]]
    ),
    gives(
      "select event, arrayJoin(arraySort(groupUniqArray(distinct_id))) as d, count() from events where event in ('buy', '$identify') "
        + "group by event order by event, d",
      [["$identify", "ann", 2], ["$identify", "bob", 2], ["buy", "ann", 3], ["buy", "bob", 3]]
    ),
    gives("select number % 2 as k, arrayJoin([k, 10]) as x, count() from numbers(5) group by k order by k, x", [
      [0, 0, 3],
      [0, 10, 3],
      [1, 1, 2],
      [1, 10, 2]
    ]),
    gives("select arrayJoin([1, 2]) as x, count() from numbers(3) group by x order by x", [[1, 3], [2, 3]], {
      name: "a key multiplies the rows"
    }),
    gives("select arrayMap(v -> v + arrayJoin(groupArray(number)), [10, 20]) as x from numbers(2) order by x", [[[
      10,
      20
    ]], [[11, 21]]]),
    gives("select distinct event from events order by length(event), event limit 3", [["buy"], ["page"], [
      "$identify"
    ]]),
    gives(
      "select distinct event as e, count() over (partition by event) as c from events order by -c, concat(e, '!') limit 2",
      [["page", 5], ["buy", 3]]
    ),
    refuses(
      "select distinct event from events order by timestamp",
      "With SELECT DISTINCT, ORDER BY can only name columns of the SELECT list"
    ),
    gives("select distinct on (event) event, distinct_id from events order by event, timestamp limit 4", [
      ["$create_alias", "bob"],
      ["$groupidentify", "bob"],
      ["$identify", "ann"],
      ["buy", "ann"]
    ]),
    unreadable(
      "select distinct on (event) event from events limit 1 by event",
      "DISTINCT ON and LIMIT BY exclude each other (line 1, column 21)"
    ),
    gives("select event as e, length(e) as l from events where l = 3 group by e", [["buy", 3]]),
    gives(
      "select k, a.x, b.y from (select 1 as k, 2 as x) as a full join (select 2 as k, 3 as y) as b using (k) order by k",
      [
        [1, 2, null],
        [2, null, 3]
      ]
    ),
    gives("select k from (select 1 as k) as a right join (select 2 as k) as b using k", [[2]]),
    gives(
      "select k, a.k, c.k from (select 1 as k) as a join (select 1 as k) as b using k left join (select 2 as k) as c using k",
      [
        [1, 1, null]
      ]
    ),
    gives(
      "select k, a.x, b.y, c.z from (select 1 as k, 'x' as x) as a full join (select 2 as k, 'y' as y) as b using (k) "
        + "full join (select arrayJoin([2, 3]) as k, 'z' as z) as c using (k) order by k",
      [[1, "x", null, null], [2, null, "y", "z"], [3, null, null, "z"]],
      { name: "the key of the table that has a row, of three that are joined" }
    ),
    gives(
      "select k, d.w from (select 1 as k) as a full join (select 2 as k) as b using (k) full join (select 3 as k) as c "
        + "using (k) full join (select arrayJoin([2, 4]) as k, 'w' as w) as d using (k) order by k",
      [[1, null], [2, "w"], [3, null], [4, "w"]]
    ),
    gives(
      "select k, c.z from (select 1 as k) as a full join (select 2 as k) as b using (k) any join "
        + "(select arrayJoin([1, 2, 3]) as k, 'z' as z) as c using (k) order by k",
      [[1, "z"], [2, "z"]],
      { name: "the key of two tables in a join that takes one match" }
    ),
    gives("select event, count() from events as a join (select 'buy' as event) as b using event group by event", [[
      "buy",
      3
    ]]),
    refuses(
      "select event, count() from events group by event with totals having count() > 1",
      "WITH TOTALS cannot stand with HAVING, QUALIFY, LIMIT BY or OFFSET"
    ),
    refuses(
      "select grouping(event) from events group by event",
      "grouping() is of the keys of GROUPING SETS, ROLLUP, CUBE or WITH TOTALS, and the query has none"
    ),
    refuses(
      "select grouping(uuid) from events group by rollup(event)",
      "An argument of grouping() must be a key of GROUP BY"
    ),
    unreadable(
      "select 1 from numbers(1) group by cube(1, 2, 3, 4, 5, 6, 7)",
      "CUBE takes 6 keys at most (line 1, column 40)"
    )
  ]
}
