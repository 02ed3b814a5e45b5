import { assert, it } from "@effect/vitest"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { allOf, calculated, create, has, isIn, members, refusal } from "./CohortWorld.ts"

const noon = Date.parse("2026-03-20T12:00:00Z")

/** An event that number of days before the time of the tests. */
const ago = (distinct_id: string, event: string, days: number, properties = {}): TestEvent => ({
  event,
  distinct_id,
  timestamp: new Date(noon - days * 86_400_000).toISOString(),
  properties
})

const plans: Readonly<Record<string, string>> = { ada: "pro", bob: "free", cyd: "pro", dee: "free" }

/** Ada buys every week, Bob bought once, Cyd stopped, Dee never did. */
const history: ReadonlyArray<TestEvent> = [
  ...Object.entries(plans).map(([distinct_id, plan]) => ago(distinct_id, "seen", 40, { $set: { plan } })),
  ...[1, 8, 15, 22].map((days) => ago("ada", "buy", days, { price: days })),
  ago("bob", "buy", 3, { price: 50 }),
  ...[20, 25].map((days) => ago("cyd", "buy", days)),
  ago("ada", "open", 1.01),
  ago("bob", "open", 2.9)
]

const inMarch = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(noon)
    yield* (yield* TestApi).capture(...history)
    return yield* test
  }).pipe(Effect.provide(TestApi.layer))

const did = (value: string, rest: object = {}) => ({
  type: "behavioral",
  key: "buy",
  event_type: "events",
  value,
  ...rest
})

const last = (time_value: number | string, time_interval = "day") => ({ time_value, time_interval })

const foundBy = Effect.fnUntraced(function*(...conditions: ReadonlyArray<unknown>) {
  const made = yield* create({ name: "Cohort", ...allOf(...conditions) })
  assert.deepInclude(made, { cohort_type: "behavioral", is_calculating: true, count: null })
  const { count, errors_calculating } = yield* calculated(made["id"])
  const found = yield* members(made["id"])
  assert.deepStrictEqual([count, errors_calculating], [found.length, 0])
  return found
})

const cases: ReadonlyArray<readonly [condition: object, members: ReadonlyArray<string>]> = [
  [did("performed_event", last(7)), ["ada", "bob"]],
  [did("performed_event", last("30")), ["ada", "bob", "cyd"]],
  [did("performed_event"), ["ada", "bob", "cyd"]],
  [{ ...did("performed_event", last(30)), negation: true }, ["dee"]],
  [did("performed_event", { explicit_datetime: "2026-03-01T00:00:00+00:00" }), ["ada", "bob"]],
  [did("performed_event", { explicit_datetime: "-30d", explicit_datetime_to: "2026-03-01" }), ["ada", "cyd"]],
  [
    did("performed_event", { event_filters: [{ type: "event", key: "price", value: 20, operator: "gt" }] }),
    ["ada", "bob"]
  ],
  [did("performed_event_multiple", { ...last(30), operator: "gte", operator_value: 2 }), ["ada", "cyd"]],
  [did("performed_event_multiple", { ...last(30), operator: "exact", operator_value: 1 }), ["bob"]],
  [did("performed_event_multiple", { ...last(30), operator: "lte", operator_value: 1 }), ["bob", "dee"]],
  [did("performed_event_multiple", { ...last(30), operator: "eq", operator_value: 0 }), ["dee"]],
  [did("performed_event_first_time", last(1, "week")), ["bob"]],
  [
    {
      ...did("performed_event_sequence", last(30)),
      key: "open",
      seq_event: "buy",
      seq_event_type: "events",
      seq_time_value: 1,
      seq_time_interval: "hour"
    },
    ["ada"]
  ],
  [
    did("performed_event_regularly", {
      ...last(1, "week"),
      operator: "gte",
      operator_value: 1,
      min_periods: 3,
      total_periods: 4
    }),
    ["ada"]
  ],
  [did("stopped_performing_event", { ...last(30), seq_time_value: 2, seq_time_interval: "week" }), ["cyd"]],
  [did("restarted_performing_event", { ...last(20), seq_time_value: 5, seq_time_interval: "day" }), []],
  [did("restarted_performing_event", { ...last(7), seq_time_value: 2, seq_time_interval: "day" }), ["ada"]]
]

it.effect("members are found by their events, and by missing ones", () =>
  inMarch(Effect.gen(function*() {
    for (const [condition, expected] of cases) {
      assert.deepStrictEqual(yield* foundBy(condition), expected, JSON.stringify(condition))
    }
  })))

it.effect("together with properties, lists and cohorts of others, in the older form too", () =>
  inMarch(Effect.gen(function*() {
    const bought = did("performed_event", last(30))
    assert.deepStrictEqual(yield* foundBy(bought, has("plan", "pro")), ["ada", "cyd"])
    assert.deepStrictEqual(yield* foundBy({ ...bought, negation: true }, has("plan", "free")), ["dee"])
    const often = did("performed_event_multiple", { ...last(30), operator: "gte", operator_value: 3 })
    assert.deepStrictEqual(yield* foundBy(bought, { ...often, negation: true }), ["bob", "cyd"])
    const list = yield* create({ name: "Listed", is_static: true, _create_static_person_ids: ["bob", "dee"] })
    assert.deepStrictEqual(yield* foundBy(bought, isIn(list["id"])), ["bob"])
    const older = yield* create({
      name: "Older",
      groups: [{ event_id: "buy", count: 2, count_operator: "gte", days: 30 }]
    })
    assert.deepInclude(yield* calculated(older["id"]), { cohort_type: "behavioral", count: 2 })
    assert.deepStrictEqual(yield* members(older["id"]), ["ada", "cyd"])
  })))

it.effect("an action is its events; an unknown one has none", () =>
  inMarch(Effect.gen(function*() {
    const { body } = yield* call("POST", "actions/", {
      name: "Dear purchase",
      steps: [{ event: "buy", properties: [{ type: "event", key: "price", value: 20, operator: "gt" }] }]
    })
    const acted = did("performed_event", { event_type: "actions", key: body["id"] })
    assert.deepStrictEqual(yield* foundBy(acted), ["ada", "bob"])
    assert.deepStrictEqual(yield* foundBy({ ...acted, key: 999_999 }), [])
  })))

it.effect("cohorts that name one of behaviour follow it, and each is found anew every day", () =>
  inMarch(Effect.gen(function*() {
    const buyers = yield* create({ name: "Buyers", ...allOf(did("performed_event", last(7))) })
    const free = yield* create({ name: "Free buyers", ...allOf(isIn(buyers["id"]), has("plan", "free")) })
    assert.strictEqual(free["cohort_type"], "behavioral")
    assert.strictEqual((yield* calculated(buyers["id"]))["count"], 2)
    yield* Effect.repeat(Effect.yieldNow, { times: 500 })
    assert.strictEqual((yield* calculated(free["id"]))["count"], 1)
    yield* (yield* TestApi).capture(ago("dee", "buy", 0))
    yield* TestClock.adjust("36 hours")
    assert.strictEqual((yield* calculated(buyers["id"]))["count"], 3)
    yield* Effect.repeat(Effect.yieldNow, { times: 500 })
    assert.deepStrictEqual(yield* members(free["id"]), ["bob", "dee"])
  })))

it.effect("queries ask for the members, who move with merges; flags refuse the cohort", () =>
  inMarch(Effect.gen(function*() {
    const api = yield* TestApi
    const { id } = yield* create({ name: "Buyers", ...allOf(did("performed_event", last(7))) })
    yield* calculated(id)
    const count = `SELECT count() FROM persons WHERE id IN COHORT ${String(id)}`
    assert.deepStrictEqual(yield* api.query(count), [[2]])
    const opened = {
      kind: "TrendsQuery",
      dateRange: { date_from: "-30d" },
      series: [{ kind: "EventsNode", event: "seen", math: "dau" }],
      properties: [{ type: "cohort", key: "id", value: id, operator: "in" }],
      trendsFilter: { display: "BoldNumber" }
    }
    const { body } = yield* call("POST", "query/", { query: { ...opened, dateRange: { date_from: "-60d" } } })
    const [total] = body["results"] as ReadonlyArray<Readonly<Record<string, unknown>>>
    assert.strictEqual(total?.["aggregated_value"], 2)
    yield* api.capture({
      event: "$merge_dangerously",
      distinct_id: "dee",
      properties: { alias: "bob" }
    })
    assert.deepStrictEqual(yield* members(id), ["ada", "bob+dee"])
    const groups = [{ properties: [{ ...isIn(id), operator: "in" }], rollout_percentage: 100 }]
    const answer = yield* call("POST", "feature_flags/", { key: "beta", filters: { groups } })
    assert.deepStrictEqual(refusal(answer).slice(0, 2), [400, "behavioral_cohort_found"])
  })))

it.effect("a cohort that cannot be calculated says so, and the members of before stay", () =>
  inMarch(Effect.gen(function*() {
    const { id } = yield* create({ name: "Buyers", ...allOf(did("performed_event", last(7))) })
    yield* calculated(id)
    const many = Array.from({ length: 21 }, () => did("performed_event", last(7)))
    yield* call("PATCH", `cohorts/${String(id)}/`, allOf(...many))
    const broken = yield* calculated(id)
    assert.deepInclude(broken, { is_calculating: false, count: 2 })
    assert.isAtLeast(Number(broken["errors_calculating"]), 1)
    assert.deepStrictEqual(yield* members(id), ["ada", "bob"])
  })))
