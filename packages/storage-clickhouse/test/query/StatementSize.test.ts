import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Steps } from "@hedgerow/sql/types/Steps"
import * as ClickHouse from "@hedgerow/storage-clickhouse/query/RenderPlan"
import * as Postgres from "@hedgerow/storage-pg/query/RenderPlan"
import { fixtures } from "@hedgerow/testing/contracts"
import { Result } from "effect"

const project = fixtures.unstoredProject(7)

const planOf = (sql: string): QueryPlan => {
  const statement = Result.getOrThrow(parseStatement(sql))
  return Result.getOrThrow(resolveStatement(statement, { project, now: 0 as EventTime })).plan
}

const list = (count: number, write: (index: number) => string, separator = ", "): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator)

const nested = (levels: number, write: (inner: string) => string, start: string): string =>
  Array.from({ length: levels }).reduce<string>(write, start)

const statements: Readonly<Record<string, string>> = {
  "many conditions": `select event from events where ${list(2_000, (i) => `properties.p${i} = 'x'`, " or ")}`,
  "a long list": `select 1 in (${list(15_000, (i) => String(i))})`,
  "a long sum": `select ${list(999, () => "toInt(properties.a)", " + ")} from events`,
  "a long product": `select ${list(300, () => "toInt(properties.a)", " * ")} from events`,
  "a long text": `select ${list(999, () => "properties.a", " || ")} from events`,
  "a long choice": `select ${list(999, () => "properties.a", " ?? ")} from events`,
  "a case of a long subject": `select case concat(event, distinct_id) ${
    list(500, (i) => `when '${i}' then 1`, " ")
  } end from events`,
  "nested greatest": `select ${nested(13, (inner) => `greatest(${inner}, toFloat(properties.b))`, "0.5")} from events`,
  "nested between": `select ${
    nested(20, (inner) => `(concat(${inner}, event) between 'a' and 'b')`, "event")
  } from events`,
  "between over groups": `select ${
    nested(12, (inner) => `(concat(${inner}, max(event)) between 'a' and 'b')`, "max(event)")
  } from events`,
  "a table named often": `with a as (select 1 as x) select ${list(2_000, () => "1 in (select x from a)", " or ")}`,
  "instants in tuples": `select ${nested(16, (inner) => `(1, ${inner})`, "timestamp")} from events`,
  "instants in tuples in lists": `select ${nested(10, (inner) => `[(1, ${inner})]`, "timestamp")} from events`,
  "a tuple of instants": `select tuple(${list(300, () => "timestamp")}) from events`,
  "dates in maps": `select ${nested(8, (inner) => `map('a', ${inner})`, "toDate(timestamp)")} from events`,
  "members": `select [${list(3_000, (i) => `(${i}, 'a')`)}]`,
  "lambdas": `select ${list(300, () => "arrayMap(x -> x + 1, [1])")}`
}

/** Forms of `*` and of documents: of each column that it stands for, names that the text does not have. */
const starred: Readonly<Record<string, string>> = {
  "nested stars": `${"select * from (".repeat(30)}select ${list(100, (i) => `1 as c${i}`)}${")".repeat(30)}`,
  "stars of a wide table": `with a as (select ${list(900, (i) => `1 as c${i}`)}) ${
    list(15, () => "select * from a", " union all ")
  }`,
  "properties of a union": `select ${list(1_000, (i) => `p.a${i}`)} from (${
    list(20, () => "select properties as p from events", " union all ")
  })`,
  "joined stars": `with a as (select ${list(10, (i) => `1 as c${i}`)}) select ${list(90, (i) => `b${i}.*`)} from ${
    list(90, (i) => `a b${i}`)
  }`
}

/** The most columns in one statement that `*` or a query between stands for, and the characters of each. */
const starColumns = 24_000
const ofColumn = 80

/** So many characters of an engine's SQL stand for one of the query's, beside those of the tables. */
const most = 40
const fixed = 2_000

describe("a type of many members", () => {
  it("counts wherever a value of it is made, as engines are told it there", () => {
    const sql = `select ${nested(190, (inner) => `(1, 2, ${inner})`, `(${list(9_000, () => "1")})`)} from events`
    const refused = resolveStatement(Result.getOrThrow(parseStatement(sql)), { project, now: 0 as EventTime })
    assert.strictEqual(Result.getOrThrow(Result.flip(refused)).detail, "The query is too complex")
  })
})

describe("a long statement of an engine", () => {
  const stepsOf = (steps: Steps<unknown>): number => {
    let count = 1
    while (steps.next().done !== true) count++
    return count
  }
  const parts = list(900, (i) => `arraySort(splitByChar('${i}', event))`)
  const long: Readonly<Record<string, string>> = {
    "columns": `select ${parts} from events`,
    "distinct columns": `select distinct ${parts} from events`,
    "a common table": `with a as (select ${parts} from events) select * from a`,
    "a union": `select ${parts} from events union all select ${parts} from events`
  }
  for (const [name, sql] of Object.entries(long)) {
    it(`is written in steps: ${name}`, () => {
      const plan = planOf(sql)
      assert.isAtLeast(stepsOf(ClickHouse.renderInSteps(plan, new Map())), 5)
      assert.isAtLeast(stepsOf(Postgres.renderInSteps(plan)), 5)
    })
  }

  it("is written in one where it is short", () => {
    const plan = planOf("select event, count() from events group by event order by 2 desc limit 10")
    assert.strictEqual(stepsOf(ClickHouse.renderInSteps(plan, new Map())), 1)
    assert.strictEqual(stepsOf(Postgres.renderInSteps(plan)), 1)
  })
})

describe("the SQL of an engine is at most a multiple of the query", () => {
  for (const [name, sql] of Object.entries({ ...statements, ...starred })) {
    it(name, () => {
      const plan = planOf(sql)
      const texts = { clickhouse: ClickHouse.renderPlan(plan, new Map()).sql, postgres: Postgres.renderPlan(plan).sql }
      for (const [engine, text] of Object.entries(texts)) {
        const columns = name in starred ? starColumns * ofColumn : 0
        assert.isAtMost(text.length, most * sql.length + fixed + columns, engine)
      }
    })
  }
})
