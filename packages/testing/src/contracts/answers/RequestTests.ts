import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { AnswersApi, good } from "./AnswersApi.ts"
import type { VerdictWorld } from "./VerdictWorld.ts"

const steps = ["a", "b", "c"].map((event) => ({ kind: "EventsNode", event }))
const excluded = { kind: "EventsNode", event: "x", funnelFromStep: 0, funnelToStep: 1 }

type Refusal = readonly [
  method: string,
  path: string,
  body: JsonRecord | undefined,
  status: number,
  error: Readonly<Record<string, unknown>>
]

/** Requests that are refused, and the parts of their errors. */
const refusals: ReadonlyArray<Refusal> = [
  ...[["limit", "x"], ["offset", "1.5"]].map(([name, value]): Refusal => [
    "GET",
    `experiments/eligible_feature_flags/?${name}=${value}`,
    undefined,
    400,
    { type: "validation_error", code: "invalid_input", detail: "Invalid limit or offset", attr: name }
  ]),
  ["DELETE", "experiments/", undefined, 405, { type: "invalid_request", code: "method_not_allowed", attr: null }],
  [
    "POST",
    "query/",
    {
      query: {
        kind: "FunnelsQuery",
        series: steps,
        funnelsFilter: { funnelOrderType: "unordered", exclusions: [excluded] }
      }
    },
    400,
    { code: "invalid_input", detail: "Partial Exclusions not allowed in unordered funnels" }
  ],
  [
    "POST",
    "experiments/",
    { name: "New", feature_flag_key: "refused", stats_config: { frequentist: { alpha: 5 } } },
    400,
    {
      attr: "stats_config",
      errors: [{
        code: "invalid_value",
        detail: "Ensure this value is between 1e-12 and 0.5.",
        attr: "stats_config__frequentist__alpha"
      }]
    }
  ],
  ["POST", "insights/", { query: { kind: "Soup" } }, 400, { code: "invalid_choice", attr: "query__kind" }]
]

const views = (dateRange: JsonRecord) => ({
  kind: "TrendsQuery",
  series: [{ kind: "EventsNode", event: "$feature_flag_called" }],
  dateRange
})

const kindsOf = ({ results }: JsonRecord) => (results as ReadonlyArray<JsonRecord>).map(({ query }) => query)

/** Requests whose answers are alike on every storage: what they refuse, which project they mean, and their dates. */
export const requestTests = (
  it: Vitest.MethodsNonLive<AnswersApi | DomainServices | StoragePorts | VerdictWorld>
): void => {
  it.effect("requests are refused in the one shape of errors", () =>
    Effect.gen(function*() {
      const { call } = yield* AnswersApi
      for (const [method, path, sent, status, error] of refusals) {
        const { body, status: answered, text } = yield* call(method, path, sent)
        assert.strictEqual(answered, status, text)
        assert.deepInclude(body, error, text)
        assert.includeMembers(Object.keys(body), ["type", "code", "detail", "attr"], text)
      }
    }))

  it.effect("a query whose refusal quotes NUL is refused, and its run and its log say the same", () =>
    Effect.gen(function*() {
      const { call } = yield* AnswersApi
      const query = { kind: "HogQLQuery", query: "a\0b" }
      const refused = yield* call("POST", "query/", { query, client_query_id: "nul" })
      assert.strictEqual(refused.status, 400, refused.text)
      assert.include(String(refused.body["detail"]), "\ufffd")
      const { query_status: run } = (yield* call("GET", "query/nul/")).body
      assert.deepInclude(run, { error: true, error_message: refused.body["detail"] })
      assert.include((yield* good("GET", "query/nul/log/")).text, String(refused.body["detail"]).slice(0, 10))
    }))

  it.effect("a stored insight of no kind is refused with the one that is meant and all of them, wherever it stands", () =>
    Effect.gen(function*() {
      const { call } = yield* AnswersApi
      const before = kindsOf((yield* good("GET", "insights/")).body)
      for (
        const [query, attr] of [
          [{ kind: "TrendQuery" }, "query__kind"],
          [{ kind: "InsightVizNode", source: { kind: "TrendQuery" } }, "query__source__kind"]
        ] as const
      ) {
        const { body, status } = yield* call("POST", "insights/", { query })
        assert.deepStrictEqual([status, body["attr"]], [400, attr])
        assert.include(
          String(body["detail"]),
          "\"TrendQuery\" is not a valid choice. Did you mean 'TrendsQuery'? The kinds are "
        )
      }
      assert.deepStrictEqual(kindsOf((yield* good("GET", "insights/")).body), before)
      const web = { kind: "InsightVizNode", source: { kind: "WebOverviewQuery", properties: [] } }
      const { body: { id } } = yield* good("POST", "insights/", { name: "Overview", query: web })
      const asked = yield* call("GET", `insights/${String(id)}/?refresh=blocking`)
      assert.strictEqual(asked.status, 400, asked.text)
      assert.deepInclude(asked.body, { detail: "Unsupported query kind: WebOverviewQuery", attr: null })
      const { hint } = asked.body["extra"] as JsonRecord
      assert.notInclude(String(hint), "`attr`")
    }))

  it.effect("beside @current a token names the project, and its data alone are seen", () =>
    Effect.gen(function*() {
      const { call } = yield* AnswersApi
      const { body: other } = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
      const [id, token] = [String(other["id"]), String(other["api_token"])]
      yield* good("POST", `/api/projects/@current/feature_flags/?token=${token}`, { key: "only-there" })
      const count = (path: string) => Effect.map(good("GET", `${path}search=only-there`), ({ body }) => body["count"])
      assert.strictEqual(yield* count(`/api/projects/${id}/feature_flags/?`), 1)
      assert.strictEqual(yield* count(`/api/environments/@current/feature_flags/?token=${token}&`), 1)
      assert.strictEqual(yield* count("/api/projects/@current/feature_flags/?"), 0)
      assert.strictEqual(yield* count(`feature_flags/?token=${token}&`), 0)
      const all = views({ date_from: "all" })
      const there = yield* good("POST", `/api/projects/@current/query/?token=${token}`, { query: all })
      const here = yield* good("POST", "/api/projects/@current/query/", { query: all })
      const counts = [there, here].map(({ body }) => (body["results"] as ReadonlyArray<JsonRecord>)[0]?.["count"])
      assert.deepStrictEqual(counts, [0, 1400])
      const refused = yield* call("GET", "/api/projects/@current/feature_flags/?token=phc_unknown")
      assert.strictEqual(refused.status, 401)
      assert.deepInclude(refused.body, {
        code: "authentication_failed",
        detail: "Project token found in request query string is invalid."
      })
    }))

  it.effect("today, now and dates of one digit are dates; minutes end now, and whole seconds have no fraction", () =>
    Effect.gen(function*() {
      const answered = (dateRange: JsonRecord) =>
        Effect.map(good("POST", "query/", { query: views(dateRange) }), ({ body }) => [
          (body["results"] as ReadonlyArray<JsonRecord>)[0]?.["data"],
          body["resolved_date_range"]
        ])
      const plain = yield* answered({ date_from: "2024-10-09", date_to: "2024-11-05" })
      assert.deepStrictEqual(yield* answered({ date_from: "2024-10-9", date_to: "today" }), plain)
      assert.deepStrictEqual((yield* answered({ date_from: "2024-10-9", date_to: "now" }))[0], plain[0])
      assert.deepStrictEqual(plain[1], { date_from: "2024-10-09T00:00:00Z", date_to: "2024-11-05T23:59:59.999999Z" })
      const minutes = { ...views({ date_from: "-10M" }), interval: "minute" }
      const { body: short } = yield* good("POST", "query/", { query: minutes })
      assert.deepInclude(short["resolved_date_range"], { date_to: "2024-11-05T10:00:59.999999Z" })
      const [{ days } = {}] = short["results"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual((days as ReadonlyArray<string>).at(-1), "2024-11-05 10:00:00")
      const { body } = yield* good("POST", "query/", {
        query: {
          kind: "EventsQuery",
          select: ["timestamp"],
          event: "late",
          after: "2024-10-01",
          orderBy: ["timestamp"]
        }
      })
      assert.deepStrictEqual(body["results"], [["2024-10-21T23:00:00Z"], ["2024-10-22T10:00:00Z"]])
    }))
}
