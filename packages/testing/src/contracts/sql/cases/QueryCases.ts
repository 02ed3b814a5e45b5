import { gives, type Rows, type SqlGroup } from "../SqlCase.ts"

const list = (...cells: ReadonlyArray<string | number | null>): Rows => cells.map((cell) => [cell])
const product = "from events a cross join events b"

/** Sub-queries, WITH and joins. */
export const queryCases: SqlGroup = {
  name: "queries in queries",
  project: "meadow",
  cases: [
    gives(
      "select (select event from events where event = 'none' limit 1), (select properties.$browser from events where 1 = 0), "
        + "(select c from (select distinct_id as c from events) where c = 'none')",
      [[null, null, null]]
    ),
    gives("select count() from (select distinct distinct_id from events)", list(6)),
    gives(
      "select t.e, t.c from (select event as e, count() as c from events group by e) as t where t.c > 2 order by t.c",
      [["buy", 3], ["page", 5]]
    ),
    gives("select max(c), sum(c) from (select count() as c from events group by event)", [[5, 12]]),
    gives(
      "select s.properties.path from (select properties, timestamp from events where event = 'page') as s order by s.timestamp",
      list("/a", "/b", "/ünï/🦊", "/a", "/c")
    ),
    gives("select count() from (select event from events limit 5)", list(5)),
    gives(
      "select n from (select properties.n as n from events order by timestamp desc limit 3) order by n",
      list("10", "11", "12")
    ),
    gives("select a + b from (select 1 as a, 2 as b)", list(3)),
    gives("select * from (select event as e, properties.n as n from events) where n = '4'", [["buy", "4"]], {
      columns: ["e", "n"]
    }),
    gives(
      "with buys as (select properties.n as n, timestamp from events where event = 'buy') select n from buys order by timestamp",
      list("4", "5", "7")
    ),
    gives(
      "with a as (select properties.n as n from events where event = 'buy'), b as (select n from a where n != '5') select count() from b",
      list(2)
    ),
    gives("with 'page' as wanted select count() from events where event = wanted", list(5)),
    gives(
      "with p as (select distinct_id as d from events where event = 'page') select count() from p x join p y on x.d = y.d",
      list(7)
    ),
    gives(
      "with p as (select distinct_id from events where event = 'page') select count() from events where distinct_id in (select distinct_id from p)",
      list(5)
    ),
    gives(
      "with p as (select distinct_id from events where event = 'page') select count() from events where distinct_id not in p",
      list(7)
    ),
    gives("with events as (select event from events where event = 'buy') select count() from events", list(3)),
    gives("select count() from events where distinct_id in (select distinct_id from person_distinct_ids)", list(11)),
    gives("select count() from events where distinct_id not in (select distinct_id from person_distinct_ids)", list(1)),
    gives(
      "select count() from events where toInt(properties.n) in (select max(toInt(properties.n)) from events group by event)",
      list(5)
    ),
    gives(
      "select e.properties.n, p.properties.city from events e join persons p on e.person_id = p.id where e.event = 'page' order by e.timestamp",
      [
        ["1", null],
        ["2", null],
        ["6", "Oslo"],
        ["10", "Oslo"]
      ]
    ),
    gives(
      "select e.properties.n, p.properties.plan from events e left join persons p on e.person_id = p.id where e.event = 'page' order by e.timestamp",
      [
        ["1", "pro"],
        ["2", "pro"],
        ["6", "pro"],
        ["10", "pro"],
        ["11", null]
      ]
    ),
    gives("select count(), count(p.id) from events e left join persons p on p.id = e.person_id", [[12, 11]]),
    gives("select count(), count(p.id) from persons p right join events e on p.id = e.person_id", [[12, 11]]),
    gives(
      "select e.properties.n, g.properties.name from events e left join groups g on g.key = e.$group_0 where e.event = 'buy' order by e.timestamp",
      [
        ["4", "Acme"],
        ["5", null],
        ["7", "Acme"]
      ]
    ),
    gives("select count() from events e inner join groups g on g.key = e.$group_0 and g.index = 0", list(2)),
    gives(`select count() ${product}`, list(144)),
    gives("select count() from events a, events b", list(144)),
    gives("select count() from events a join events b on a.timestamp < b.timestamp", list(66)),
    gives("select count() from events a join events b on a.properties.note = b.properties.note", list(2)),
    gives("select count() from events a left join events b on a.properties.note = b.properties.note", list(12)),
    gives("select count() from events join person_distinct_ids using (distinct_id)", list(11)),
    gives(
      "select e.properties.n from events e join (select max(timestamp) as last from events) m on e.timestamp = m.last",
      list("12")
    ),
    gives("select count() from events a join events b on a.uuid = b.uuid join events c on b.uuid = c.uuid", list(12)),
    gives(
      "select p.properties.plan, count() as c from events e join persons p on p.id = e.person_id group by p.properties.plan having c > 1",
      [["pro", 11]]
    )
  ]
}
