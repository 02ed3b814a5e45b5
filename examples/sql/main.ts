/**
 * The dialect by itself, over tables of your own: a statement is parsed, printed, resolved, explained and translated to
 * PostgreSQL and ClickHouse, and its mistakes are shown at their places. Runs and ends.
 */
import {
  type ChTable,
  parseStatement,
  type PgTable,
  planWords,
  printStatement,
  renderClickHouse,
  renderPostgreSql,
  resolveStatement,
  scalar,
  schemaOf,
  type Statement
} from "@hedgerow/sql"
import { Result } from "effect"
import assert from "node:assert/strict"

/** Your tables: a JSON column has properties, of which a type may be known. The rows are those of tenant 7. */
const schema = schemaOf({
  orders: {
    columns: {
      id: { type: scalar("UUID") },
      customer: { type: scalar("String") },
      details: { type: scalar("String"), json: true }
    },
    properties: { details: { amount: { property_type: "Numeric", is_mixed: false } } }
  },
  customers: { columns: { name: { type: scalar("String") }, country: { type: scalar("String", true) } } }
}, 7)

/** Their storage in PostgreSQL. */
const stored = (table: string): PgTable => ({
  table: `shop.${table}`,
  tenant: "shop_id",
  columns: {
    ...Object.fromEntries(["id", "customer", "name", "country"].map((column) => [column, { column }])),
    details: { column: "details", json: "details", document: true }
  }
})

/** And in ClickHouse, with the column that a customer is found by. */
const inClickHouse = ({ table }: { readonly table: string }): ChTable => ({
  table,
  tenant: "shop_id",
  columns: Object.fromEntries(
    ["id", "customer", "details", "name", "country"].map((column) => [column, { column }])
  ),
  ...table === "customers" ? { key: "name" } : {}
})

const surroundings = { schema, now: Date.UTC(2026, 5, 1) * 1000, timezone: "Europe/Berlin" }

const parsed = (text: string): Statement => Result.getOrThrow(parseStatement(text))

// Parse and print: the text in the dialect's own form.
const statement = parsed(`
  select c.country, sum(o.details.amount) revenue, countIf(o.details.coupon is not null)
  from orders o left join customers c on c.name = o.customer
  where o.details.amount > 10 group by 1 order by revenue desc limit 3`)
const text = printStatement(statement)
assert.deepEqual(printStatement(parsed(text)), text)
console.log(text)

// Resolve: types, columns and the plan that every engine runs.
const { columns, plan } = Result.getOrThrow(resolveStatement(statement, surroundings))
assert.deepEqual(columns.map(({ name, type }) => `${name}: ${type.kind}`).slice(0, 2), [
  "country: String",
  "revenue: Float64"
])

// Explain: the plan in words.
console.log(`\n${planWords(plan).join("\n")}`)

// Translate: PostgreSQL with bound values; each table is read by its tenant alone.
const { sql, values } = renderPostgreSql(plan, stored)
assert.equal(sql.match(/WHERE shop_id = /g)?.length, 2)
assert.ok(values.includes("7"))
console.log(`\n${sql}\n${JSON.stringify(values)}`)

// And ClickHouse, whose settings are those of `clickHouseSettings` and a few of the statement.
const translated = renderClickHouse(plan, inClickHouse)
assert.equal(translated.sql.match(/shop_id = /g)?.length, 2)
assert.match(translated.sql, /LEFT ANY JOIN/)
console.log(`\n${translated.sql}\n${JSON.stringify([translated.params, translated.settings])}`)

// Evaluate: what is constant is computed before anything is read.
const constant = Result.getOrThrow(resolveStatement(parsed("select upper('abc') || '!', 2 + 3 * 4"), surroundings))
assert.deepEqual(constant.plan._tag === "Select" && constant.plan.select.map(({ expr }) => expr._tag), [
  "Literal",
  "Literal"
])

// Mistakes have a place and a hint.
const mistaken = "select o.detials.amount from orders o"
const failure = Result.getOrThrow(Result.flip(resolveStatement(parsed(mistaken), surroundings)))
assert.equal(mistaken.slice(failure.start, failure.end), "o.detials.amount")
console.log(`\n${failure.detail} ${failure.hint}`)
