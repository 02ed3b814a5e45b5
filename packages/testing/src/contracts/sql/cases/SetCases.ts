import { exceeds, gives, refuses, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const chain = (count: number, term: string, operator: string): string =>
  Array.from({ length: count }, () => term).join(` ${operator} `)

/** The given number of tables, each but the first a cross join of the one before with itself. */
const doubling = (count: number): string => {
  const tables = Array.from(
    { length: count },
    (_, i) => `t${i} as (select ${i === 0 ? "1 as x" : `l.x as x from t${i - 1} l cross join t${i - 1} r`})`
  )
  return `with ${tables.join(", ")} select count() from t${count - 1}`
}

/** Set operations, WITH and recursion. */
export const setCases: SqlGroup = {
  name: "sets and common tables",
  project: "harbour",
  cases: [
    gives("select 1 as a union all select 2 union all select 2 order by a desc", [[2], [2], [1]]),
    gives("select 1 as a union distinct select 2 union distinct select 2 order by a", [[1], [2]]),
    gives("select number from numbers(4) intersect select number from numbers(2, 5) order by number", [[2], [3]]),
    gives("select number % 2 as a from numbers(4) except select 0 order by a", [[1]]),
    gives("select null as a union distinct select null union distinct select 1.5 order by a", [[1.5], [null]]),
    gives("select 1 as a union all select 2.5 order by a", [[1], [2.5]], { types: ["Float64"] }),
    gives("(select 1 as a union all select 2) union all select 3 order by a limit 2 offset 1", [[2], [3]]),
    gives("select 1 as a union all (select number from numbers(9) order by number desc limit 2) order by a", [
      [1],
      [7],
      [
        8
      ]
    ]),
    gives("select count() from (select 1 as a union all select 2 union all select 3)", [[3]]),
    gives("select 3 in (select 1 union all select 3), 4 in (select 1 union all select 3)", [[1, 0]]),
    gives("with a as (select 1 as x) select x from a union all select x + 1 from a order by x", [[1], [2]]),
    gives(
      "with a as (select number as x from numbers(3)), b as (select l.x as l, r.x as r from a l cross join a r) " +
        "select count(), sum(l + r) from b",
      [[9, 18]]
    ),
    gives("with a as (select 1 as x), 2 as y select x + y, (select max(x) from a) from a", [[3, 1]]),
    gives("with a as (select 2 as x) select 2 in a, 3 in a", [[1, 0]]),
    // Read by sub-queries as values, one of them for IN, and by the query itself.
    gives(
      "with a as (select 1 as n, 7 as k) select v, w from (select (select k from a) as v, w from ("
        + "select (select n from a where 2 not in (select n from a)) as w from a as l join a as r using (n)))",
      [[7, 1]]
    ),
    gives(
      "with a as (select 1 as n), b as (select (select n from a where n in (select n from a)) as w from a) "
        + "select w from b union all select w from b where (select n from a)",
      [[1], [1]]
    ),
    gives(
      "with a as (select 1 as n) select count() from a l join a r on l.n = r.n where l.n in (select n from a) "
        + "and exists (select 1 from a where n in (select n from a)) and exists (select n from a)",
      [[1]]
    ),
    gives("with a as (select 1 as x) select (with a as (select 2 as x) select x from a), x from a", [[2, 1]]),
    gives(
      "with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select sum(n), count() from r",
      [
        [15, 5]
      ]
    ),
    gives(
      "with recursive r as (select 'a' as t, 1 as n union all select concat(t, 'b'), n + 1 from r where n < 3) " +
        "select t from r order by n",
      [["a"], ["ab"], ["abb"]]
    ),
    gives(
      "with recursive r as (select timestamp as at, 1 as n from events where properties.n = '3' union all " +
        "select at + interval 1 day, n + 1 from r where n < 3) select count(), count(distinct at) from r",
      [[3, 3]],
      { name: "a recursion over times of events" }
    ),
    exceeds("with recursive r as (select 1 as n union all select n + 1 from r) select count() from r"),
    gives("with recursive a as (select 7 as n) select n from a", [[7]]),
    refuses(
      "with recursive r as (select 1 as n union distinct select n from r) select n from r",
      "A recursive query is a SELECT, UNION ALL, and a SELECT that reads the query itself"
    ),
    gives(`with a as (select 1 as x) select ${chain(400, "(select max(x) from a)", "+")}`, [[400]], {
      name: "a table named 400 times"
    }),
    gives(
      `with a as (select 1 as x) select ${chain(2_000, "1 in (select x from a)", "and")}`,
      [[1]],
      { name: "a table named 2,000 times" }
    ),
    gives(doubling(11), [[1]], { name: "tables that each name the one before twice" }),
    ...[12, 30].map((count) => refuses(doubling(count), "The query is too complex", { code: "too_big_ast" })),
    gives(
      "with interval 1 day as d, interval 2 hour as h select toDate('2020-01-31') + d, toDateTime('2020-01-31 23:00:00') + h - d",
      [[
        "2020-02-01",
        "2020-01-31T00:00:00Z"
      ]]
    ),
    ...[`1 in (${"1,".repeat(300_000)}1)`, `${"1,".repeat(200_000)}1`].map((list): SqlCase => ({
      name: `${list.slice(0, 8)}… of ${list.length} characters`,
      sql: `select ${list}`,
      gives: { refusal: { tag: "SqlSyntaxError" } }
    })),
    gives("select number from numbers(2, 3)", [[2], [3], [4]], { types: ["UInt64"] }),
    gives("select generate_series from generateSeries(1, 7, 3)", [[1], [4], [7]]),
    gives("select count(), max(number) from numbers(100000)", [[100000, 99999]]),
    gives("select a.number, b.number from numbers(2) a join numbers(3) b on a.number = b.number order by 1", [[0, 0], [
      1,
      1
    ]]),
    gives("select (select number from numbers(5) order by number desc), (select number from numbers(0))", [[4, null]]),
    gives(
      "select exists(select 1 from events where properties.n = '3'), not exists(select 1 from events where event = 'x')",
      [
        [1, 1]
      ]
    ),
    gives("select count() from events where (select max(number) from numbers(3)) = 2", [[10]])
  ]
}
