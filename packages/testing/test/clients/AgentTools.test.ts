/** The requests of those tools of `@posthog/agent-toolkit` 0.2.4 that ask nothing but queries, as its sources send them. */
import { assert, it } from "@effect/vitest"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const path = (project: number, rest: string) => `/api/environments/${project}/${rest}`

const dateRange = { date_from: "1969-12-25T00:00:00.000Z", date_to: "1970-01-01T12:00:00.000Z" }

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

it.effect("list-errors finds the issues, error-details the one of an id", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const batch = [thrown({}), thrown({}), thrown({ value: "y is undefined" })]
    assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
    const query = path(project.id, "query/")
    const { results } = yield* good("POST", query, { query: list })
    const issues = Array.isArray(results) ? results.filter(isJsonRecord) : []
    assert.deepStrictEqual(issues.map(({ description }) => description), ["x is undefined", "y is undefined"])
    const issueId = issues[1]?.["id"]
    const details = { kind: "ErrorTrackingQuery", orderBy: "occurrences", dateRange, volumeResolution: 0, issueId }
    const found = yield* good("POST", query, { query: details })
    assert.deepNestedInclude(found, { "results[0].id": issueId, "results[0].aggregations.occurrences": 1 })
    assert.lengthOf(found["results"] as ReadonlyArray<unknown>, 1)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("query-generate-hogql-from-question gets SQL that runs", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const asked = { query: "how many events were there in the last 7 days?", insight_type: "sql" }
    const answer = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), asked)
    assert.strictEqual(answer.status, 200)
    const [message] = answer.json as ReadonlyArray<
      { readonly type: string; readonly data: { readonly answer: object } }
    >
    assert.strictEqual(message?.type, "message")
    const { results } = yield* good("POST", path(project.id, "query/"), { query: message?.data.answer })
    assert.isArray(results)
    const unclear = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), {
      query: "blorp the fnord"
    })
    assert.deepInclude(unclear.body, { code: "unclear" })
    for (const body of [[], {}, { query: 5 }, { ...asked, insight_type: "funnel" }]) {
      const refused = yield* call("POST", path(project.id, "max_tools/create_and_query_insight/"), body)
      assert.strictEqual(refused.status, 400)
    }
  }).pipe(Effect.provide(FlagApi.layer)))
