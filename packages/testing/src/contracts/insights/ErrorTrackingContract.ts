import { assert, type Vitest } from "@effect/vitest"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { errorTrackingQuery } from "@hedgerow/core/query/kinds/errors/ErrorTrackingKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Struct } from "effect"
import { eventUuid, type History, type PastEvent, rowsOf } from "../experiments/History.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { askInsight, type InsightWorld } from "./AskInsight.ts"

/** Each test has a project and one beside it with the same exceptions. */
const numbers = 951_500 as ProjectId
const orders = 951_502 as ProjectId
const searches = 951_504 as ProjectId
const errors = answerable(errorTrackingQuery)

const frames = [{ function: "main", filename: "app.js" }, { function: "pay", filename: "shop.js" }]
const broken = {
  $exception_list: [{ type: "TypeError", value: "x is undefined", stacktrace: { frames } }],
  $lib: "web"
}
const older = { $exception_type: "Timeout", $exception_message: "no answer" }
const printed = { ...broken, $exception_fingerprint: "checkout" }
const printedOtherwise = { ...older, $exception_fingerprint: "checkout" }
const ownId = "0199d0a1-7c1e-7000-8000-000000000007"
const owned = { $exception_issue_id: ownId, $exception_list: [{ type: "Oops", value: "" }] }

/** An exception: its person, minute past ten, session and properties. */
type Exception = readonly [string, number, string, JsonRecord]

const exceptions: ReadonlyArray<Exception> = [
  ["ann", 0, "s1", broken],
  ["ann", 10, "s1", { ...broken, $lib: "node", plan: "pro" }],
  ["bob", 20, "", broken],
  ["bob", 30, "s2", older],
  ["cyd", 40, "s4", older],
  ["cyd", 50, "s4", printed],
  ["cyd", 55, "s5", owned]
]

/** Two messages have one fingerprint. */
const mixed: ReadonlyArray<Exception> = [["ann", 0, "", printed], ["ann", 40, "", printedOtherwise], [
  "bob",
  50,
  "",
  printedOtherwise
]]

const exceptionsOf = (there: ProjectId) => there - there % 2 === searches ? mixed : exceptions

const worldOf = (there: ProjectId): InsightWorld => {
  const history: History = {
    project: there,
    merged: new Map(),
    events: exceptionsOf(there).map(([person, minute, session], place): PastEvent => ({
      uuid: eventUuid(there, place),
      person,
      name: "$exception",
      time: Date.parse(`2024-03-04T10:${String(minute).padStart(2, "0")}:00Z`) * 1000,
      group: "",
      session,
      properties: {}
    }))
  }
  const filter = { key: "plan", type: "event", operator: "exact", value: "pro" } as const
  return { history, now: Date.parse("2024-03-05T00:00:00Z") * 1000, test_account_filters: [filter] }
}

const withProperties = (event: Event, properties: JsonRecord): Event => {
  const text = JSON.stringify(properties)
  return Object.assign({}, event, { properties: text, derived: deriveProperties(text) })
}

const seedOne = Effect.fnUntraced(function*(there: ProjectId) {
  const tables = yield* SeedTables
  const rows = rowsOf(worldOf(there).history)
  const events = (rows.events ?? []).map((event, index) => withProperties(event, exceptionsOf(there)[index]?.[3] ?? {}))
  yield* tables.seed(there, { ...rows, events })
})

const seed = (project: ProjectId) => Effect.forEach([project, project + 1 as ProjectId], seedOne)

const dateRange = { date_from: "2024-03-04T10:00:00Z", date_to: "2024-03-04T10:59:59Z" }

const askIn = (project: ProjectId) =>
  Effect.fnUntraced(function*(query: JsonRecord) {
    const { hasMore, results } = yield* askInsight(errors, worldOf(project), { dateRange, ...query })
    return { hasMore, issues: Array.isArray(results) ? results.filter(isJsonRecord) : [] }
  })

const namesOf = ({ issues }: Effect.Success<ReturnType<ReturnType<typeof askIn>>>) =>
  issues.map(({ aggregations, name }) => [name, isJsonRecord(aggregations) ? aggregations["occurrences"] : null])

/** Every engine finds the issues of a project's exceptions, with numbers computed by hand. */
export const errorTrackingTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("issues: exceptions by fingerprint, or by type and message", () =>
    Effect.gen(function*() {
      yield* seed(numbers)
      const ask = askIn(numbers)
      const found = yield* ask({ orderBy: "occurrences", volumeResolution: 2 })
      assert.deepStrictEqual(namesOf(found).slice(0, 2), [["TypeError", 3], ["Timeout", 2]])
      assert.strictEqual(found.issues.length, 4)
      assert.deepStrictEqual(Struct.omit(found.issues[0] ?? {}, ["id"]), {
        name: "TypeError",
        description: "x is undefined",
        status: "active",
        assignee: null,
        external_issues: [],
        first_seen: "2024-03-04T10:00:00Z",
        last_seen: "2024-03-04T10:20:00Z",
        library: "web",
        function: "pay",
        source: "shop.js",
        aggregations: {
          occurrences: 3,
          users: 2,
          sessions: 1,
          volumeRange: [3, 0],
          volume_buckets: [
            { label: "2024-03-04T10:00:00Z", value: 3 },
            { label: "2024-03-04T10:29:59.500000Z", value: 0 }
          ]
        }
      })
      assert.deepInclude(found.issues.find(({ name }) => name === "Oops"), { id: ownId, function: "", library: "" })
    }))

  it.effect("issues: the volumes of a search count what its list counts", () =>
    Effect.gen(function*() {
      yield* seed(searches)
      const ask = askIn(searches)
      const volumes = Effect.fnUntraced(function*(searchQuery: string) {
        const { issues } = yield* ask({ searchQuery, volumeResolution: 2 })
        return issues.map(({ aggregations }) => {
          const { occurrences, volumeRange } = isJsonRecord(aggregations) ? aggregations : {}
          return [occurrences, volumeRange]
        })
      })
      assert.deepStrictEqual(yield* volumes("undefined"), [[1, [1, 0]]])
      assert.deepStrictEqual(yield* volumes("no answer"), [[2, [0, 2]]])
      assert.deepStrictEqual(yield* volumes(""), [[3, [1, 2]]])
    }))

  it.effect("issues: order, page, one issue, texts, conditions and states", () =>
    Effect.gen(function*() {
      yield* seed(orders)
      const ask = askIn(orders)
      assert.deepStrictEqual(namesOf(yield* ask({})), [["Oops", 1], ["TypeError", 1], ["Timeout", 2], ["TypeError", 3]])
      const page = yield* ask({ orderBy: "first_seen", orderDirection: "ASC", limit: 1, offset: 1 })
      assert.deepStrictEqual([namesOf(page), page.hasMore], [[["Timeout", 2]], true])
      const alone = yield* ask({ issueId: page.issues[0]?.["id"] ?? null })
      assert.deepStrictEqual([namesOf(alone), alone.hasMore], [[["Timeout", 2]], false])
      assert.deepStrictEqual(namesOf(yield* ask({ searchQuery: "NO ANS" })), [["Timeout", 2]])
      assert.deepStrictEqual(namesOf(yield* ask({ orderBy: "users", filterTestAccounts: true })), [["TypeError", 1]])
      assert.deepStrictEqual(namesOf(yield* ask({ status: "resolved" })), [])
      const refused = yield* Effect.flip(ask({ orderBy: "revenue" }))
      assert.strictEqual(refused._tag === "InvalidInput" ? refused.issues[0].path.join(".") : "", "query.orderBy")
    }))
}
