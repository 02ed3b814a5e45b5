import { assert, describe, it } from "@effect/vitest"
import { parseExpression, parseStatement } from "@hedgerow/sql/parse/Parser"
import { printExpression, printStatement } from "@hedgerow/sql/print/Printer"
import { Result } from "effect"
import { desugared } from "./support/Desugared.ts"
import { RandomAst } from "./support/RandomAst.ts"

const columns: ReadonlyArray<readonly [text: string, printed: string]> = [
  ["count()", "count()"],
  ["COUNT(*)", "COUNT(*)"],
  ["event || ' ' || x", "concat(event, ' ', x)"],
  ["properties.$browser", "properties.$browser"],
  ["properties['a b']", "properties['a b']"],
  ["properties.`a b`.c", "properties.`a b`.c"],
  ["1 + 2 * 3", "plus(1, multiply(2, 3))"],
  ["a = 1 and not b or c", "or(and(equals(a, 1), not(b)), c)"],
  ["-a", "minus(0, a)"],
  ["- 1", "-1"],
  ["a ?? b", "ifNull(a, b)"],
  ["a ? b : c", "if(a, b, c)"],
  ["a is not null", "isNotNull(a)"],
  ["a in (1, 2)", "in(a, tuple(1, 2))"],
  ["a not in (select 1)", "notIn(a, (SELECT 1))"],
  ["person_id in cohort 2", "person_id IN COHORT 2"],
  ["a between 1 and 2", "a BETWEEN 1 AND 2"],
  ["a not ilike 'x'", "notILike(a, 'x')"],
  ["a !~* 'x'", "not(match(a, concat('(?i)', 'x')))"],
  ["case when a then 1 end", "if(a, 1, NULL)"],
  ["case when a then 1 when b then 2 else 3 end", "multiIf(a, 1, b, 2, 3)"],
  ["case a when 1 then 2 end", "CASE (a) WHEN 1 THEN 2 END"],
  ["a::Nullable( String )", "CAST(a AS Nullable(String))"],
  ["interval '2 weeks'", "toIntervalWeek(2)"],
  ["quantile(0.9)(distinct x)", "quantile(0.9)(DISTINCT x)"],
  [
    "sum(x) over (partition by a order by b desc rows 2 preceding)",
    "sum(x) OVER (PARTITION BY a ORDER BY b DESC ROWS 2 PRECEDING)"
  ],
  ["arrayMap(x -> x + 1, [1, 2])", "arrayMap(x -> plus(x, 1), [1, 2])"],
  ["arr[1].2?.b", "arr[1].2?.b"],
  ["{filters.dateRange.from}", "{filters.dateRange.from}"],
  ["'it''s\\n'", "'it\\'s\\n'"],
  ["\"limit\" as `a b`", "`limit` AS `a b`"],
  ["{'a': [1]}", "{'a': [1]}"],
  ["array_agg(a order by b desc, c)", "array_agg(a ORDER BY b DESC, c ASC)"],
  ["count(*) filter (where a = 1)", "countIf(equals(a, 1))"],
  ["sum(a) filter (where b) over w", "sumIf(a, b) OVER w"],
  ["position('b' in a)", "position(a, 'b')"],
  ["a is not distinct from b + 1 and c", "and(isNotDistinctFrom(a, plus(b, 1)), c)"],
  ["try_cast(a as Int64)", "CAST(a AS Int64)"]
]

describe("printExpression", () => {
  for (const [text, printed] of columns) {
    it(text, () => {
      assert.strictEqual(printExpression(Result.getOrThrow(parseExpression(text))), printed)
    })
  }
})

const statement = `with recent as (select 1 as x), 2 as two
select distinct event, count() as n from events e
left any join (select id from persons where age > 3 limit 5) p on e.person_id = p.id, numbers(3) sample 1/10
array join arr as item where event in (select name from names) group by event having n > 1
window w as (order by n) order by n desc nulls last, event limit 2 by event limit 10 offset 5`

const laidOut = `WITH
    recent AS (SELECT
        1 AS x),
    2 AS two
SELECT
    DISTINCT event,
    count() AS n
FROM
    events AS e
    LEFT ANY JOIN (SELECT
        id
    FROM
        persons
    WHERE
        greater(age, 3)
    LIMIT 5) AS p ON equals(e.person_id, p.id)
    CROSS JOIN numbers(3) SAMPLE 1/10
ARRAY JOIN arr AS item
WHERE
    in(event, (SELECT
        name
    FROM
        names))
GROUP BY
    event
HAVING
    greater(n, 1)
WINDOW
    w AS (ORDER BY n ASC)
ORDER BY
    n DESC NULLS LAST,
    event ASC
LIMIT 2 BY event
LIMIT 10
OFFSET 5`

describe("printStatement", () => {
  it("prints each clause on its lines", () => {
    assert.strictEqual(printStatement(Result.getOrThrow(parseStatement(statement))), laidOut)
  })

  it("keeps the order of set operations with as few parentheses as it can", () => {
    const text = "(select 1 limit 1) union all (select 2 union all select 3) except select 4 intersect select 5 limit 2"
    assert.strictEqual(
      printStatement(Result.getOrThrow(parseStatement(text))).replaceAll(/\n */g, " "),
      "(SELECT 1 LIMIT 1) UNION ALL (SELECT 2 UNION ALL SELECT 3) EXCEPT SELECT 4 INTERSECT SELECT 5 LIMIT 2"
    )
  })
})

describe("a printed text parses to the same tree", () => {
  for (let block = 0; block < 10; block++) {
    it(`random expressions, block ${block}`, () => {
      for (let seed = block * 300; seed < block * 300 + 300; seed++) {
        const expr = new RandomAst(seed).expression(4)
        const printed = printExpression(expr)
        const parsed = parseExpression(printed)
        assert.isTrue(Result.isSuccess(parsed), `${printed}: ${Result.isFailure(parsed) ? parsed.failure.detail : ""}`)
        assert.deepStrictEqual(desugared(Result.getOrThrow(parsed)), desugared(expr), printed)
      }
    })

    it(`random statements, block ${block}`, () => {
      for (let seed = block * 100; seed < block * 100 + 100; seed++) {
        const query = new RandomAst(seed).statement(3)
        const printed = printStatement(query)
        const parsed = parseStatement(printed)
        assert.isTrue(Result.isSuccess(parsed), `${printed}: ${Result.isFailure(parsed) ? parsed.failure.detail : ""}`)
        assert.deepStrictEqual(desugared(Result.getOrThrow(parsed)), desugared(query), printed)
      }
    })
  }
})
