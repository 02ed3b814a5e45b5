import { assert, describe, it } from "@effect/vitest"
import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import { type KnownCohort, KnownCohorts } from "@hedgerow/core/query/KnownCohorts"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { Queries } from "@hedgerow/core/query/Queries"
import { wholeEngine } from "@hedgerow/core/query/QueryCursor"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect, Layer } from "effect"
import { makeProject } from "./sql/PlanText.ts"

const regulars: KnownCohort = {
  id: 7,
  name: "Bob's",
  is_static: true,
  isFindable: false,
  isFound: true
}

/** An engine that nothing here may ask. */
const untouched = wholeEngine(() => Effect.die(new Error("nothing is run")))

const layer = Queries.layer.pipe(Layer.provide([
  Layer.succeed(QueryEngine, untouched),
  KnownActions.layerNone,
  Layer.succeed(KnownCohorts, { of: () => Effect.succeed([regulars]) }),
  QueryLog.layerNone,
  TypedProperties.layerNone
]))

const ask = (query: object) =>
  Effect.flatMap(Queries, (queries) => queries.run(makeProject(), { query })).pipe(Effect.provide(layer))

const metadata = (query: string, more: object = {}) => ask({ kind: "HogQLMetadata", language: "hogQL", query, ...more })

const pick = (answer: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>) =>
  names.map((name) => answer[name])

describe("metadata of a text", () => {
  it.effect("says that it is a query, which tables it names and whether it reads all events", () =>
    Effect.gen(function*() {
      const sql = "with w as (select * from persons) select 1 from events e join w on true where e.event = 'a'"
      const answer = yield* metadata(sql)
      assert.deepStrictEqual(pick(answer, "isValid", "errors", "warnings", "notices", "query", "table_names"), [
        true,
        [],
        [],
        [],
        sql,
        ["persons", "events"]
      ])
      assert.strictEqual(answer["isUsingIndices"], "yes")
    }))

  const uses: ReadonlyArray<readonly [sql: string, use: string]> = [
    ["select 1", "yes"],
    ["select count() from events", "no"],
    ["select count() from events where properties.a = 'b'", "no"],
    ["select count() from events where event = 'a' or properties.a = 'b'", "no"],
    ["select count() from events where timestamp > now() - interval 1 day and properties.a = 'b'", "yes"],
    ["select count() from events where event in ('a', 'b')", "yes"],
    ["select count() from events where event not in ('a', 'b')", "no"],
    ["select count() from events where person_id in (select person_id from events where event = 'x')", "yes"],
    ["select count() from events a join events b on a.uuid = b.uuid where a.event = 'x'", "partial"],
    ["select $start_timestamp from sessions", "no"],
    ["select nothing from events", "undecisive"]
  ]
  for (const [sql, use] of uses) {
    it.effect(`of "${sql}": uses indices: ${use}`, () =>
      Effect.map(metadata(sql), ({ isUsingIndices }) => assert.strictEqual(isUsingIndices, use)))
  }

  const errors: ReadonlyArray<readonly [sql: string, place: string, fix: string | undefined, message: RegExp]> = [
    ["select evnt from events", "evnt", "event", /^Unable to resolve field: evnt Did you mean 'event'\?/],
    ["select 1 from event", "event", "events", /^Unknown table "event"\. Did you mean 'events'\?/],
    ["select lowr(event) from events", "lowr(event)", "lower", /^Unsupported function call 'lowr\(\.\.\.\)'/],
    ["select 1 +", "", undefined, /^Expected an expression/],
    ["select {x} from events", "{x}", undefined, /^Unresolved placeholder: \{x\}/],
    ["select 1 from events where person_id in cohort 8", "8", undefined, /^Could not find cohort with ID 8/]
  ]
  for (const [sql, place, fix, message] of errors) {
    it.effect(`"${sql}" is an error at ${JSON.stringify(place)}`, () =>
      Effect.gen(function*() {
        const answer = yield* metadata(sql)
        const [error, ...others] = answer["errors"] as ReadonlyArray<Readonly<Record<string, unknown>>>
        assert.deepStrictEqual([answer["isValid"], others, error?.["fix"]], [false, [], fix])
        assert.strictEqual(sql.slice(Number(error?.["start"]), Number(error?.["end"])), place)
        assert.match(String(error?.["message"]), message)
      }))
  }

  it.effect("fills placeholders with filters, globals and variables", () =>
    Effect.gen(function*() {
      const variables = { a: { variableId: "a", code_name: "v", value: 3 } }
      const globals = { x: 1 }
      const filters = { dateRange: { date_from: "-7d" } }
      const sql = "select {x} + {variables.v} from events where {filters}"
      const answer = yield* metadata(sql, { globals, variables, filters })
      assert.deepStrictEqual(pick(answer, "isValid", "isUsingIndices"), [true, "yes"])
    }))

  it.effect("an expression stands over the tables of its source, which are events without one", () =>
    Effect.gen(function*() {
      const expression = (query: string, more: object = {}) => metadata(query, { language: "hogQLExpr", ...more })
      assert.isTrue((yield* expression("properties.plan = 'pro'"))["isValid"])
      const source = { kind: "HogQLQuery", query: "select count() from groups g group by g.key order by 1" }
      assert.isTrue((yield* expression("g.key", { sourceQuery: source }))["isValid"])
      const answer = yield* expression("distinct_id", { sourceQuery: source })
      assert.deepStrictEqual(pick(answer, "isValid", "table_names"), [false, ["groups"]])
    }))

  it.effect("shows the other name of a cohort", () =>
    Effect.gen(function*() {
      const notices = (sql: string) =>
        Effect.map(metadata(sql), (answer) => answer["notices"] as ReadonlyArray<Readonly<Record<string, unknown>>>)
      const [byId] = yield* notices("select 1 from events where person_id in cohort 7")
      assert.deepStrictEqual(byId, {
        message: "Cohort 7 is called 'Bob\\'s': it can be named 'Bob\\'s', too.",
        start: 47,
        end: 48,
        fix: "'Bob\\'s'"
      })
      const [byName] = yield* notices("select 1 from events where person_id in cohort 'Bob\\'s'")
      assert.strictEqual(byName?.["fix"], "7")
    }))

  it.effect("other languages are refused", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(metadata("return 1", { language: "hog" }))
      assert.strictEqual(error._tag, "InvalidInput")
    }))
})

describe("the schema", () => {
  it.effect("has every table with its fields, and the entities that fields lead to", () =>
    Effect.gen(function*() {
      const answer = yield* ask({ kind: "DatabaseSchemaQuery" })
      const tables = answer["tables"] as Readonly<
        Record<string, { readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>
      >
      assert.sameMembers(Object.keys(tables), [
        "events",
        "persons",
        "person_distinct_ids",
        "cohort_people",
        "static_cohort_people",
        "sessions",
        "groups",
        "query_log"
      ])
      const { fields } = tables["events"] ?? { fields: {} }
      assert.deepInclude(fields["timestamp"], { name: "timestamp", hogql_value: "timestamp", type: "datetime" })
      assert.deepInclude(fields["properties"], { type: "json" })
      assert.deepInclude(fields["person"], {
        type: "lazy_table",
        table: "persons",
        fields: [
          "id",
          "created_at",
          "properties",
          "is_identified",
          "$virt_initial_channel_type",
          "$virt_initial_referring_domain_type"
        ]
      })
      assert.deepInclude(tables["sessions"]?.fields["$is_bounce"], { type: "integer" })
      assert.deepInclude(tables["query_log"]?.fields["query_id"], { schema_valid: true })
      for (const [table, { fields }] of Object.entries(tables)) {
        for (const [name, { fields: inner, hogql_value }] of Object.entries(fields)) {
          const one = Array.isArray(inner) ? `${String(hogql_value)}.${String(inner[0])}` : String(hogql_value)
          const checked = yield* metadata(`select ${one} from ${table}`)
          assert.isTrue(checked["isValid"], `${table}.${name}`)
        }
      }
    }))
})
