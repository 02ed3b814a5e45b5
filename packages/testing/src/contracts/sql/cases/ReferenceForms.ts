import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Forms that the reference has beside those of ClickHouse: QUALIFY, COLUMNS, slices, members by name. */
export const referenceForms: SqlGroup = {
  name: "forms of the reference",
  project: "meadow",
  cases: [
    gives(
      "select number, row_number() over (partition by number % 2 order by number desc) as r from numbers(6) "
        + "qualify r = 1 order by number",
      [[4, 1], [5, 1]]
    ),
    gives(
      "select number from numbers(6) qualify row_number() over (partition by number % 2 order by number desc) <= 2 "
        + "order by number % 3, number desc limit 3",
      [[3], [4], [5]],
      { name: "what QUALIFY and ORDER BY read need not be selected" }
    ),
    gives(
      "select number % 3 as k, count() as c, sum(c) over () as total from numbers(7) group by k having c > 1 "
        + "qualify c > 2 and rank() over (order by c desc) = 1",
      [[0, 3, 7]],
      { name: "QUALIFY after groups" }
    ),
    gives(
      "select distinct number % 2 as k from numbers(6) qualify count() over (partition by number % 2) = 3 order by k",
      [[0], [1]]
    ),
    gives("select number % 2 as k, number from numbers(9) qualify number > 2 order by number limit 1 by k limit 1, 1", [
      [
        0,
        4
      ]
    ]),
    gives("select number from numbers(5) window w as (order by number desc) qualify row_number() over w = 1", [[4]]),
    gives(
      "select p.tag from (select properties as p, timestamp from events where event = 'page' "
        + "qualify row_number() over (partition by properties.path order by timestamp desc) = 1) order by timestamp",
      [["blue"], ["Red"], ["blue"], [null]],
      { name: "documents are read after QUALIFY" }
    ),
    gives(
      "select groupArray(number) from (select number from numbers(10) "
        + "qualify lagInFrame(number) over (order by number) > 5 order by number desc)",
      [[[9, 8, 7]]]
    ),
    gives("select number from numbers(4) qualify nullIf(number, 1) > 0 order by number", [[2], [3]]),
    refuses(
      "select number from numbers(3) qualify 'a'",
      "Illegal type String of column for filter. Must be UInt8 or Nullable(UInt8)"
    ),
    refuses(
      "select number from numbers(3) group by number % 2 qualify number > 1",
      "Column 'number' is not under aggregate function and not in GROUP BY keys"
    ),
    gives("select columns('^(uuid|event)$') from events where properties.n = '1'", [[
      "00000000-0000-4000-8000-000000000001",
      "page"
    ]]),
    gives("select columns(number, number + 1, * exclude (number)) from numbers(2)", [[0, 1], [1, 2]]),
    gives("select columns('numb'), columns(*) from numbers(1)", [[0, 0]]),
    refuses("select columns('x') from numbers(2)", "No column matches the pattern 'x' of COLUMNS"),
    refuses(
      "select columns('(') from numbers(2)",
      "The pattern of COLUMNS is not supported: a parenthesis is not closed"
    ),
    refuses(
      "select columns('number') as c from numbers(2)",
      "COLUMNS can only be a column of SELECT, without a name of its own"
    ),
    refuses("select columns('team_id') from events", "No column matches the pattern 'team_id' of COLUMNS"),
    refuses(
      "select match(event, '((a{100}){100})') from events",
      "The pattern of function 'match' is not supported: parts inside others are repeated 1000 times at most in all"
    ),
    gives("select [1,2,3,4][2:3], [1,2,3,4][:2], [1,2,3][2:], [1,2,3][:], [1,2,3][-2:], [1,2,3,4][1:-2]", [[
      [2, 3],
      [1, 2],
      [2, 3],
      [1, 2, 3],
      [2, 3],
      [1, 2, 3]
    ]]),
    gives("select [1,2,3][5:9], [1,2,3][3:1], [1,2,3][0:1], [1,NULL][null:2], [1,2][-9223372036854775808:2]", [[
      [],
      [],
      [1],
      [],
      [1, 2]
    ]], { name: "slices beyond the members" }),
    gives("select [number, number + 1, 7][number:number + 1] from numbers(3) order by number", [[[0]], [[1, 2]], [[
      3,
      7
    ]]]),
    gives("select groupArray(event)[1:2] from (select event from events order by timestamp)", [[["page", "page"]]]),
    refuses("select event[1:2] from events", "Illegal type String of argument of function slice"),
    gives("select tuple(1 as a, 'x' as b).a, (1 as c, 2 as d).d, tuple(1 as e).1", [[1, 2, 1]]),
    gives(
      "select t.name, t.2, t.zip, tupleElement(t, 'name'), t['zip'], tupleElement(t, 'z', 5), toTypeName(t) "
        + "from (select tuple(event as name, number as zip) as t from events join numbers(1) on 1 = 1 where event = 'buy') limit 1",
      [["buy", 0, 0, "buy", 0, 5, "Tuple(String, UInt64)"]],
      { name: "members of tuples by their names" }
    ),
    gives(
      "select arrayMap(t -> t.a, groupArray(tuple(number as a, 1 as b))) from (select number from numbers(3) order by number)",
      [[[0, 1, 2]]]
    ),
    gives("select JSONExtract('{\"a\":1,\"b\":\"x\"}', 'Tuple(a Int64, b String)').b", [["x"]]),
    gives("select [number % 2, 1] as a, count() as c from numbers(5) group by a order by a.1", [[[0, 1], 3], [
      [1, 1],
      2
    ]], {
      name: "a member of a list that rows are grouped by"
    }),
    gives("select arrayMap(x -> x * number, [1, 2]) as a, a[1], sum(a[2]) from numbers(3) group by a order by a[1]", [
      [[0, 0], 0, 0],
      [[1, 2], 1, 2],
      [[2, 4], 2, 4]
    ]),
    gives("select (number % 2, 'x') as a, count() from numbers(5) group by a order by a desc", [
      [[1, "x"], 2],
      [[0, "x"], 3]
    ]),
    gives(
      "select tuple(event as e, 1 as n) as t, t.e, count() from events where event = 'buy' group by t having t.n = 1",
      [
        [["buy", 1], "buy", 3]
      ]
    ),
    gives("select count() from numbers(3) group by (1, 2)", [[3]]),
    gives(
      "select a from (select arrayJoin([[1, 2], [1], [], [2], [1, NULL], [NULL]]) as a) order by a",
      [[[]], [[1]], [[1, 2]], [[1, null]], [[2]], [[null]]],
      { name: "lists are ordered by their members, NULL last" }
    ),
    gives(
      "select a from (select arrayJoin([[1, 2], [1], [], [2], [1, NULL], [NULL]]) as a) order by a desc",
      [[[null]], [[2]], [[1, null]], [[1, 2]], [[1]], [[]]],
      { name: "lists in the opposite order" }
    ),
    gives(
      "select toString(a) from (select arrayJoin([[nan], [1.5], [NULL], [inf], [-1.5, 2]]) as a) order by a",
      [["[-1.5,2]"], ["[1.5]"], ["[inf]"], ["[nan]"], ["[NULL]"]]
    ),
    gives("select a from (select arrayJoin([['b'], ['a', 'z'], ['B'], ['\u00e4'], ['']]) as a) order by a", [
      [[""]],
      [["B"]],
      [["a", "z"]],
      [["b"]],
      [["\u00e4"]]
    ]),
    gives(
      "select a from (select arrayMap(x -> toUUID(x), arrayJoin([['00000000-0000-4000-9000-000000000000'], "
        + "['f0000000-0000-4000-8000-000000000000']])) as a) order by a desc limit 1",
      [[["f0000000-0000-4000-8000-000000000000"]]]
    ),
    gives(
      "select groupArray(a[1]), groupArray(r) from (select a, row_number() over (order by a desc) as r "
        + "from (select arrayJoin([[1, NULL], [3], [1, 5]]) as a) order by a desc)",
      [[[3, 1, 1], [1, 2, 3]]],
      { name: "windows and lists in the order of lists" }
    ),
    gives("select [[number]] as a from numbers(2) order by a", [[[[0]]], [[[1]]]]),
    gives("select map('a', number) as a from numbers(2) order by a desc", [[{ a: 1 }], [{ a: 0 }]]),
    refuses(
      "select t.z from (select tuple(number as a) as t from numbers(2))",
      "Can not access property \"z\" on field \"t\"."
    )
  ]
}
