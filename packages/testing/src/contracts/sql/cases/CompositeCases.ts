import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Tuples, arrays and maps as values of aggregates and sub-queries, and sub-queries that name tables around them. */
export const compositeCases: SqlGroup = {
  name: "composite values",
  project: "meadow",
  cases: [
    gives(
      "select [(1, 'a'), (2, 'b')].1, [(1, 'a'), (2, 'b')].2, [(1, 'a'), (2, 'b')][2].2, tupleElement([(1, 'a'), (2, 'b')], 2)",
      [[
        [1, 2],
        ["a", "b"],
        "b",
        ["a", "b"]
      ]]
    ),
    gives("select arraySort(groupArray((number, number * 2))).2, [[1, 2], [3]].2 from numbers(3)", [[[0, 2, 4], [3]]]),
    gives(
      "select g.2, g.2[1], g[1].2 from (select arraySort(groupArray(tuple(number, toString(number)))) as g from numbers(2))",
      [[
        ["0", "1"],
        "0",
        "0"
      ]]
    ),
    gives(
      "select argMax((event, distinct_id), timestamp), argMin((event, distinct_id), timestamp).2, "
        + "argMaxIf(tuple(event, distinct_id), timestamp, event = 'buy'), argMax(event, (timestamp, event)) from events",
      [[["$groupidentify", "bob"], "anon-1", ["buy", "ann"], "$groupidentify"]]
    ),
    gives("select argMax((number, 'x'), 1), argMin((number, 'x'), 1), argMax([number], number % 2) from numbers(4)", [[
      [0, "x"],
      [0, "x"],
      [1]
    ]], { name: "of equal keys the least value" }),
    gives(
      "select any((number, 1)), anyLast((number, 1)), min((number, 'a')), max((number, 'a')), minIf((number, 1), number > 0), "
        + "any([number, 1]), any(map('a', number)), argMin(map('a', number), number) from numbers(3)",
      [[[0, 1], [0, 1], [0, "a"], [2, "a"], [1, 1], [0, 1], { a: 0 }, { a: 0 }]]
    ),
    gives("select argMax((number, 'x'), number), max((number, 1)) from numbers(0)", [[[0, ""], [0, 0]]], {
      name: "of no rows the default"
    }),
    gives(
      "select event, argMax((distinct_id, properties.price), timestamp).1 from events where event = 'buy' group by event",
      [[
        "buy",
        "ann"
      ]]
    ),
    gives(
      "select has((select groupArray(event) from events), 'buy'), length((select groupArray(event) from events where event = '?'))",
      [[
        1,
        0
      ]]
    ),
    gives("with (select [1, 2, 3]) as b, (select (1, 'x')) as t select b[1], length(b), t.1, t.2", [[1, 3, 1, "x"]]),
    gives(
      "with (select groupUniqArray(event) from events where event != 'buy') as names select count() from events where has(names, event)",
      [[9]]
    ),
    gives("select (select (min(number), max(number)) from numbers(5)).2, (select (number, 1) from numbers(0)).2", [[
      4,
      0
    ]]),
    gives(
      "select count() from persons p where exists (select 1 from events e where e.person_id = p.id and e.event = 'buy')",
      [[2]]
    ),
    gives(
      "select count() from persons p where not exists (select 1 from events e where p.id = e.person_id and e.event = '$groupidentify')",
      [[1]]
    ),
    gives(
      "select count() from events e where e.event in (select x.event from events x where x.person_id = e.person_id and x.event = 'buy')",
      [[3]]
    ),
    gives(
      "select count() from persons p where exists (select e.event as x from events e where e.person_id = p.id and x = 'buy')",
      [[2]],
      { name: "a condition of EXISTS names a column of its SELECT" }
    ),
    ...[
      "exists (select count() from events e where e.person_id = p.id and e.event = 'none')",
      "exists (select sumOrNull(1) from events e where e.person_id = p.id and e.event = 'none')",
      "exists (select 1 from events e where e.person_id = p.id order by countIfOrNull(e.event = 'none'))",
      "exists (select arrayJoin(arrayFilter(x -> x > 1, [1])) from events e where e.person_id = p.id)",
      "p.id in (select anyOrDefault(e.person_id) from events e where e.person_id = p.id)"
    ].map((condition) =>
      refuses(
        `select count() from persons p where ${condition}`,
        "A sub-query cannot see the query around it: p is a table of that"
      )
    )
  ]
}
