import { gives, row, type SqlGroup } from "../SqlCase.ts"

/** Forms of queries as people save them. */
export const savedCases: SqlGroup = {
  name: "saved queries",
  project: "acceptance",
  cases: [
    gives(
      "select groupArray(event) from (select event from events order by timestamp desc)",
      [[["sign out", "sign out", "sign out", "sign up"]]],
      { name: "a list of the rows of an ordered sub-query has its order, by what it does not select too" }
    ),
    gives(
      "with ordered as (select event, distinct_id as d from events order by d, timestamp desc) "
        + "select event, groupArray(d), string_agg(d, '>') from ordered group by event order by event",
      [["sign out", ["2", "3", "4"], "2>3>4"], ["sign up", ["2"], "2"]]
    ),
    gives(
      "select groupArray(2)(number), groupArrayIf(number, number % 2 = 0), groupArray(distinct number % 2) "
        + "from (select number from numbers(5) order by number desc limit 4)",
      [[[4, 3], [4, 2], [0, 1]]]
    ),
    gives("select groupArray(k) from (select distinct event as k from events order by k desc)", [[[
      "sign up",
      "sign out"
    ]]]),
    gives("select groupArray(x) from (select number as x from numbers(3) union all select 7 order by x desc)", [[[
      7,
      2,
      1,
      0
    ]]]),
    gives(
      "select groupArray(n), any(p.path) from (select properties as p, distinct_id as n from events order by timestamp desc)",
      [[["4", "3", "2", "2"], "a/b/c"]]
    ),
    gives(
      "select array_agg(number order by number desc), string_agg(toString(number), ',' order by number % 2, number desc) "
        + "filter (where number > 0), array_agg(n order by d desc, n) "
        + "from (select number, number as n, if(number % 2 = 0, null, number % 4) as d from numbers(6))",
      [[[5, 4, 3, 2, 1, 0], "4,2,5,3,1", [3, 1, 5, 0, 2, 4]]]
    ),
    gives(
      "select count(*) filter (where number > 0), quantile(0.5)(number) filter (where number > 0), "
        + "count(distinct number % 2) filter (where number < 1) from numbers(3)",
      [[2, 1.5, 1]]
    ),
    gives("select number, count() filter (where number > 0) over (order by number) from numbers(3) order by 1", [
      [0, 0],
      [1, 1],
      [2, 2]
    ]),
    gives(
      "select max(timestamp) - min(timestamp) as seconds, seconds / 60, now() - max(timestamp) > 60, "
        + "toDate('2024-03-01') - toDate('2024-02-28'), toTypeName(seconds) from events",
      [["780", "13", 1, 2, "Nullable(Decimal(18, 6))"]]
    ),
    gives(
      "select toTypeName(timestamp - timestamp), toTypeName(today() - today()), now() - null, "
        + "toDateTime('2024-01-01 00:00:00.5') - toDateTime('2024-01-01 00:00:01') from events limit 1",
      [["Decimal(18, 6)", "Int32", null, "-0.5"]]
    ),
    gives("select * exclude (number) from (select number, 1 as a, 2 as b from numbers(1))", [[1, 2]], {
      columns: ["a", "b"]
    }),
    gives("select t.* except (a, b) from (select 1 as a, 2 as b, 3 as c) as t", [[3]]),
    row(
      [
        "1 is distinct from NULL",
        "NULL is not distinct from NULL",
        "(1, NULL) is not distinct from (1, NULL)",
        "try_cast('x' as Int64)",
        "position('c' in 'abc')",
        "tupleElement((1, 'a'), 2, 'z')",
        "tupleElement((1, 'a'), 3, 'z')",
        "arraySum([toDecimal(1.5, 2), toDecimal(2.25, 2), NULL])",
        "arraySum(x -> toDecimal(x, 1), [1, 2])"
      ],
      [1, 1, 1, null, 3, "a", "z", "3.75", "3"]
    ),
    gives("select groupUniqArray(2)(number), groupUniqArrayIf(1)(number, number > 1) from numbers(4)", [[[0, 1], [2]]]),
    row(
      [
        "(1, NULL) = (1, NULL)",
        "(1, NULL) != (1, NULL)",
        "((1, NULL), 2) = ((1, NULL), 2)",
        "(1, NULL) < (1, 3)",
        "(1, 2) < (1, NULL)",
        "(NULL, 1) > (NULL, 0)",
        "(1, (2, NULL)) <= (1, (2, 3))",
        "(0, NULL) < (1, NULL)"
      ],
      [1, 0, 1, 0, 0, 1, 0, 1]
    ),
    gives(
      "select has([null], nullIf(number, 0)), has([null, 1], number), if(number = 1, [null], [number]), "
        + "multiIf(number = 0, [null], []), [[null], [number]] from numbers(2) order by number",
      [
        [1, 0, [0], [null], [[null], [0]]],
        [0, 1, [null], [], [[null], [1]]]
      ],
      { name: "a list of NULL keeps its members" }
    ),
    gives(
      "select if(number = 1, [], [(1, 2)]), if(number = 1, [], [['a']]), if(number = 1, [[]], [[(1, 2)]]), "
        + "if(number = 1, [], ['a']) from numbers(2) order by number",
      [
        [[[1, 2]], [["a"]], [[[1, 2]]], ["a"]],
        [[], [], [[]], []]
      ],
      { name: "an empty list stands beside lists of lists" }
    ),
    gives(
      "select count() from events as e join persons as p on e.person_id = p.id or 1 = 0 "
        + "where has(arrayFilter(x -> 1, [null]), toString(e.timestamp))",
      [[0]],
      { name: "a list of NULL in a condition on a join has no value" }
    ),
    row(
      [
        "rightPad('', toInt('-9223372036854775808'))",
        "leftPad(substring('a', 1, 0), toInt(concat('-92233720368547758', '08')), 'xy')"
      ],
      ["", ""]
    ),
    gives(
      "select rightPad(p, n), leftPad(p, n, 'xy') from (select substring(event, 1, 0) as p, "
        + "toInt(concat(substring(event, 1, 0), '-9223372036854775808')) as n from events limit 1)",
      [["", ""]]
    ),
    row(
      [
        "toTypeName((toWeek(today()), toYearWeek(today()), toYYYYMM(today()), toYYYYMMDD(today())))",
        "toTypeName((toYYYYMMDDhhmmss(now()), toISOYear(today()), timeZoneOffset(now()), toDayOfWeek(today(), 1)))",
        "toTypeName(toModifiedJulianDay('2024-01-01'))",
        "toWeek(today()) + 300 > 255"
      ],
      [
        "Tuple(UInt8, UInt32, UInt32, UInt32)",
        "Tuple(UInt64, UInt16, Int32, UInt8)",
        "Int32",
        1
      ]
    ),
    gives(
      "select toDateTime('1700000000'), toDateTime('1700000000123'), toDateTime('170000'), toDateTime(n), toDateTime(ms), "
        + "toDateTime(concat(n, 'x')) from (select concat(substring(event, 1, 0), '1700000000') as n, concat(n, '500') as ms "
        + "from events limit 1)",
      [[
        "2023-11-14T22:13:20Z",
        "2023-11-14T22:13:20.123000Z",
        null,
        "2023-11-14T22:13:20Z",
        "2023-11-14T22:13:20.500000Z",
        null
      ]],
      { name: "a text of digits is a number of seconds or milliseconds" }
    ),
    gives(
      "select splitByString(', ', concat(event, ', b, c'), toInt(substring(distinct_id, 1, 1)) - toInt(properties.none)), "
        + "splitByString('g', event, greatest(toUInt64(concat(distinct_id, properties.path, properties.none)), 1)) "
        + "from events order by timestamp limit 1",
      [[[], ["si", "n up"]]],
      { name: "a separator is a constant beside long arguments, too" }
    ),
    gives(
      "select arrayStringConcat([event], properties.path), arrayStringConcat([event, 'x'], properties.key) from events "
        + "order by timestamp limit 1",
      [[null, "sign uptest_val1x"]],
      { name: "texts between which stands NULL are NULL, one alone too" }
    )
  ]
}
