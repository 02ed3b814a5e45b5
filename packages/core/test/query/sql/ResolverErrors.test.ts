import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { resolve } from "./PlanText.ts"

/** `«…»` marks the place that the error points at. */
const refused: ReadonlyArray<readonly [marked: string, detail: string, code?: string]> = [
  ["select «chipotle» from events", "Unable to resolve field: chipotle"],
  ["select «person.chipotle» from events", "Field not found: chipotle"],
  ["select «e.chipotle» from events e", "Field not found: chipotle"],
  ["select 1 from «other»", "Unknown table \"other\"."],
  ["select «coutn()» from events", "Unsupported function call 'coutn(...)'. Perhaps you meant 'count(...)'?"],
  [`«select ${Array(1001).fill("1").join(", ")}»`, "A SELECT may have 1000 columns, found 1001"],
  ["select «hamburger(1)»", "Unsupported function call 'hamburger(...)'"],
  ["select «toint(1)»", "Unsupported function call 'toint(...)'. Perhaps you meant 'toInt(...)'?"],
  ["select «quantile(1)» from events", "Aggregation 'quantile' requires parameters in addition to arguments"],
  ["select «count(1, 2, 3, 4)» from events", "Aggregation 'count' requires between 0 and 1 arguments, found 4"],
  ["select «sumIf(1)» from events", "Aggregation 'sumIf' requires 2 arguments, found 1"],
  [
    "select avg(«avg(1)») from events",
    "Aggregation 'avg' cannot be nested inside another aggregation 'avg'.",
    "illegal_aggregation"
  ],
  [
    "select count() as c, sum(«c») from events",
    "Aggregation 'count' cannot be nested inside another aggregation 'sum'.",
    "illegal_aggregation"
  ],
  ["select «equals(1)»", "Comparison 'equals' requires exactly two arguments"],
  ["select «lower()»", "Function 'lower' requires 1 argument, found 0"],
  ["select «1 as team_id»", "Alias 'team_id' is a reserved keyword."],
  ["select «1 as PROJECT_ID»", "Alias 'PROJECT_ID' is a reserved keyword."],
  ["select 1 from «events as true»", "Alias 'true' is a reserved keyword."],
  ["select 1 as a, «2 as a»", "Cannot redefine an alias with the name: a"],
  ["select «{x}»", "Unresolved placeholder: {x}"],
  ["select «person» from events", "Can't select a table when a column is expected: person"],
  ["select «events» from events", "Can't select a table when a column is expected: events"],
  ["select «team_id» from events", "Unable to resolve field: team_id"],
  ["select «project_id» from events", "Unable to resolve field: project_id"],
  ["select «e.team_id» from events e", "Field not found: team_id"],
  ["select 1 from events where «event.x» = 'a'", "Can not access property \"x\" on field \"event\"."],
  ["select «id» from persons a join persons b on a.id = b.id", "Ambiguous query. Found multiple sources for field: id"],
  ["select «*» from events, persons", "Cannot use '*' without table name when there are multiple tables in the query"],
  ["select «*»", "Cannot use '*' when there are no tables in the query"],
  [
    "select «timestamp + 'string'» from events",
    "Illegal types DateTime64(6, 'UTC') and String of arguments of function plus",
    "illegal_type_of_argument"
  ],
  [
    "select «properties.x > 5» from events",
    "There is no supertype for types Nullable(String), UInt8 because some of them are String/FixedString and some of them are not",
    "no_common_type"
  ],
  ["select «uuid = 5» from events", "There is no supertype for types UUID, UInt8", "no_common_type"],
  ["select «timestamp > 'soon'» from events", "Cannot parse DateTime from string 'soon'", "cannot_parse_datetime"],
  [
    "select «timestamp > '2020-02-30'» from events",
    "Cannot parse DateTime from string '2020-02-30'",
    "cannot_parse_datetime"
  ],
  ["select «uuid = 'x'» from events", "Cannot parse UUID from string 'x'", "cannot_parse_uuid"],
  ["select not «event» from events", "Illegal type String of argument of function not", "illegal_type_of_argument"],
  [
    "select 1 from events where «event»",
    "Illegal type String of column for filter. Must be UInt8 or Nullable(UInt8)",
    "illegal_type_of_column_for_filter"
  ],
  [
    "select 1 from events where «count() > 1»",
    "Aggregate function count is found in WHERE in query",
    "illegal_aggregation"
  ],
  [
    "select 1 from events group by «count()»",
    "Aggregate function count is found in GROUP BY in query",
    "illegal_aggregation"
  ],
  [
    "select event, «timestamp» from events group by event",
    "Column 'timestamp' is not under aggregate function and not in GROUP BY keys",
    "not_an_aggregate"
  ],
  [
    "select «event», count() from events",
    "Column 'event' is not under aggregate function and not in GROUP BY keys",
    "not_an_aggregate"
  ],
  [
    "select if(1, length(«event»), count()) from events",
    "Column 'event' is not under aggregate function and not in GROUP BY keys",
    "not_an_aggregate"
  ],
  ["select matchesAction(«9223372036854775807») from events", "Action 9223372036854775807 does not exist"],
  [
    "select count() from events group by event order by «properties.x»",
    "Column 'properties.x' is not under aggregate function and not in GROUP BY keys",
    "not_an_aggregate"
  ],
  ["select event from events order by «3»", "Position 3 in ORDER BY is not in the SELECT list of 1 columns"],
  [
    "select distinct event from events order by «timestamp»",
    "With SELECT DISTINCT, ORDER BY can only name columns of the SELECT list"
  ],
  ["select 1 limit «1 - 2»", "LIMIT must be a constant whole number"],
  [
    "select event from events where event in («select event, uuid from events»)",
    "The sub-query of IN must have one column, found 2"
  ],
  ["select «row_number()» from events", "Function 'row_number' needs OVER"],
  ["select «lower(event) over ()» from events", "Function 'lower' is no window function and no aggregate"],
  [
    "select event from events where «row_number() over ()» = 1",
    "Window functions cannot stand in WHERE"
  ],
  ["select «count() over w» from events", "Window 'w' does not exist"],
  ["select 1 union all «select 2, 3»", "The queries of UNION ALL have 1 and 2 columns"],
  [
    "select 1 union all «select 'a'»",
    "There is no supertype for types UInt8, String because some of them are String/FixedString and some of them are not",
    "no_common_type"
  ],
  ["«select event from events limit 1 with ties»", "LIMIT WITH TIES needs an ORDER BY"],
  ["select event from events array join «event»", "ARRAY JOIN requires an array, found String"],
  ["select key from «groups sample 0.1»", "SAMPLE is only supported for the tables events and persons"],
  ["select 1 from «url(5)»", "Table function 'url' is not supported"],
  ["select number from «numbers»", "Table function 'numbers' requires arguments"],
  [
    "select 1 from events a full join events b on «a.uuid = b.uuid or a.event = 'a'»",
    "The condition of FULL JOIN must be equalities between its two sides, joined by AND"
  ],
  [
    "select 1 from events a asof join events b on «a.event = b.event and a.uuid = b.uuid»",
    "The condition of ASOF JOIN must end with an inequality between its two sides"
  ],
  [
    "select «[1, 'a']»",
    "There is no supertype for types UInt8, String because some of them are String/FixedString and some of them are not",
    "no_common_type"
  ],
  [
    "select arrayMap(x -> «1 + sum(x)», [1]) from events",
    "Aggregation 'sum' cannot be of the members of an array",
    "illegal_aggregation"
  ],
  [
    "select arrayMap(x -> «countIf(event = 'a' and x = 1)», [1]) from events",
    "Aggregation 'countIf' cannot be of the members of an array",
    "illegal_aggregation"
  ],
  [
    "select arrayMap(x -> «lag(x) over ()», [1]) from events",
    "A window function cannot be of the members of an array",
    "illegal_aggregation"
  ],
  ["select arrayMap(x -> arrayJoin(«[x]»), [1])", "arrayJoin cannot be of the members of an array"],
  ["select «x -> 1»", "A lambda can only be an argument of a function such as arrayMap"],
  ["select «(select 1, 2)»", "A sub-query as a value must have one column, found 2"],
  ["select event from events where person_id in cohort «2»", "Could not find cohort with ID 2"],
  [
    "select «UUIDv7ToDateTime(event, true)» from events",
    "Argument 2 of function 'toTimeZone' must be a constant string"
  ],
  [
    "select «if(event = 'a', [1, 2], null)» from events",
    "There is no supertype for types Array(UInt8), Nullable(Nothing)",
    "no_common_type"
  ],
  [
    "select «interval 1 day = interval 24 hour»",
    "There is no supertype for types IntervalDay, IntervalHour",
    "no_common_type"
  ],
  [
    "select «now() - today()»",
    "Illegal types DateTime64(6, 'UTC') and Date of arguments of function minus",
    "illegal_type_of_argument"
  ],
  ["select «sum(number order by number)» from numbers(2)", "ORDER BY is not supported in 'sum' as it is written here"],
  ["select «* exclude (x)» from numbers(2)", "Field not found: x"],
  ["select «cast(1 as Point)»", "Type 'Point' is not supported in CAST"],
  [
    "select «cast(1 as Decimal(39, 2))»",
    "Decimal(39, 2) is no decimal of 1 to 38 digits, of which the scale are after the point"
  ],
  ["select «cast(now() as Decimal)»", "DateTime64(6, 'UTC') cannot be cast to Decimal", "illegal_type_of_argument"],
  ["select toTimeZone(now(), «'Mars/Base'»)", "Unknown time zone 'Mars/Base'"],
  [
    "select event from events where distinct_id in (select «e.distinct_id» from persons) and e.event = 'a'",
    "Unable to resolve field: e"
  ],
  ["with a as (select 1 from «a») select 1 from a", "Unknown table \"a\"."]
]

for (const [marked, detail, code = "invalid_input"] of refused) {
  it(`${marked}: ${detail}`, () => {
    const start = marked.indexOf("«")
    const end = marked.indexOf("»") - 1
    const error = Result.getOrThrow(Result.flip(resolve(marked.replace(/[«»]/g, ""))))
    assert.strictEqual(error._tag, "SqlSemanticError")
    assert.strictEqual(error.detail, detail)
    assert.deepStrictEqual([error.start, error.end], [start, end])
    if (error._tag === "SqlSemanticError") assert.strictEqual(error.code, code)
  })
}

it("a short text that means a huge plan is refused", () => {
  const [start, from] = ["length(event) as a0", "from events"]
  const steps = Array.from({ length: 60 }, (_, index) => index + 1)
  const doubled = `select ${start}, ${
    steps.map((step) => `a${step - 1} + a${step - 1} as a${step}`).join(", ")
  } ${from}`
  const many = Array.from({ length: 3_000 }, (_, index) => index + 1)
  const chain = `select ${start}, ${many.map((step) => `a${step - 1} + 1 as a${step}`).join(", ")} ${from}`
  const back = `select a3000, ${start}, ${many.map((step) => `a${step - 1} + 1 as a${step}`).join(", ")} ${from}`
  const queries = many.slice(0, 400).map((step) => `t${step} as (select * from t${step - 1})`)
  const deep = `with t0 as (select 1 as x), ${queries.join(", ")} select * from t400`
  const values = `with length(event) as v0, ${
    many.slice(0, 400).map((step) => `v${step - 1} + 1 as v${step}`).join(", ")
  } select v400 ${from}`
  for (
    const sql of [
      doubled,
      chain,
      back,
      deep,
      values,
      `with ${many.map((n) => `1 as w${n}`).join(", ")} select 1`
    ]
  ) {
    const error = Result.getOrThrow(Result.flip(resolve(sql)))
    assert.strictEqual(error.detail, "The query is too complex")
  }
})

it("a long text that means what it says is not", () => {
  const conditions = Array.from({ length: 6_600 }, (_, index) => `properties.p${index} = 'x'`).join(" or ")
  const items = Array.from({ length: 19_900 }, (_, index) => `'${index}'`).join(", ")
  assert.isTrue(Result.isSuccess(resolve(`select event from events where ${conditions}`)))
  assert.isTrue(Result.isSuccess(resolve(`select event from events where distinct_id in (${items})`)))
})
