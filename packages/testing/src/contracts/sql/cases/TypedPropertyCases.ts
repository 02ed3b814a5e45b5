import { gives, refuses, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const count = (condition: string, rows: number): SqlCase =>
  gives(`select count() from events where ${condition}`, [[rows]])

const inUtc = "Nullable(DateTime64(6, 'UTC'))"

/** Properties whose first value was a number, a truth value or a date. */
export const typedPropertyCases: SqlGroup = {
  name: "typed properties",
  project: "meadow",
  cases: [
    gives(
      "select properties.price from events where toString(properties.price) is not null order by timestamp",
      [[10], [20.5], [30], [-5], [null], [7.25], [10]],
      { types: ["Nullable(Float64)"], warnings: 1 }
    ),
    gives(
      "select sum(properties.price), avg(properties.price), max(properties.price), count(properties.price) from events",
      [[72.75, 12.125, 30, 6]],
      { types: ["Nullable(Float64)", "Nullable(Float64)", "Nullable(Float64)", "UInt64"], warnings: 1 }
    ),
    gives("select properties.price * 2 + 1 from events where properties.n = '7'", [[15.5]]),
    count("properties.price > 10", 2),
    count("properties.price > '10'", 2),
    count("properties.price between 7 and 20.5", 4),
    count("properties.price = '10.0'", 2),
    count("properties.price in (10, '30')", 3),
    count("properties.price is null", 6),
    gives("select properties.price as p, count() from events where p is not null group by p order by p", [
      [-5, 1],
      [7.25, 1],
      [10, 2],
      [20.5, 1],
      [30, 1]
    ]),
    gives("select properties.price from events order by properties.price desc limit 3", [[30], [20.5], [10]]),
    count("properties.price = 'abc'", 1),
    count("properties.price in ('10', 'abc')", 3),
    count("properties.price like '%0%'", 4),
    count("properties.price = properties.path and properties.path is not null", 0),
    count("distinct_id in (select properties.price from events)", 0),
    count("properties.price in (select toFloat(properties.price) from events)", 12),
    gives(
      "select toString(properties.price), upper(properties.price), concat('p', properties.price), " +
        "coalesce(properties.price, 'none'), length(properties.price), toInt(properties.price) from events " +
        "where properties.n = '6'",
      [["abc", "ABC", "pabc", "abc", 3, null]]
    ),
    gives("select coalesce(properties.price, 0), toTypeName(properties.price) from events where properties.n = '6'", [
      [0, "Nullable(Float64)"]
    ]),
    gives("select JSONExtractString(properties, 'price') from events where properties.n = '6'", [["abc"]]),
    gives("select properties.flag from events where properties.flag is not null order by timestamp", [
      [true],
      [false],
      [true]
    ], { types: ["Nullable(Bool)"], warnings: 0 }),
    count("properties.flag", 2),
    count("not properties.flag", 1),
    count("properties.flag = 'true'", 2),
    count("properties.flag = false", 1),
    count("properties.flag = 'perhaps'", 0),
    gives(
      "select properties.since, toStartOfMonth(properties.since), properties.since < '2024-10-02', toString(properties.since) " +
        "from events where properties.n = '7'",
      [["2024-10-01T12:00:00Z", "2024-10-01", 1, "2024-10-01 12:00:00"]],
      { types: [inUtc, "Nullable(Date)", "UInt8", "Nullable(String)"] }
    ),
    gives("select group_0.properties.size + 1 from events where properties.n = '7'", [[13]]),
    gives("select key, properties.size from groups where properties.size > 11", [["acme", 12]]),
    gives("select sum(p.price) from (select properties.price as price from events) p", [[72.75]]),
    gives("select count() from (select properties, event from events) where properties.price > 20", [[2]]),
    gives("select properties.cart.total.net from events where properties.n = '4'", [["25.5"]]),
    refuses(
      "select sum(properties.path) from events",
      "Illegal type Nullable(String) of argument of function sum",
      { code: "illegal_type_of_argument" }
    )
  ]
}
