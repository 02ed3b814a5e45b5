import { assert, describe, it } from "@effect/vitest"
import { compareVersions, parseVersion, type Version } from "@hedgerow/core/filters/Versions"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"

type Fields = Readonly<Record<string, unknown>>

/** The events that `{filters}` lets pass, by name. */
const ask = (filters: Fields, more: Fields = {}) =>
  call("POST", "query/", {
    query: {
      kind: "ServiceSqlQuery",
      query: "select arrayJoin([event]) from events where {filters} order by event",
      filters
    },
    refresh: "force_blocking",
    ...more
  })

const found = (filters: Fields, more: Fields = {}) =>
  Effect.map(ask(filters, more), ({ body }) => (body.results as ReadonlyArray<ReadonlyArray<string>>).flat())

const element = (key: string, operator: string, value?: unknown): Fields => ({
  properties: [{ type: "element", key, operator, ...(value === undefined ? undefined : { value }) }]
})

const versions = [
  ["1.2.3", "1.2.3-rc.1", "v1.2.3", " 1.2.3 ", "V01.002.3+build", "1.2.3.4", "1.2.3.x"],
  ["1.2", "1", "2.0.0", "1..3", "1.10.0"],
  ["", "one", "1.x", ".1", "-1", "v", "1.2.3 -rc", "1,2", "1.2.3\nx"]
].flat()

const order = (one: Version | undefined, other: Version): number | undefined =>
  one === undefined ? undefined : compareVersions(one, other)

describe("filters", () => {
  it.effect("whether a session bounced is compared with true and false, as clients send them", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const view = (event: string, session: number) => ({
        event: "$pageview",
        distinct_id: event,
        properties: { $session_id: `0190f5a0-0000-7000-8000-00000000000${session}` }
      })
      yield* capture(view("a", 1), view("b", 2), view("c", 2))
      const count = Effect.fnUntraced(function*(operator: string, value: unknown) {
        const properties = [{ type: "session", key: "$is_bounce", operator, value }]
        const { body, status } = yield* call("POST", "query/", {
          query: {
            kind: "ServiceSqlQuery",
            query: "select count() from events where {filters}",
            filters: { properties }
          }
        })
        return status === 200 ? (body["results"] as ReadonlyArray<ReadonlyArray<number>>)[0]?.[0] : body["detail"]
      })
      assert.strictEqual(yield* count("exact", ["true"]), 1)
      assert.strictEqual(yield* count("exact", "false"), 2)
      assert.strictEqual(yield* count("exact", ["true", "false"]), 3)
      assert.strictEqual(yield* count("is_not", true), 2)
      assert.strictEqual(yield* count("exact", 1), 1)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("versions are those that flags read", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      yield* capture(...versions.map((v, i) => ({
        event: String(i).padStart(2, "0"),
        distinct_id: "a",
        properties: { v }
      })))
      const tests: ReadonlyArray<readonly [operator: string, holds: (order: number) => boolean]> = [
        ["semver_eq", (order) => order === 0],
        ["semver_neq", (order) => order !== 0],
        ["semver_gt", (order) => order > 0]
      ]
      for (const [operator, holds] of tests) {
        const expected = versions.flatMap((text, i) => {
          const found = order(parseVersion(text), [1, 2, 3])
          return found !== undefined && holds(found) ? [String(i).padStart(2, "0")] : []
        })
        const filters = { properties: [{ type: "event", key: "v", operator, value: "1.2.3" }] }
        assert.deepStrictEqual(yield* found(filters), expected, operator)
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("elements are found by tag, text and address", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const chain = (text: string) => ({ distinct_id: "a", properties: { $elements_chain: text } })
      yield* capture(
        {
          event: "button",
          ...chain(
            "button.primary:attr__id=\"go\"nth-child=\"1\"text=\"Buy 100%\";form:nth-child=\"2\"nth-of-type=\"1\""
          )
        },
        { event: "link", ...chain("span:text=\"More\";a.nav:attr__href=\"/plans\"href=\"/plans\"nth-child=\"1\"") },
        // Mobile SDKs send a list.
        { event: "touch", distinct_id: "a", properties: { $elements: [{ tag_name: "Text", $el_text: "Sign up" }] } },
        { event: "page", distinct_id: "a" }
      )
      const cases: ReadonlyArray<readonly [Fields, ReadonlyArray<string>]> = [
        [element("tag_name", "exact", "button"), ["button"]],
        [element("tag_name", "exact", ["form", "span"]), ["button", "link"]],
        [element("tag_name", "exact", "but"), []],
        [element("tag_name", "is_not", "a"), ["button", "page", "touch"]],
        [element("tag_name", "exact", "Text"), ["touch"]],
        [element("text", "exact", "Sign up"), ["touch"]],
        [element("tag_name", "is_set"), ["button", "link", "touch"]],
        [element("text", "exact", "Buy 100%"), ["button"]],
        [element("text", "exact", "Buy 100_"), []],
        [element("text", "is_not", "More"), ["button", "page", "touch"]],
        [element("href", "exact", "/plans"), ["link"]],
        [element("href", "is_set"), ["link"]],
        [element("href", "is_not_set"), ["button", "page", "touch"]]
      ]
      for (const [filters, events] of cases) {
        assert.deepStrictEqual(yield* found(filters), events, JSON.stringify(filters))
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a dashboard's dates take the place of the query's, its conditions stand beside them", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      yield* TestClock.setTime(Date.UTC(1970, 0, 5))
      yield* capture(
        { event: "first", distinct_id: "a", timestamp: "1970-01-01T00:00:00Z", properties: { plan: "pro" } },
        { event: "second", distinct_id: "a", timestamp: "1970-01-02T00:00:00Z", properties: { plan: "free" } },
        { event: "third", distinct_id: "a", timestamp: "1970-01-03T00:00:00Z", properties: { plan: "pro" } }
      )
      const since = { dateRange: { date_from: "1970-01-02" } }
      assert.deepStrictEqual(yield* found(since), ["second", "third"])
      const override = { date_from: "1970-01-03", properties: [{ type: "event", key: "plan", value: "pro" }] }
      assert.deepStrictEqual(yield* found(since, { filters_override: override }), ["third"])
      assert.deepStrictEqual(yield* found({}, { filters_override: { date_to: "1970-01-02" } }), ["first"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("the project's own tests are left out where a query asks for it, at once after a change", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      yield* capture(
        { event: "real", distinct_id: "a", properties: { $host: "shop.example" } },
        { event: "test", distinct_id: "b", properties: { $host: "localhost" } }
      )
      const asked = { filterTestAccounts: true }
      assert.deepStrictEqual(yield* found(asked), ["real", "test"])
      const conditions = [{ type: "event", key: "$host", operator: "is_not", value: ["localhost"] }]
      const changed = yield* call("PATCH", "", { test_account_filters: conditions })
      assert.deepStrictEqual([changed.status, changed.body.test_account_filters], [200, conditions])
      assert.deepStrictEqual(yield* found(asked, { refresh: "blocking" }), ["real"])
      assert.deepStrictEqual(yield* found({}), ["real", "test"])
    }).pipe(Effect.provide(TestApi.layer)))

  const wrong: ReadonlyArray<readonly [filter: unknown, attr: string, code: string, detail: string]> = [
    [{ value: 1 }, "key", "required", "This field is required."],
    [{ type: "event", value: 1 }, "key", "required", "This field is required."],
    [{ type: "evnt", key: "a" }, "type", "invalid_input", "There are no conditions of the type 'evnt'."],
    [{ type: "log", key: "a" }, "type", "invalid_input", "Conditions of the type 'log' are not supported."],
    [{ type: "session", key: "a" }, "key", "invalid_input", "Sessions have no property 'a'."],
    [
      { type: "cohort", key: "id", value: "everybody" },
      "value",
      "invalid_input",
      "The id of a cohort is needed."
    ],
    [{ type: "event", key: "a", operator: "like" }, "operator", "invalid_input", "The operator 'like' is unknown."],
    [
      { type: "event", key: "a", operator: "flag_evaluates_to", value: "1.0" },
      "operator",
      "invalid_input",
      "The operator 'flag_evaluates_to' is not supported."
    ],
    [
      { type: "event", key: "a", operator: "between", value: [1] },
      "value",
      "invalid_input",
      "between operator requires a two-element array [min, max]"
    ],
    [
      { type: "event", key: "a", operator: "between", value: [2, "1"] },
      "value",
      "invalid_input",
      "between operator requires min value to be less than or equal to max value"
    ],
    [
      { type: "event", key: "a", operator: "not_between", value: [1, "b"] },
      "value",
      "invalid_input",
      "not_between operator requires numeric values"
    ],
    [
      { type: "event", key: "a", operator: "is_date_after", value: "soon" },
      "value",
      "invalid_input",
      "A date is needed: ISO 8601, or relative as -7d."
    ],
    [{ type: "group", key: "a", value: "b" }, "group_type_index", "required", "This field is required."],
    [{ type: "event_metadata", key: "team_id", value: 1 }, "key", "invalid_input", "Events have no column 'team_id'."],
    [{ type: "event", key: "a", values: [] }, "type", "invalid_input", "Conditions are joined by AND or OR."],
    [{ type: "event", key: "a", wibble: 1 }, "wibble", "extra_forbidden", "Extra inputs are not permitted"]
  ]
  it.effect("a wrong condition is refused with its place, in queries and in the project's settings", () =>
    Effect.gen(function*() {
      for (const [filter, attr, code, detail] of wrong) {
        const asked = yield* ask({ properties: { type: "AND", values: [filter] } })
        const at = `query__filters__properties__values__0__${attr}`
        assert.deepStrictEqual([asked.status, asked.body.attr, asked.body.code, asked.body.detail], [
          400,
          at,
          code,
          detail
        ])
        const { body, status } = yield* call("PATCH", "", { test_account_filters: [filter] })
        assert.deepStrictEqual([status, body.attr, body.detail], [400, `test_account_filters__0__${attr}`, detail])
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("so are dates, and expressions that are none", () =>
    Effect.gen(function*() {
      const dates = yield* ask({ dateRange: { date_from: "soon" } })
      assert.deepStrictEqual([dates.status, dates.body.attr], [400, "query__filters__dateRange__date_from"])
      const expression = (key: string) => ask({ properties: [{ type: "hogql", key }] })
      assert.strictEqual((yield* expression("event =")).status, 400)
      assert.strictEqual((yield* expression("1 from events; select 1")).status, 400)
      assert.strictEqual((yield* expression("1) or (1 = 1")).status, 400)
      assert.strictEqual((yield* expression("event in (select 1)")).status, 400)
    }).pipe(Effect.provide(TestApi.layer)))
})
