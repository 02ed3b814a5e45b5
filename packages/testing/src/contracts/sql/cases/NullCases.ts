import { gives, row, type SqlCase, type SqlGroup, value } from "../SqlCase.ts"

/** The answer with NULL on one side, and on both. */
const table: ReadonlyArray<readonly [operator: string, one: 0 | 1, both: 0 | 1]> = [
  ["=", 0, 1],
  ["==", 0, 1],
  ["!=", 1, 0],
  ["<>", 1, 0],
  ["<", 0, 0],
  ["<=", 0, 0],
  [">", 0, 0],
  [">=", 0, 0],
  ["like", 0, 1],
  ["ilike", 0, 1],
  ["not like", 1, 0],
  ["not ilike", 1, 0]
]

const literals: ReadonlyArray<SqlCase> = table.map(([operator, one, both]) =>
  row([`'a' ${operator} NULL`, `NULL ${operator} 'a'`, `NULL ${operator} NULL`], [one, one, both])
)

/** `none` and `gone` are properties that no event has. */
const columns: ReadonlyArray<SqlCase> = table.map(([operator, one, both]) =>
  gives(
    `select properties.tag ${operator} properties.none, properties.none ${operator} properties.tag, ` +
      `properties.none ${operator} properties.gone, properties.tag ${operator} NULL, NULL ${operator} properties.none ` +
      "from events where properties.n = '1'",
    [[one, one, both, one, both]]
  )
)

/** Five of twelve events have a tag. */
const filters: ReadonlyArray<SqlCase> = table.map(([operator, one, both]) =>
  gives(`select count() from events where properties.tag ${operator} properties.none`, [[one * 5 + both * 7]])
)

const count = (condition: string, rows: number): SqlCase =>
  gives(`select count() from events where ${condition}`, [[rows]])

/** Every operator with NULL on either side, in SELECT and in WHERE. */
export const nullCases: SqlGroup = {
  name: "NULL",
  project: "meadow",
  cases: [
    ...literals,
    ...columns,
    ...filters,
    row(
      ["equals(NULL, NULL)", "notEquals(1, NULL)", "less(NULL, 1)", "greaterOrEquals(NULL, NULL)"],
      [1, 1, 0, 0]
    ),
    row(["like(NULL, 'a')", "notLike(NULL, 'a')", "ilike(NULL, NULL)", "notILike(NULL, NULL)"], [0, 1, 1, 0]),
    row(["1 = NULL", "1 != NULL", "NULL = NULL", "NULL != NULL"], [0, 1, 1, 0]),
    row(["5 between 1 and 10", "11 between 1 and 10", "NULL between 1 and 10", "0 not between 1 and 10"], [1, 0, 0, 1]),
    row(["5 between NULL and 10", "5 between 1 and NULL", "NULL between NULL and NULL"], [0, 0, 0]),
    row(["NULL not between 1 and 10", "5 not between NULL and 10"], [0, 0]),
    row(["NULL is null", "1 is null", "NULL is not null", "1 is not null", "isNull(NULL)", "isNotNull(1)"], [
      1,
      0,
      0,
      1,
      1,
      1
    ]),
    row(["1 in (1, 2)", "3 in (1, 2)", "NULL in (1, 2)", "NULL in (1, NULL)", "1 in (2, NULL)"], [1, 0, 0, 1, 0]),
    row(["3 not in (1, 2)", "NULL not in (1, 2)", "NULL not in (1, NULL)", "3 not in (1, NULL)"], [1, 1, 0, 1]),
    row(["in('a', ('a', 'b'))", "notIn('a', ['a', 'b'])", "'c' in ['a', 'b']"], [1, 0, 0]),
    row(["NULL and 0", "NULL and 1", "NULL or 1", "NULL or 0", "not NULL"], [0, null, 1, null, null]),
    row(["NULL and 0 or 1", "not (NULL and 0)", "and(1, 1, NULL)", "or(0, NULL, 1)"], [1, 1, null, 1]),
    row(["1 + NULL", "NULL - 1", "2 * NULL", "NULL / 2", "-NULL", "intDiv(NULL, 2)"], [
      null,
      null,
      null,
      null,
      null,
      null
    ]),
    value("NULL", null),
    count("properties.tag = 'red'", 2),
    count("properties.tag != 'red'", 10),
    count("not (properties.tag = 'red')", 10),
    count("properties.tag is null", 7),
    count("properties.tag is not null", 5),
    count("properties.tag = NULL", 7),
    count("properties.tag != NULL", 5),
    count("properties.tag < 'c'", 3),
    count("properties.tag >= 'c'", 2),
    count("properties.tag like '%ed'", 3),
    count("properties.tag not like '%ed'", 9),
    count("properties.tag ilike 'RED'", 3),
    count("properties.tag not ilike 'RED'", 9),
    count("properties.tag in ('red', 'blue')", 4),
    count("properties.tag not in ('red', 'blue')", 8),
    count("properties.tag in ('red', NULL)", 9),
    count("properties.tag not in ('red', NULL)", 3),
    count("properties.tag in (select properties.tag from events where event = 'buy')", 9),
    count("properties.tag not in (select properties.tag from events where event = 'buy')", 3),
    count("properties.tag in (select properties.tag from events where properties.n = '2')", 2),
    count("properties.tag not in (select properties.tag from events where properties.n = '2')", 10),
    count("properties.tag in (select properties.tag from events where event = 'never')", 0),
    count("toFloat(properties.price) > 9", 4),
    count("toFloat(properties.price) between 7 and 10", 3),
    count("toFloat(properties.price) not between 7 and 10", 3),
    count("NULL", 0),
    gives(
      "select countIf(has(['', properties.note], properties.nothing)), countIf(has([0, 1], toInt(properties.nothing))), "
        + "countIf(has(['', properties.nothing], properties.nothing)), countIf(has(['x', properties.note], '')) from events",
      [[10, 0, 12, 1]],
      { name: "NULL among the members of an array is no empty text, and no 0" }
    ),
    gives(
      "select count(timestamp + interval toInt(properties.n) * 9000 year), " +
        "count(timestamp + interval toInt(properties.n) * -9000 quarter) from events",
      [[0, 0]],
      { name: "times far beyond all calendars are NULL" }
    ),
    gives(
      "select count() from events where if(1, null, 0.5) in (select toFloat(properties.nothing) from events) " +
        "and (0 / 0) not in (select 0 / 0 from events)",
      [[12]],
      { name: "NULL, and NaN, among the floats of a query" }
    )
  ]
}
