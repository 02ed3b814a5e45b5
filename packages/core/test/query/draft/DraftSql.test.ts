import { assert, describe, it } from "@effect/vitest"
import type { ListedProperty } from "@hedgerow/core/definitions/DefinitionFilters"
import { Definitions } from "@hedgerow/core/definitions/Definitions"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import { now } from "@hedgerow/core/events/EventTime"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { makeDraftSql } from "@hedgerow/core/query/draft/DraftSql"
import { SqlDrafter } from "@hedgerow/core/query/draft/SqlDrafter"
import { Queries } from "@hedgerow/core/query/Queries"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { layer, makeFlagWorld } from "../../flags/FlagWorld.ts"
import { makeProject } from "../sql/PlanText.ts"
import { understood } from "./Prompts.ts"
import { vocabulary } from "./Vocabulary.ts"

const unused = {
  create: () => Effect.die("not asked"),
  find: () => Effect.die("not asked"),
  findByName: () => Effect.die("not asked"),
  patch: () => Effect.die("not asked"),
  remove: () => Effect.die("not asked")
}

const today = Date.UTC(2025, 5, 15, 12)

const valueOf = (type: string | null, index: number): unknown => {
  if (type === "Numeric") return 10 * index
  if (type === "Boolean") return index % 2 === 0
  return type === null ? ["sale"] : ["pro", "free"][index % 2]
}

const bag = (kind: "event" | "person", index: number) =>
  Object.fromEntries(
    vocabulary.properties.filter((one) => one.kind === kind).map(({ name, type }) => [name, valueOf(type, index)])
  )

/** A project that has received three of each event of the shop, one of them yesterday. */
const shop = Effect.gen(function*() {
  yield* TestClock.setTime(today)
  const { project } = yield* makeFlagWorld
  const batch = vocabulary.events.flatMap(({ name: event }) =>
    [0, 1, 2].map((index) => ({
      event,
      distinct_id: `person ${index}`,
      timestamp: new Date(today - (index === 2 ? 86_400_000 : 0)).toISOString(),
      properties: { ...bag("event", index), $set: bag("person", index), $session_id: "s" }
    }))
  )
  const body = JSON.stringify({ api_key: project.api_token, batch })
  yield* (yield* Ingestion).capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined })
  const draftSql = yield* makeDraftSql
  const queries = yield* Queries
  return {
    draft: (prompt: string | undefined, currentQuery?: string) => draftSql(project, { prompt, currentQuery }),
    run: (query: string) => queries.run(project, { query: { kind: "HogQLQuery", query } })
  }
})

describe("drafts over the definitions of a project", () => {
  it.effect("run on the engine in memory", () =>
    Effect.gen(function*() {
      const { draft, run } = yield* shop
      for (const [prompt, sql] of understood) {
        const text = yield* draft(prompt)
        assert.strictEqual(text.replace(/\s+/g, " "), sql)
        const { columns, results } = yield* run(text)
        for (const row of results) assert.lengthOf(row, columns.length, prompt)
      }
      const rows = (prompt: string) => Effect.map(Effect.flatMap(draft(prompt), run), ({ results }) => results)
      assert.deepStrictEqual(yield* rows("signups"), [[3]])
      assert.deepStrictEqual(yield* rows("users yesterday"), [[1]])
      assert.deepStrictEqual(yield* rows("average amount of purchases by plan"), [["free", 10], ["pro", 10]])
      assert.deepStrictEqual(yield* rows("purchases where is trial is true and amount is at least 10"), [[1]])
      assert.deepStrictEqual(yield* rows("signups per day"), [["2025-06-14T00:00:00Z", 1], ["2025-06-15T00:00:00Z", 2]])
    }).pipe(Effect.provide(layer)))

  it.effect("need a prompt that is neither empty nor too long", () =>
    Effect.gen(function*() {
      const { draft } = yield* shop
      const refusal = (prompt: string | undefined) =>
        Effect.map(Effect.flip(draft(prompt)), ({ issues: [{ code, message, path }] }) => [path.join(), code, message])
      for (const prompt of [undefined, "", "  \n"]) {
        assert.deepStrictEqual(yield* refusal(prompt), ["prompt", "required", "This field is required."])
      }
      const long = ["prompt", "too_long", "This field is too long."]
      assert.deepStrictEqual(yield* refusal("signups".padEnd(400, "s").padEnd(401, "x")), long)
      assert.deepStrictEqual((yield* refusal("💐".repeat(400)))[1], "unclear")
      assert.deepStrictEqual(yield* refusal("💐".repeat(401)), long)
    }).pipe(Effect.provide(layer)))

  it.effect("know the names of their own project alone", () =>
    Effect.gen(function*() {
      const asked: Array<number> = []
      const named = <A>(project: number, item: A) => {
        asked.push(project)
        return Effect.succeed({ items: project === 7 ? [item] : [], count: 1 })
      }
      const definitions = Layer.mock(Definitions)({
        events: { ...unused, list: (project) => named(project, { name: "purchase" } as EventDefinition) },
        properties: { ...unused, list: (project) => named(project, { name: "plan" } as ListedProperty) }
      })
      const draftSql = yield* Effect.provide(makeDraftSql, definitions)
      const draft = (id: number) =>
        Effect.result(draftSql(makeProject({ id }), { prompt: "purchases by plan", currentQuery: undefined }))
      assert.deepStrictEqual(Result.isSuccess(yield* draft(7)), true)
      assert.deepStrictEqual(asked.splice(0), [7, 7, 7])
      assert.deepStrictEqual(Result.isSuccess(yield* draft(8)), false)
      assert.deepStrictEqual(asked, [8, 8, 8])
    }))

  it.effect("come from the drafter of the host, and only when they parse and resolve", () =>
    Effect.gen(function*() {
      const { draft } = yield* shop
      const by = (sql: string) =>
        Effect.provideService(draft("anything"), SqlDrafter, { draft: () => Effect.succeed(sql) })
      assert.strictEqual(yield* by("SELECT 1"), "SELECT 1")
      for (const sql of ["DROP TABLE events", "SELECT nothing FROM events", "SELECT 1; SELECT 2"]) {
        assert.strictEqual((yield* Effect.flip(by(sql))).issues[0].code, "unclear")
      }
    }).pipe(Effect.provide(layer)))
})
