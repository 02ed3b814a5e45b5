import { assert, describe, it } from "@effect/vitest"
import { resolveInSteps, resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { formOf } from "@hedgerow/sql/patterns/PatternForm"
import { PatternRefused, readPattern } from "@hedgerow/sql/patterns/PatternParser"
import { makeExprNotes } from "@hedgerow/sql/plan/ExprNotes"
import { type Expr, selectPlan } from "@hedgerow/sql/plan/Plan"
import { everything } from "@hedgerow/sql/planning/Abilities"
import type { Planning } from "@hedgerow/sql/planning/Planning"
import { makeDerivedLeaf } from "@hedgerow/sql/resolve/DerivedLeaf"
import { scalar } from "@hedgerow/sql/types/SqlType"
import { Result } from "effect"
import { makeProject, now, resolve, resolved, selectOf } from "./PlanText.ts"

const list = (count: number, write: (index: number) => string, separator = ", "): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator)

const text = scalar("String")

describe("a note about an expression", () => {
  it("lies on it alone: no copy has it, nothing else sees it, and it can be replaced", () => {
    const notes = makeExprNotes<string>()
    const expr: Expr = Object.freeze({ _tag: "Literal", value: "a", type: text } as const)
    notes.note(expr, "first")
    notes.note(expr, "second")
    assert.strictEqual(notes.of(expr), "second")
    assert.isUndefined(notes.of({ ...expr }))
    assert.isUndefined(makeExprNotes<string>().of(expr))
    assert.deepStrictEqual(expr, { _tag: "Literal", value: "a", type: text })
    assert.strictEqual(JSON.stringify(expr), JSON.stringify({ ...expr }))
  })
})

describe("a window that has a name", () => {
  it("counts with all of its keys for each function that names it", () => {
    const named = (functions: number, keys: number) =>
      resolve(
        `select ${list(functions, () => "sum(1) over w")} from events window w as (order by ${
          list(keys, (index) => `properties.p${index}`)
        })`
      )
    assert.isTrue(Result.isSuccess(named(100, 50)))
    assert.strictEqual(Result.getOrThrow(Result.flip(named(200, 100))).detail, "The query is too complex")
  })
})

describe("the columns of a query", () => {
  it("are looked at once for each that is read, however many there are", () => {
    let reads = 0
    const columns = Array.from({ length: 900 }, (_, index) => ({ name: `c${index}`, type: text }))
    const select = columns.map(({ name }) => ({
      name,
      get expr(): Expr {
        reads++
        return { _tag: "Literal", value: null, type: text }
      }
    }))
    const planning = { nextAlias: (name: string) => name, owners: new WeakMap() } as unknown as Planning
    const leaf = makeDerivedLeaf(planning, { plan: selectPlan(select, {}), columns, document: () => undefined }, "a")
    for (const { name } of columns) leaf.field([name], { start: 0, end: 1 })
    assert.isAtMost(reads, 2 * columns.length)
  })

  it("count as several steps each where nobody wrote them", () => {
    const wide = `with a as (select ${list(900, (index) => `1 as c${index}`)})`
    const unions = (count: number) => `${wide} ${list(count, () => "select * from a", " union all ")}`
    assert.isTrue(Result.isSuccess(resolve(unions(15))))
    for (
      const sql of [
        unions(60),
        `${wide} select ${list(90, () => "(select count() from (select * from a))")}`,
        `${"select * from (".repeat(45)}select ${list(900, (index) => `1 as c${index}`)}${")".repeat(45)}`,
        `select ${list(1000, (index) => `p.a${index}`)} from ${
          "(select p from ".repeat(40)
        }(select properties as p from events)${")".repeat(40)}`,
        `${wide} select * from a ${
          list(40, () => "union all (select * from a union all select * from a limit 1)", " ")
        }`
      ]
    ) assert.strictEqual(Result.getOrThrow(Result.flip(resolve(sql))).detail, "The query is too complex")
  })
})

describe("a large statement", () => {
  /** The number of steps, and the outcome. */
  const inSteps = (sql: string) => {
    const statement = Result.getOrThrow(parseStatement(sql))
    const steps = resolveInSteps(statement, { project: makeProject(), now })
    for (let count = 1;; count++) {
      const step = steps.next()
      if (step.done === true) return { count, outcome: step.value }
    }
  }
  const conditions = list(4_000, (index) => `event = 'event ${index}'`, " or ")
  const calls = list(900, (index) => `arraySort(splitByChar('${index}', event))`)
  const large: Readonly<Record<string, string>> = {
    "conditions": `select 1 from events where ${conditions}`,
    "conditions of groups": `select event from events group by event having ${conditions}`,
    "conditions inside an aggregate": `select countIf(${conditions}) as a, sum(if(${conditions}, 1, 2)) from events`
      .replace(conditions, "event = 'x'"),
    "conditions of an alias": `select not (${conditions}) as a from events where a`,
    "a sub-query in a condition": `select 1 from events where event in (select event from events where ${conditions})`,
    "rows that are there": `select 1 from events where exists(select 1 from events where ${conditions})`,
    "a sub-query as a value": `select (select count() from events where ${conditions})`,
    "a sub-query in FROM": `select * from (select * from (select ${calls} from events))`,
    "a table of WITH": `with a as (select ${calls} from events) select * from a`,
    "a union": list(
      100,
      (index) => `select event from events where ${list(30, (at) => `event = '${index * at}'`, " or ")}`,
      " union all "
    ),
    "a joined query": `select 1 from events a join (select ${calls}, person_id from events) b using (person_id)`,
    "columns": `select ${calls} from events`,
    "orders": `select 1 from events order by ${calls}`,
    "groups": `select 1 from events group by ${calls}`,
    "a case": `select case ${list(3_000, (index) => `when event = '${index}' then ${index}`, " ")} end from events`,
    "a list": `select 1 in (${list(15_000, (index) => String(index))})`,
    "a chain": `select ${list(1_000, () => "arraySum([1, 2, 3])", " + ")}`
  }

  for (const [name, sql] of Object.entries(large)) {
    it(`is resolved in steps: ${name}`, () => {
      const { count, outcome } = inSteps(sql)
      assert.isTrue(Result.isSuccess(outcome), JSON.stringify(Result.getFailure(outcome)))
      assert.isAtLeast(count, 4)
    })
  }

  it("is refused in steps, with the fault that a small one has", () => {
    const refusalOf = (more: string) =>
      Result.getOrThrow(Result.flip(inSteps(`select 1 from events where ${more} (event = 'x' or evnt = 'y')`).outcome))
    assert.strictEqual(refusalOf(`${conditions} or`).detail, refusalOf("").detail)
    assert.strictEqual(refusalOf(`${conditions} or`).start, refusalOf("").start + conditions.length + 3)
  })

  it("has the parts that a small one has", () => {
    const parts = [
      "lower(event) = 'a'",
      "properties.a = 'b' and timestamp > '2024-01-01'",
      "case when event = 'x' then 1 else 0 end",
      "event in ('a', 'b')",
      "not (person_id is null)",
      "arrayExists(x -> x = event, ['a'])"
    ]
    const partsOf = (sql: string): ReadonlyArray<Expr> => {
      const { where } = selectOf(`select 1 from events where ${sql}`)
      return where?._tag === "Call" && where.fn === "or" ? where.args : assert.fail(where?._tag)
    }
    const small = partsOf(parts.map((part) => `(${part})`).join(" or "))
    const long = partsOf(list(40, () => parts.map((part) => `(${part})`).join(" or "), " or "))
    assert.strictEqual(long.length, 40 * small.length)
    long.forEach((part, at) => assert.deepStrictEqual(part, small[at % small.length]))
  })

  it("takes one step where it is small", () => {
    assert.strictEqual(inSteps("select event, count() from events where event = 'a' group by event").count, 1)
  })
})

describe("the tables of WITH", () => {
  it("see those before them, of a name the last, and those around", () => {
    const columnsOf = (sql: string) => resolved(sql).columns.map(({ name }) => name)
    const twice = "with a as (select 1 as x), b as (select * from a), a as (select 2 as y)"
    assert.deepStrictEqual(columnsOf(`${twice} select * from a`), ["y"])
    assert.deepStrictEqual(columnsOf(`${twice} select * from b`), ["x"])
    const around = "with a as (select 1 as x), b as (select 2 as z) select * from"
    assert.deepStrictEqual(columnsOf(`${around} (with a as (select 3 as y) select a.y, b.z from a cross join b)`), [
      "y",
      "z"
    ])
    const later = "with a as (select * from b), b as (select 1 as x) select * from a"
    assert.include(Result.getOrThrow(Result.flip(resolve(later))).detail, "Unknown table \"b\"")
  })
})

describe("a pattern", () => {
  const formOfText = (source: string) => {
    const pattern = readPattern(source)
    return pattern instanceof PatternRefused ? assert.fail(pattern.reason) : formOf(pattern)
  }
  const letter = (index: number) => String.fromCodePoint(0x4e00 + index)

  it("is looked at in a bounded number of steps, which count as those of the statement", () => {
    for (
      const source of [
        `(${list(390, letter, "|")})*`,
        list(390, (index) => `${letter(index)}?`, ""),
        "((a{1,20}b?){1,19})*"
      ]
    ) assert.isAtMost(formOfText(source).pairs, 700_000, source.slice(0, 20))
    assert.isTrue(formOfText(list(100, (index) => `${letter(index)}?`, "")).isPlain)
    const many = list(20, (index) => `extract(event, '${index}${list(100, (at) => `${letter(at)}?`, "")}')`)
    const abilities = { ...everything("an engine"), takesLongestMatch: true as const }
    const { detail } = Result.getOrThrow(Result.flip(
      Result.flatMap(
        parseStatement(`select ${many} from events`),
        (statement) => resolveStatement(statement, { project: makeProject(), now, abilities })
      )
    ))
    assert.strictEqual(detail, "The query is too complex")
  })
})
