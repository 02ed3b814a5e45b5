import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Keys 0 to 2 and NULL, and values of the keys 0, 1 and NULL. */
const tables = "with a as (select if(number = 3, null, number) as k, number as n from numbers(4)), "
  + "b as (select if(number > 4, null, number % 2) as k, number as v from numbers(6)) "

const hidden = (name: string) => `A sub-query cannot see the query around it: ${name} is a table of that`

/** Sub-queries as values that compare with the query around them. */
export const correlatedCases: SqlGroup = {
  name: "sub-queries that compare with the query around",
  project: "meadow",
  cases: [
    gives(
      `${tables} select a.k, (select count() from b where b.k = a.k) as c, (select sum(v) from b where a.k = b.k and v > 0) as s, `
        + "(select max(v) + 1 from b where b.k = a.k) as m, (select groupArray(v) from (select * from b order by v) as x where x.k = a.k) as l, "
        + "(select ifNull(min(v), -1) from b where b.k = a.k) as d from a order by a.n",
      [
        [0, 3, 6, 5, [0, 2, 4], 0],
        [1, 2, 4, 4, [1, 3], 1],
        [2, 0, 0, null, [], -1],
        [null, 1, 5, 6, [5], 5]
      ],
      { name: "aggregates of each key, of no rows and of NULL" }
    ),
    gives(
      `${tables} select a.n, (select b.v from b where b.k = a.k order by b.v desc limit 1), (select (min(v), 'x') from b where k = a.n) from a order by a.n`,
      [[0, 4, [0, "x"]], [1, 3, [1, "x"]], [2, null, [null, "x"]], [3, 5, [null, "x"]]],
      { name: "the first row of each key, tuples, names without a table" }
    ),
    gives(
      `${tables} select count() from a where (select count() from b where b.k = a.k) > 1`,
      [[2]]
    ),
    gives(
      `${tables} select (select count() from b where b.k = a.k) as c, count(), max(a.n) from a group by c order by c`,
      [[0, 1, 2], [1, 1, 3], [2, 1, 1], [3, 1, 0]]
    ),
    gives(
      `${tables} select a.k, (select sum(v) from b where b.k = a.k) as s, count(), sum((select count() from b where b.k = a.k)) from a `
        + "group by a.k having s > 4 order by s",
      [[null, 5, 1, 1], [0, 6, 1, 3]],
      { name: "of groups by their key" }
    ),
    gives(
      `${tables} select a.n, (select count() from b where b.v + 1 = a.n * 2 and b.k = a.k) as c from a order by c desc, a.n`,
      [[1, 1], [3, 1], [0, 0], [2, 0]],
      { name: "by several equalities of expressions" }
    ),
    gives(
      `${tables} select arrayMap(x -> x + (select count() from b where b.k = a.k), [1, 2]), x from a array join [7, 8] as x where a.n = 1 order by x`,
      [[[3, 4], 7], [[3, 4], 8]],
      { name: "in lambdas and beside ARRAY JOIN" }
    ),
    gives(
      `${tables} select a.n, sum((select count() from b where b.k = a.k)) over (order by a.n) from a order by (select max(v) from b where b.k = a.k), a.n`,
      [[1, 5], [0, 3], [3, 6], [2, 5]],
      { name: "in windows and in an order" }
    ),
    gives(
      "select distinct e.distinct_id as d, (select count() from events e2 where e2.distinct_id = e.distinct_id) as n from events e order by n desc, d",
      [["bob", 4], ["ann", 3], ["anon-1", 2], ["bobby", 1], ["ghost", 1], ["tab", 1]]
    ),
    gives(
      "select p.properties.plan, (select count() from events e where e.person_id = p.id) as n, "
        + "(select e.event from events e where e.person_id = p.id and event != 'page' order by timestamp limit 1) as first from persons p order by n desc",
      [["pro", 6, "buy"], ["pro", 5, "$identify"]]
    ),
    gives(
      "select count() from events e where e.timestamp = (select max(x.timestamp) from events x where x.person_id = e.person_id)",
      [[3]]
    ),
    gives(
      "select e.properties.tag as tag, count(), (select countIf(x.event = 'buy') from events x where x.properties.tag = e.properties.tag) "
        + "from events e group by tag order by tag",
      [["Red", 1, 0], ["blue", 2, 0], ["red", 2, 1], [null, 7, 2]]
    ),
    refuses(
      "select e.event, (select count() from events x where x.event = e.event) from events e group by rollup(e.event)",
      "Column 'e.event' is not under aggregate function and not in GROUP BY keys"
    ),
    gives(
      `${tables} select a.n from a where exists (select 1 from b where k = a.k and v > 1) and a.n + 2 in (select v from b where k + 1 = a.n + 1) order by a.n`,
      [[0], [1]],
      { name: "EXISTS and IN by names without a table and by expressions" }
    ),
    gives(
      `${tables} select a.n, if(${Array.from({ length: 60 }, (_, i) => `a.n != ${i + 10}`).join(" and ")}, `
        + "(select count() from b where b.k = a.k and b.v in (0, 1, 2, 3, 4, 5) and b.v != 17 and b.v != 18), -1) from a order by a.n",
      [[0, 3], [1, 2], [2, 0], [3, 1]],
      { name: "in a long expression" }
    ),
    refuses(
      `${tables} select a.n, (select sum(b.v) from b where b.k = a.k) from a group by a.n`,
      "Column 'a.k' is not under aggregate function and not in GROUP BY keys"
    ),
    refuses(
      `${tables} select count(), (select sum(b.v) from b where b.k = a.k) from a`,
      "Column 'a.k' is not under aggregate function and not in GROUP BY keys"
    ),
    ...[
      "(select count() from b where b.k > a.k)",
      "(select count() from b where b.k = a.k or b.v = a.k)",
      "(select count() + a.n from b where b.k = a.k)",
      "(select count() from b where b.k = a.k group by b.v)",
      "(select count() from b where b.k = a.k having count() > 1)",
      "(select v from b where b.k = a.k limit 1 offset 1)",
      "(select arrayJoin([1]) from b where b.k = a.k)",
      "(select count() as k from b where k = a.k)",
      "(select row_number() over () from b where b.k = a.k)",
      "(select count() from b where b.k = a.k and b.v in (select v from b x where x.v = a.n))"
    ].map((query) => refuses(`${tables} select ${query} from a`, hidden("a"))),
    refuses(`${tables} select count() from a join b on b.k = (select max(v) from b x where x.k = a.k)`, hidden("a")),
    refuses(`${tables} select x from a array join (select groupArray(v) from b where b.k = a.k) as x`, hidden("a"))
  ]
}
