import { gives, row, type SqlGroup, value } from "../SqlCase.ts"

/** Choices between values. */
export const conditionCases: SqlGroup = {
  name: "conditions",
  project: "meadow",
  cases: [
    row(["if(1, 'a', 'b')", "if(0, 'a', 'b')", "if(NULL, 'a', 'b')", "if(1 = 1, 1, NULL)"], ["a", "b", "b", 1]),
    row(["1 ? 'a' : 'b'", "1 = 2 ? 'a' : 'b'"], ["a", "b"]),
    value("multiIf(1 = 2, 'a', 2 = 2, 'b', 3 = 3, 'c', 'd')", "b"),
    value("multiIf(0, 'a', NULL, 'b', 'c')", "c"),
    value("case when 1 = 2 then 'a' when 2 = 2 then 'b' else 'c' end", "b"),
    value("case when 1 = 2 then 'a' end", null),
    row(["case 2 when 1 then 'a' when 2 then 'b' end", "case 3 when 1 then 'a' else 'z' end"], ["b", "z"]),
    row(["coalesce(NULL, NULL, 'x', 'y')", "coalesce(NULL, NULL)", "coalesce('', 'x')"], ["x", null, ""]),
    row(["ifNull(NULL, 3)", "ifNull(1, 3)", "NULL ?? 'x'", "'a' ?? 'x'"], [3, 1, "x", "a"]),
    row(["nullIf(1, 1)", "nullIf(1, 2)", "nullIf('a', NULL)", "nullIf(NULL, 1)"], [null, 1, "a", null]),
    row(["greatest(1, 3, 2)", "least(2.5, 1)", "greatest(NULL, 2)", "least(NULL, 2)"], [3, 1, 2, 2]),
    row(["true", "false", "true and false", "not true"], [true, false, 0, 0]),
    row(["1 or 0 and 0", "not 0 and 0", "not (0 and 0)", "1 = 1 and 2 = 3 or 4 = 4"], [1, 0, 1, 1]),
    row(["'a' < 'b'", "'Z' < 'a'", "'a' < 'ab'", "'é' > 'z'", "'🦊' > '\uFFFD'"], [1, 1, 1, 1, 1]),
    gives(
      "select properties.n, case properties.tag when 'red' then 'warm' when 'blue' then 'cold' else 'other' end " +
        "from events where event = 'page' order by timestamp",
      [["1", "warm"], ["2", "cold"], ["6", "other"], ["10", "cold"], ["11", "other"]]
    ),
    gives(
      "select coalesce(properties.tag, properties.path, 'none') from events where event = 'page' order by timestamp",
      [["red"], ["blue"], ["Red"], ["blue"], ["/c"]]
    ),
    gives(
      "select countIf(if(toFloat(properties.price) > 9, true, false)), countIf(nullIf(properties.note, '') is not null) from events",
      [[4, 1]]
    )
  ]
}
