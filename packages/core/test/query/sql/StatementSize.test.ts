import { assert, describe, it } from "@effect/vitest"
import { withoutOpenDates } from "@hedgerow/core/query/kinds/sql/OpenDates"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { makeExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import { depthOf, sizeOf } from "@hedgerow/sql/plan/ExprMeasures"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { referencesOf } from "@hedgerow/sql/plan/TableReferences"
import { constant, fillPlaceholders } from "@hedgerow/sql/planning/Placeholders"
import { Result } from "effect"
import { exprText, resolve, resolved, selectOf } from "./PlanText.ts"

const list = (count: number, write: (index: number) => string, separator = ", "): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator)

/** The statement as it is resolved, with this value for every placeholder. */
const fill = (sql: string, value?: unknown) =>
  Result.flatMap(
    parseStatement(sql),
    (statement) => fillPlaceholders(statement, ({ span }, count) => constant(value, span, count))
  )

const faultOf = (sql: string, value?: unknown) => Result.getOrThrow(Result.flip(fill(sql, value)))

const tooLarge = "The query is too large (limit 20000 names, values and operators)"

describe("the size of a statement", () => {
  it("a long chain of conditions is refused at the node that is one too many", () => {
    const sql = `select 1 from events where ${list(20_000, () => "event='0'", " or ")}`
    assert.include(faultOf(sql).detail, "The query is too long (limit 50000 words, values and signs)")
    const shorter = `select 1 from events where ${list(7_000, () => "event='0'", " or ")}`
    const { detail, end, start } = faultOf(shorter)
    assert.strictEqual(detail, tooLarge)
    assert.include(["event", "'0'", "event='0'"], shorter.slice(start, end))
    assert.isAbove(start, shorter.length * 0.9)
    assert.isTrue(Result.isSuccess(fill(`select 1 from events where ${list(6_600, () => "event='0'", " or ")}`)))
  })

  it("more words than are read at once are refused where they begin, templates counted in", () => {
    for (const sql of [`select ${"1,".repeat(400_000)}1`, `select f'${"{a}".repeat(100_000)}'`]) {
      const { detail, start } = faultOf(sql)
      assert.include(detail, "The query is too long (limit 50000 words, values and signs)")
      assert.isAtMost(start, 160_000)
    }
  })

  it("a statement without placeholders is not copied, and of another only what is around them", () => {
    const parsed = Result.getOrThrow(parseStatement("select 1, {v} from events where event in ('a', 'b')"))
    const same = Result.getOrThrow(fillPlaceholders(parsed, () => undefined))
    assert.strictEqual(same, parsed)
    assert.strictEqual(withoutOpenDates(parsed, { from: true, to: true }), parsed)
    const filled = Result.getOrThrow(fillPlaceholders(parsed, ({ span }, count) => constant(2, span, count)))
    assert.notStrictEqual(filled, parsed)
    assert.isTrue(filled._tag === "Select" && parsed._tag === "Select" && filled.where === parsed.where)
  })

  it("the value of a placeholder counts as often as it stands", () => {
    const values = Array.from({ length: 3_000 }, (_, index) => index)
    assert.isTrue(Result.isSuccess(fill("select 1 from events where event in {v}", values)))
    const { detail, end, start } = faultOf(`select ${list(10, () => "{v}")}`, values)
    assert.strictEqual(detail, tooLarge)
    assert.strictEqual(end - start, "{v}".length)
    const long = "x".repeat(1_000_000)
    assert.isTrue(Result.isSuccess(fill("select {v}", long)))
    assert.strictEqual(faultOf("select {v}, {v}", long).detail, tooLarge, "a long text counts as several")
    assert.strictEqual(faultOf("select {v}", Array.from({ length: 1_000_000 }, () => 0)).detail, tooLarge)
  })

  it("a long text counts as often as it is used", () => {
    const long = `'${"x".repeat(300_000)}'`
    const used = (times: number) => `${long} as a, ${list(times, (index) => `a as b${index}`)}`
    for (
      const sql of [
        `select ${used(50)}`,
        `with (select ${long}) as a select ${list(50, (index) => `length(a) as b${index}`)}`,
        `with ${long} as a select 1 from events where ${list(50, () => "event = a", " or ")}`
      ]
    ) assert.include(resolve(sql)._tag === "Failure" ? "refused" : sql.slice(0, 80), "refused")
    assert.isTrue(Result.isSuccess(resolve(`select ${used(10)}`)))
  })

  it("names and subjects that stand for much are refused before they are multiplied", () => {
    const much = `concat(${list(4_000, () => "event")})`
    for (
      const sql of [
        `select ${much} as a from events where ${list(4_000, () => "a = 'x'", " or ")}`,
        `select ${list(6_000, () => "e.*")} from events e`,
        `with ${list(40, (index) => index === 0 ? "1 as w0" : `w${index - 1} + w${index - 1} as w${index}`)} select w39`
      ]
    ) assert.strictEqual(Result.getOrThrow(Result.flip(resolve(sql))).detail, "The query is too complex")
  })

  it("a FROM has at most 100 tables", () => {
    const from = (count: number) => `select 1 from ${list(count, (index) => `events e${index}`)}`
    assert.isTrue(Result.isSuccess(resolve(from(100))))
    const { detail } = Result.getOrThrow(Result.flip(resolve(from(101))))
    assert.strictEqual(detail, "A FROM may have 100 tables and sub-queries, found 101")
  })
})

describe("keys of expressions", () => {
  const exprOf = (sql: string): Expr => {
    const expr = selectOf(`select ${sql} from events`).select[0]?.expr
    assert.isDefined(expr)
    return expr
  }
  const lower = exprOf("lower(event)")

  it("are equal for equal expressions alone", () => {
    const keyOf = makeExprKeys()
    assert.strictEqual(keyOf(lower), keyOf(structuredClone(lower)))
    assert.notStrictEqual(keyOf(lower), keyOf(exprOf("upper(event)")))
    assert.notStrictEqual(keyOf(exprOf("'1'")), keyOf(exprOf("1")))
    assert.notStrictEqual(keyOf(exprOf("event in ('a', 'b')")), keyOf(exprOf("event in ('a,b')")))
    const subquery = exprOf("event in (select event from events where event = 'a')")
    assert.strictEqual(keyOf(subquery), keyOf(structuredClone(subquery)))
  })

  it("look once at each expression, however deep it is", () => {
    let reads = 0
    const counted = (depth: number): Expr => ({
      _tag: "Call",
      fn: "lower",
      type: lower.type,
      get args() {
        reads++
        return depth === 0 ? [] : [inner[depth - 1] ?? lower]
      }
    })
    const inner: Array<Expr> = []
    for (let depth = 0; depth < 500; depth++) inner.push(counted(depth))
    const keyOf = makeExprKeys()
    for (const expr of inner.toReversed()) keyOf(expr)
    assert.strictEqual(reads, 500)
  })
})

describe("a long chain", () => {
  const operators = ["+", "-", "||", "??", "and", "or"]
  for (const operator of operators) {
    it(`999 terms of ${operator} are one call or a few`, () => {
      const { expr } = selectOf(`select ${
        list(999, () => "toInt(properties.a)", ` ${operator} `)
      } from events`).select[0] ??
        assert.fail("no column")
      assert.isAtMost(depthOf(expr), 8)
    })
  }

  for (const operator of ["*", "/", "%", "=", "<"]) {
    it(`999 terms of ${operator} are refused where there are too many`, () => {
      const sql = `select ${list(999, () => "toInt(properties.a)", ` ${operator} `)} from events`
      const { detail, end, start } = Result.getOrThrow(Result.flip(resolve(sql)))
      assert.strictEqual(detail, "The query is too complex")
      assert.isTrue(start >= 0 && start < end && end < sql.length)
    })
  }

  it("beyond its limit is refused at the step that is one too many", () => {
    const refusalOf = (sql: string) => {
      const { detail, end, start } = Result.getOrThrow(Result.flip(resolve(sql)))
      return { detail, at: sql.slice(start, end), before: sql.slice(0, start) }
    }
    const sum = refusalOf(`select ${list(3_000, (index) => `${index}`, " + ")}`)
    assert.include(sum.detail, "The query is too long a chain (limit 1200 steps)")
    assert.strictEqual(sum.at, "1199")
    const members = refusalOf(`select 1${list(300, (index) => ` in (${index})`, "")}`)
    assert.include(members.detail, "(limit 250 steps)")
    assert.isTrue(/ in \(24\d$/.test(members.before) && members.at === ")")
    const unions = refusalOf(list(300, (index) => `select ${index}`, " union all "))
    assert.isTrue(unions.before.endsWith("union all select ") && Number(unions.at) > 240)
  })
})

describe("a name that is used more than once", () => {
  it("is computed in one place: a table of WITH, however often", () => {
    const sql = `with a as (select 1 as x) select ${list(2_000, () => "1 in (select x from a)", " or ")}`
    const { plan } = resolved(sql)
    assert.strictEqual(plan.with?.length, 1)
    assert.strictEqual([...referencesOf(plan).values()].reduce((sum, count) => sum + count, 0), 2_000)
  })

  it("is written once: a long operand of a rule that needs it twice", () => {
    const long = "concat(event, distinct_id)"
    for (
      const sql of [
        `${long} between 'a' and 'b'`,
        `case ${long} when 'a' then 1 when 'b' then 2 end`,
        `nullIf(${long}, '') like nullIf(event, 'x')`,
        `sign(toInt(${long}))`,
        `substring(${long}, 2)`
      ]
    ) {
      const text = exprText(`select ${sql} from events`)
      assert.strictEqual(text.split("concat(").length - 1, 1, text)
      assert.include(text, "let ")
    }
  })

  it("does not double with every level", () => {
    const nested = Array.from({ length: 60 }).reduce<string>(
      (inner) => `greatest(${inner}, toFloat(properties.b))`,
      "0.5"
    )
    assert.isAtMost(sizeOf(selectOf(`select ${nested} from events`).select[0]?.expr ?? assert.fail("no column")), 400)
    const cases = Array.from({ length: 40 }).reduce<string>(
      (inner) => `(concat(${inner}, event) between 'a' and 'b')`,
      "event"
    )
    const { expr } = selectOf(`select ${cases} from events`).select[0] ?? assert.fail("no column")
    assert.isAtMost(sizeOf(expr), 1_000)
  })

  it("is refused where engines would copy it too often", () => {
    const tables = list(
      13,
      (i) => i === 0 ? "t0 as (select 1 as x)" : `t${i} as (select l.x as x from t${i - 1} l cross join t${i - 1} r)`
    )
    const { detail } = Result.getOrThrow(Result.flip(resolve(`with ${tables} select count() from t12`)))
    assert.strictEqual(detail, "The query is too complex")
  })
})

it("a chain of || is one concat", () => {
  assert.match(
    exprText(`select ${list(200, () => "event", " || ")} from events`),
    /^concat\((?:coalesce\()?events_1\.event/
  )
})
