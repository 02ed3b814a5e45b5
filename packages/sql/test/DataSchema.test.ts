import { assert, describe, it } from "@effect/vitest"
import {
  parseStatement,
  planWords,
  printStatement,
  renderPostgreSql,
  resolveStatement,
  scalar,
  schemaOf,
  type Statement
} from "@hedgerow/sql"
import { makeCatalogue } from "@hedgerow/sql/catalogue/Catalogue"
import { entriesOfCompositions } from "@hedgerow/sql/catalogue/Composed"
import { strictly } from "@hedgerow/sql/catalogue/Composition"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { Result } from "effect"
import { globSync, readFileSync } from "node:fs"

const text = { type: scalar("String") }

const schema = schemaOf({
  orders: {
    columns: { id: { type: scalar("UUID") }, customer: text, details: { ...text, json: true } },
    properties: { details: { amount: { property_type: "Numeric", is_mixed: true } } },
    sampledBy: "id"
  },
  customers: { columns: { name: text } }
}, 7)

const parsed = (sql: string): Statement => Result.getOrThrow(parseStatement(sql))
const resolve = (sql: string) => resolveStatement(parsed(sql), { schema, now: 0, timezone: "UTC" })
const resolved = (sql: string) => Result.getOrThrow(resolve(sql))
const refusal = (sql: string) => Result.getOrThrow(Result.flip(resolve(sql)))

describe("tables as data", () => {
  it("have their columns, and properties of the types that are known of them", () => {
    const { columns, warnings } = resolved("select *, details.amount, details.coupon from orders")
    assert.deepStrictEqual(columns.map(({ name, type }) => [name, type.kind]), [
      ["id", "UUID"],
      ["customer", "String"],
      ["details", "String"],
      ["amount", "Float64"],
      ["coupon", "String"]
    ])
    assert.match(warnings.join(), /details property 'amount' is read as Numeric/)
  })

  it("are read by the tenant alone, wherever they stand", () => {
    const { plan } = resolved(
      "with c as (select name from customers) select count() from orders o left join customers on name = o.customer "
        + "where o.customer in (select name from c) and exists (select 1 from orders)"
    )
    assert.deepStrictEqual(
      new Set(scansOf(plan).map(({ table, tenant }) => `${table} ${tenant}`)),
      new Set(["orders 7", "customers 7"])
    )
    const stored = (table: string) => ({
      table,
      tenant: "shop",
      columns: { customer: { column: "customer" }, name: { column: "name" } }
    })
    const { sql, values } = renderPostgreSql(plan, stored)
    const reads = sql.match(/FROM (orders|customers)\b/g) ?? []
    assert.isAtLeast(reads.length, 4)
    assert.strictEqual(sql.match(/FROM (orders|customers) WHERE shop = \$\d+/g)?.length, reads.length)
    assert.include(values, "7")
  })

  it("are sampled by the column that is named, and by no other", () => {
    assert.isDefined(resolved("select 1 from orders sample 0.5").plan)
    assert.match(refusal("select 1 from customers sample 0.5").detail, /SAMPLE is only supported/)
  })

  it("refuse what they do not have, at its place and with what is near", () => {
    const sql = "select detials from orders"
    const { end, hint, start } = refusal(sql)
    assert.strictEqual(sql.slice(start, end), "detials")
    assert.match(hint ?? "", /details/)
    assert.match(refusal("select 1 from ordres").hint ?? "", /orders/)
    assert.match(refusal("select 1 from events").detail, /Unknown table/)
    assert.strictEqual(refusal("select 1 from orders where customer in cohort 1").detail, "There are no cohorts here")
  })

  it("make plans that have words, and texts that are read again", () => {
    const statement = parsed("select customer, count() from orders group by 1 limit 3")
    assert.deepStrictEqual(printStatement(parsed(printStatement(statement))), printStatement(statement))
    assert.include(planWords(resolved(printStatement(statement)).plan).join("\n"), "Take 3 rows")
  })
})

describe("functions as data", () => {
  const functions = makeCatalogue(entriesOfCompositions({
    initials: strictly(
      "text",
      "String",
      "the first letters of the words",
      "arrayMap(x -> substring(x, 1, 1), splitByChar(' ', a))",
      [
        "initials('ann b')",
        ["a", "b"]
      ]
    )
  }))
  const ask = "select initials(customer) from orders"

  it("may be called by the statements that they are given for", () => {
    const { columns } = Result.getOrThrow(resolveStatement(parsed(ask), { schema, now: 0, timezone: "UTC", functions }))
    assert.deepStrictEqual(columns.map(({ type }) => type.kind), ["Array"])
    assert.include(functions.names, "initials")
    assert.strictEqual(functions.suggest("initial"), "initials")
  })

  it("are unknown to all others, and so are those of the product", () => {
    for (
      const call of ["initials(customer)", "matchesAction('a')", "getSurveyResponse(0)", "hogql_lookupDomainType('a')"]
    ) {
      assert.include(refusal(`select ${call} from orders`).detail, "Unsupported function call")
    }
  })
})

describe("the package", () => {
  it("imports nothing of the product", () => {
    const src = new URL("../src/", import.meta.url).pathname
    const foreign = globSync("**/*.ts", { cwd: src }).filter((file) =>
      readFileSync(src + file, "utf8").includes("@hedgerow/")
    )
    assert.deepStrictEqual(foreign, [])
  })
})
