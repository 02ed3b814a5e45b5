import { gives, row, type SqlGroup } from "../SqlCase.ts"

const chain = (count: number, term: string, operator: string): string =>
  Array.from({ length: count }, () => term).join(` ${operator} `)

/** Arrays, tuples, maps and lambdas. */
export const arrayCases: SqlGroup = {
  name: "arrays, tuples and maps",
  project: "harbour",
  cases: [
    gives("select [1, 2, 3], ['a', null], [], [[1], [2, 3]], (1, 'a', null), map('a', 1, 'b', 2)", [[
      [1, 2, 3],
      ["a", null],
      [],
      [[1], [2, 3]],
      [1, "a", null],
      { a: 1, b: 2 }
    ]], {
      types: [
        "Array(UInt8)",
        "Array(Nullable(String))",
        "Array(Nullable(Nothing))",
        "Array(Array(UInt8))",
        "Tuple(UInt8, String, Nullable(Nothing))",
        "Map(String, UInt8)"
      ]
    }),
    row(["[10, 11, 12][1]", "[10, 11][-1]", "[10][5]", "['a'][2]", "[null, 1][9]"], [10, 11, 0, "", null]),
    row(["(1, 'b').2", "tupleElement((1, 2), 1)", "map('k', 7)['k']", "map('k', 7)['z']", "{'q': 'x'}['q']"], [
      "b",
      1,
      7,
      0,
      "x"
    ]),
    row(["length([1, 2])", "length('abc')", "empty([])", "notEmpty([1])", "length(map('a', 1))"], [2, 3, 1, 1, 1]),
    row(["has([1, 2], 2)", "has([1, 2], 3)", "has([1, null], null)", "has(['a'], 'a')", "has([0.5, 1], 1)"], [
      1,
      0,
      1,
      1,
      1
    ]),
    row(["[1, 2] = [1, 2]", "[1] = [1, 2]", "[1, null] = [1, null]", "(1, 'a') = (1, 'a')", "[1] != [2]"], [
      1,
      0,
      1,
      1,
      1
    ]),
    row(["arrayMap(x -> x * 2, [1, 2])", "arrayMap((x, y) -> x + y, [1, 2], [10, 20])", "arrayMap(x -> (x, 1), [3])"], [
      [2, 4],
      [11, 22],
      [[3, 1]]
    ]),
    row(["arrayFilter(x -> x > 1, [1, 2, 3])", "arrayFilter((x, y) -> y, ['a', 'b'], [1, 0])"], [[2, 3], ["a"]]),
    row(["arrayMap(x -> arrayMap(y -> x + y, [1, 2]), [10, 20])", "arrayMap((x, y) -> y, [1, 2], ['a'])"], [
      [[11, 12], [21, 22]],
      ["a", null]
    ]),
    row(["mapKeys(map('a', 1))", "mapValues(map('a', 1, 'b', null))"], [["a"], [1, null]]),
    gives(
      "select arrayMap(x -> concat(x, event), ['a', 'b']), has([event], 'tick'), [event, distinct_id][2] from events limit 1",
      [[["atick", "btick"], 1, "sam"]]
    ),
    gives(
      "select [timestamp][1] = timestamp, [toDate(timestamp)], [uuid = uuid] from events order by timestamp limit 1",
      [[
        1,
        ["2024-03-30"],
        [1]
      ]]
    ),
    gives("select arrayJoin([3, 1, 2]) as x order by x", [[1], [2], [3]]),
    gives("select arrayJoin(['a', 'b']) as t, count() from events group by t order by t", [["a", 10], ["b", 10]]),
    gives("select number, x from numbers(2) array join [number, number + 10] as x order by number, x", [
      [0, 0],
      [0, 10],
      [1, 1],
      [1, 11]
    ]),
    gives("select number, x from numbers(2) left array join arrayFilter(y -> y > 0, [number]) as x order by number", [
      [0, null],
      [1, 1]
    ]),
    gives("select a, b from numbers(1) array join [1, 2] as a, ['x'] as b order by a", [[1, "x"], [2, null]]),
    gives(
      "select x, y from numbers(1) array join [(select max(number) from numbers(12)), 3] as x, [3 in (select 3)] as y order by x",
      [[3, null], [11, 1]]
    ),
    gives(
      "with g as (select number as n from numbers(4)) select a.n, x from g a join g b on a.n = b.n and a.n in (select max(n) from g) array join [1, exists (select 1)] as x",
      [[3, 1], [3, 1]]
    ),
    gives("select tags, length(l) from (select ['p', 'q'] as tags, ['p', 'q'] as l) array join tags order by tags", [
      ["p", 2],
      ["q", 2]
    ]),
    gives("select groupArray(number), groupArray(2)(event) from numbers(1) cross join events", [[
      Array.from({ length: 10 }, () => 0),
      ["tick", "tick"]
    ]]),
    gives("select quantile(0.5)(number), median(number), quantileIf(0.25)(number, number > 0) from numbers(5)", [[
      2,
      2,
      1.75
    ]]),
    gives("select sum(distinct number % 2), avg(distinct number % 2), count(distinct number % 3) from numbers(7)", [[
      1,
      0.5,
      3
    ]]),
    row([
      "greatest(1, 3, 2)",
      "least('b', 'a')",
      "greatest(null, 2)",
      "greatest(1.5, 0/0)",
      "least(toDate('2020-01-02'), toDate('2020-01-01'))"
    ], [
      3,
      "a",
      2,
      1.5,
      "2020-01-01"
    ]),
    row(["1 - 2 + 3 - 4", "0.5 + 1 + 1", "1 + 2 + null", "9223372036854775807 + 1 + 1"], [-2, 2.5, null, null]),
    gives(`select length(${chain(999, "'a'", "||")})`, [[999]], { name: "999 terms of ||" }),
    gives(`select length(${chain(999, "event", "||")}) from events limit 1`, [[3996]], { name: "999 columns of ||" }),
    gives(`select ${chain(999, "1", "+")}, ${chain(500, "1", "-")}`, [[999, -498]], { name: "999 terms of +" }),
    gives(`select ${chain(999, "number", "+")}, ${chain(999, "number / 1", "+")} from numbers(2) order by number`, [[
      0,
      0
    ], [999, 999]], {
      name: "999 columns of +"
    }),
    gives(`select ${chain(999, "properties.x", "??")} from events limit 1`, [[null]], { name: "999 terms of ??" }),
    gives(`select ${chain(999, "number = 0", "and")}, ${chain(999, "number = 1", "or")} from numbers(1)`, [[1, 0]], {
      name: "999 terms of AND and OR"
    }),
    gives(
      "select " +
        Array.from({ length: 13 }, (_, i) => `properties.p${i}`).reduce(
          (all, one) => `greatest(${all}, toFloat(${one}))`,
          "toFloat(properties.n)"
        )
        + " from events order by timestamp limit 1",
      [[1]],
      { name: "greatest of 13" }
    )
  ]
}
