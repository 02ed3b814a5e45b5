import { gives, row, type Rows, type SqlGroup } from "../SqlCase.ts"

const list = (...cells: ReadonlyArray<string | number | null>): Rows => cells.map((cell) => [cell])
const repeated = (count: number, cell: number): Rows => Array.from({ length: count }, () => [cell])
const names: Rows = [["page", 5], ["buy", 3], ["$identify", 2], ["$create_alias", 1], ["$groupidentify", 1]]
const byTag: Rows = [[null, 7], ["red", 3], ["blue", 2]]
const product = "from events a cross join events b"

/** The clauses of one SELECT, and how many rows it gives. */
export const clauseCases: SqlGroup = {
  name: "clauses",
  project: "meadow",
  cases: [
    gives("select event, count() from events group by event order by count() desc, event", names),
    gives("select event as name, count() as c from events group by name order by c desc, name", names),
    gives("select event, count() from events group by 1 order by 2 desc, 1", names),
    gives("select lower(properties.tag) as t, count() from events group by t order by count() desc, t", byTag),
    gives("select lower(properties.tag), count() from events group by lower(properties.tag) order by 2 desc, 1", byTag),
    gives("select lower(properties.tag) as t, count() as c from events group by t having c > 2 order by c desc", [
      [null, 7],
      ["red", 3]
    ]),
    gives("select event from events group by event having count() > 2 order by event", list("buy", "page")),
    gives("select count() from events having count() > 100", []),
    // An aggregate that folding leaves out is still one: all rows are one group.
    gives("select if(1, 5, count()) from events", [[5]]),
    gives("select if(1, 5, count()) from events where event = 'none'", [[5]]),
    gives("select if(1, 5, count()) as x from events group by event order by x limit 2", list(5, 5)),
    gives("select 5 from events having if(1, 1, count())", [[5]]),
    gives("select coalesce(5, count()), toTypeName(count()), count() < null from events", [[5, "UInt64", 0]]),
    gives("select x from (select distinct if(1, 5, sum(1)) as x from events)", [[5]]),
    gives("select if(1, 5, count()) as x from events qualify row_number() over () = 1", [[5]]),
    gives("select 5 in (select if(1, 5, count()) from events), (select if(1, 5, count()) from events)", [[1, 5]]),
    gives(
      "select event, properties.path is null as none, count() from events where event in ('page', 'buy') group by event, none order by event",
      [
        ["buy", 1, 3],
        ["page", 0, 5]
      ]
    ),
    gives("select length(event) + 1 as l, count() from events where event in ('page', 'buy') group by l order by l", [[
      4,
      3
    ], [5, 5]]),
    gives(
      "select properties.tag from events where event = 'page' order by properties.tag, timestamp",
      list("Red", "blue", "blue", "red", null)
    ),
    gives(
      "select properties.tag from events where event = 'page' order by properties.tag desc",
      list("red", "blue", "blue", "Red", null)
    ),
    gives(
      "select properties.tag from events where event = 'page' order by properties.tag nulls first",
      list(null, "Red", "blue", "blue", "red")
    ),
    gives(
      "select properties.tag from events where event = 'page' order by properties.tag desc nulls last",
      list("red", "blue", "blue", "Red", null)
    ),
    gives(
      "select toFloat(properties.price) as p from events where event in ('page', 'buy') order by p desc, timestamp",
      list(30, 20.5, 10, 10, 7.25, -5, null, null)
    ),
    gives("select properties.n from events where event = 'buy' order by timestamp desc", list("7", "5", "4")),
    gives("select properties.n from events order by toInt(properties.n) desc limit 3", list("12", "11", "10")),
    gives("select properties.n as n from events order by event, timestamp desc limit 4", list("8", "12", "9", "3")),
    gives(
      "select distinct event from events order by event",
      list("$create_alias", "$groupidentify", "$identify", "buy", "page")
    ),
    gives("select distinct properties.note from events order by properties.note", list("", "gift", null)),
    gives("select distinct event, properties.tag from events where event = 'page' order by event, properties.tag", [
      ["page", "Red"],
      ["page", "blue"],
      ["page", "red"],
      ["page", null]
    ]),
    gives("select properties.n from events order by timestamp limit 2 offset 3", list("4", "5")),
    gives("select properties.n from events order by timestamp offset 10", list("11", "12"), {
      hasMore: false,
      limit: 100,
      offset: 10
    }),
    gives("select event from events limit 0", [], { hasMore: null }),
    gives("select event from events where 1 = 2", []),
    gives("select event from events where false", []),
    gives("select count() from events where true", list(12)),
    gives("select count() from events where 1", list(12)),
    gives(`select 1 ${product}`, repeated(100, 1), { hasMore: true, limit: 100, offset: 0, warnings: 1 }),
    gives("select 1 from events", repeated(12, 1), { hasMore: false, limit: 100, offset: 0, warnings: 0 }),
    gives(`select 1 ${product} limit 120`, repeated(120, 1), { hasMore: null, limit: null, offset: null, warnings: 0 }),
    gives("select properties.n from events order by timestamp", list("1", "2", "3"), {
      name: "the default limit is the host's",
      limits: { defaultRows: 3 },
      hasMore: true,
      limit: 3
    }),
    gives("select properties.n from events order by timestamp limit 9", list("1", "2", "3", "4"), {
      name: "no limit is above the largest",
      limits: { maxRows: 4 },
      hasMore: null,
      warnings: 1
    }),
    gives("select event as e from events where e = 'buy' and lower(e) = e group by e", list("buy")),
    gives("select properties.n as n, n || '!' from events where n = '4'", [["4", "4!"]]),
    gives("SELECT 1 -- one\n, /* two */ 2 // three\n, 3;", [[1, 2, 3]]),
    gives("select count() from events final prewhere event = 'page' where properties.path = '/a'", [[2]]),
    gives("select properties.n from events prewhere event = 'buy' order by timestamp", list("4", "5", "7")),
    gives(
      "select count() from events as e final join persons as p final on e.person_id = p.id prewhere e.event = 'buy'",
      [[3]]
    ),
    gives(
      "select properties?.cart?.total?.net, properties?.['tag'], properties?.none?.x, tuple(1, 'x')?.2, [1, 2]?.[2], "
        + "[1]?.[5], map('a', 1)?.a, map('a', 1)?.['b'] from events where properties.n = '4'",
      [["25.5", "red", null, "x", 2, 0, 1, 0]],
      { name: "members that may not be there" }
    ),
    row(["1", "'a' as \"a b\"", "2 as `c`"], [1, "a", 2])
  ]
}
