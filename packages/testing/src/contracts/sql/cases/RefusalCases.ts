import { gives, refuses, type SqlGroup, unreadable } from "../SqlCase.ts"

/** The texts of errors. */
export const refusalCases: SqlGroup = {
  name: "refusals",
  project: "meadow",
  cases: [
    unreadable("", "Empty query"),
    unreadable("  -- nothing\n", "Empty query"),
    unreadable("select from"),
    unreadable("select 1 from"),
    unreadable("select (1"),
    unreadable("select 'open"),
    unreadable("select 1 where"),
    refuses("select chipotle from events", "Unable to resolve field: chipotle"),
    refuses("select person.chipotle from events", "Field not found: chipotle"),
    refuses("select events.chipotle from events", "Field not found: chipotle"),
    refuses("select 1 from other", "Unknown table \"other\"."),
    refuses("select hamburger(event) from events", "Unsupported function call 'hamburger(...)'"),
    refuses("select coun(event) from events", "Unsupported function call 'coun(...)'. Perhaps you meant 'count(...)'?"),
    refuses("select count(1, 2, 3, 4) from events", "Aggregation 'count' requires between 0 and 1 arguments, found 4"),
    refuses("select avg(avg(1)) from events", "Aggregation 'avg' cannot be nested inside another aggregation 'avg'."),
    refuses("select quantile(1) from events", "Aggregation 'quantile' requires parameters in addition to arguments"),
    refuses("select equals(1) from events", "Comparison 'equals' requires exactly two arguments"),
    refuses("select 1 as team_id", "Alias 'team_id' is a reserved keyword."),
    refuses("select 1 as a, 2 as a", "Cannot redefine an alias with the name: a"),
    refuses("select {x}", "Unresolved placeholder: {x}"),
    refuses("select {x}", "Placeholder {x} is not available in this context. You can use the following: a, b", {
      values: { a: 1, b: 2 }
    }),
    refuses("select {variables.x}", "Variable x is missing from query"),
    refuses("select person from events", "Can't select a table when a column is expected: person"),
    refuses(
      "select timestamp + 'string' from events",
      "Illegal types DateTime64(6, 'UTC') and String of arguments of function plus",
      { code: "illegal_type_of_argument" }
    ),
    refuses(
      "select event, count() from events",
      "Column 'event' is not under aggregate function and not in GROUP BY keys",
      {
        code: "not_an_aggregate"
      }
    ),
    refuses("select event from events where count() > 1", "Aggregate function count is found in WHERE in query", {
      code: "illegal_aggregation"
    }),
    refuses(
      "select 1 = 'x'",
      "There is no supertype for types UInt8, String because some of them are String/FixedString and some of them are not",
      {
        code: "no_common_type"
      }
    ),
    refuses("select event from events where uuid = 'nope'", "Cannot parse UUID from string 'nope'", {
      code: "cannot_parse_uuid"
    }),
    refuses(
      "select distinct_id from events e join person_distinct_ids p on e.distinct_id = p.distinct_id",
      "Ambiguous query. Found multiple sources for field: distinct_id"
    ),
    gives("select chipotle from events", [], {
      name: "errors in the answer for those who debug",
      modifiers: { debug: true },
      error: "Unable to resolve field: chipotle",
      columns: []
    })
  ]
}
