/** The tools of `@posthog/agent-toolkit` 0.2.4: the requests of all of them, and what those of errors and of SQL find. */
import { assert, type Vitest } from "@effect/vitest"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schema } from "effect"
import { agentToolRequests } from "./AgentToolRequests.ts"
import { AnswersApi, good } from "./AnswersApi.ts"

const path = (project: number, rest: string) => `/api/environments/${project}/${rest}`

const dateRange = { date_from: "2024-10-30T00:00:00.000Z", date_to: "2024-11-06T00:00:00.000Z" }

/** What `list-errors` sends without arguments. */
const list = {
  kind: "ErrorTrackingQuery",
  orderBy: "occurrences",
  dateRange,
  volumeResolution: 1,
  orderDirection: "DESC",
  filterTestAccounts: true,
  status: "active"
}

const thrown = (event: object) => ({
  event: "$exception",
  distinct_id: "ada",
  properties: { $exception_list: [{ type: "TypeError", value: "x is undefined", ...event }] }
})

/** A text with the ids that it names; one that is nothing else is the id itself. */
const withIds = (ids: ReadonlyMap<string, number | string>, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => withIds(ids, one))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(ids, one)]))
  }
  if (typeof value !== "string") return value
  const whole = /^\{(\w+)\}$/.exec(value)?.[1]
  return whole === undefined
    ? value.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(ids.get(name) ?? all))
    : ids.get(whole) ?? value
}

/** Tests of what the tools send to a new project: each has the answer that its client demands. */
export const agentToolTests = (it: Vitest.MethodsNonLive<AnswersApi>): void => {
  it.effect("list-errors finds the issues, error-details the one of an id", () =>
    Effect.gen(function*() {
      const { call, project } = yield* AnswersApi
      const batch = [thrown({}), thrown({}), thrown({ value: "y is undefined" })]
      assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
      const query = path(project.id, "query/")
      const { body: { results } } = yield* good("POST", query, { query: list })
      const issues = Array.isArray(results) ? results.filter(isJsonRecord) : []
      assert.deepStrictEqual(issues.map(({ description }) => description), ["x is undefined", "y is undefined"])
      const issueId = issues[1]?.["id"]
      const details = { kind: "ErrorTrackingQuery", orderBy: "occurrences", dateRange, volumeResolution: 0, issueId }
      const { body: found } = yield* good("POST", query, { query: details })
      assert.deepNestedInclude(found, { "results[0].id": issueId, "results[0].aggregations.occurrences": 1 })
      assert.lengthOf(found["results"] as ReadonlyArray<unknown>, 1)
    }))

  it.effect("query-generate-hogql-from-question gets SQL that runs", () =>
    Effect.gen(function*() {
      const { call, project } = yield* AnswersApi
      const asked = { query: "how many events were there in the last 7 days?", insight_type: "sql" }
      const answer = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), asked)
      assert.strictEqual(answer.status, 200)
      const [message] = answer.json as ReadonlyArray<
        { readonly type: string; readonly data: { readonly answer: object } }
      >
      assert.strictEqual(message?.type, "message")
      const { body: { results } } = yield* good("POST", path(project.id, "query/"), { query: message?.data.answer })
      assert.isArray(results)
      const unclear = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), {
        query: "blorp the fnord"
      })
      assert.deepInclude(unclear.body, { code: "unclear" })
      for (const body of [[], {}, { query: 5 }, { ...asked, insight_type: "funnel" }]) {
        const refused = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), body)
        assert.strictEqual(refused.status, 400)
      }
    }))

  it.effect("all 42 tools have answers with the fields and types that they demand", () =>
    Effect.gen(function*() {
      const { call, project } = yield* AnswersApi
      const event = { event: "$pageview", distinct_id: "ada", properties: { url: "/" } }
      const sent = yield* call("POST", "/batch/", { api_key: project.api_token, batch: [event] })
      assert.strictEqual(sent.status, 200)
      const ids = new Map<string, number | string>([["project", project.id], ["organization", project.organization_id]])
      for (const { body, demands, keeps, method, path: at, tool } of agentToolRequests) {
        const answer = yield* call(method, String(withIds(ids, at)), withIds(ids, body))
        const shown = `${tool}: ${answer.status} ${answer.text}`
        assert.include([200, 201, 204], answer.status, shown)
        if (demands !== undefined) {
          const decoded = yield* Effect.exit(Schema.decodeUnknownEffect(demands)(answer.json))
          assert.strictEqual(decoded._tag, "Success", `${String(decoded)} of ${shown}`)
        }
        const { id } = answer.body
        if (keeps !== undefined && (typeof id === "number" || typeof id === "string")) ids.set(keeps, id)
      }
      assert.strictEqual(new Set(agentToolRequests.map(({ tool }) => tool)).size, 42)
      for (
        const [at, body] of [["experiments/{experiment}/", { deleted: true }], ["experiments/undefined/", {}]] as const
      ) {
        assert.strictEqual((yield* call("PATCH", String(withIds(ids, at)), body)).status, 404)
      }
      assert.strictEqual((yield* call("GET", String(withIds(ids, "surveys/{survey}/")))).status, 404)
    }))
}
