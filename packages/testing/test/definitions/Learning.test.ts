import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type Definition, named, names } from "./Call.ts"

/** The time that number of days before the clock's start. */
const daysAgo = (days: number): string => new Date(-days * 86_400_000).toISOString()

const uuid = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, "0")}`

it.effect("an event's definition has its first and last time and its number, duplicates not counted", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* api.capture({ event: "buy", distinct_id: "ada", uuid: uuid(1) }, { event: "$pageview", distinct_id: "ada" })
    yield* TestClock.adjust("1 hour")
    yield* api.capture(
      { event: "buy", distinct_id: "bob", uuid: uuid(2) },
      { event: "buy", distinct_id: "bob", uuid: uuid(2) },
      { event: "buy", distinct_id: "ada", uuid: uuid(1) },
      { event: "buy", distinct_id: "old", timestamp: daysAgo(40) }
    )
    yield* api.capture(
      { event: "buy", distinct_id: "ada", uuid: uuid(1) },
      { event: "buy", distinct_id: "ada", uuid: uuid(3) }
    )
    const buy = yield* named("event_definitions/", "buy")
    assert.deepInclude(buy, {
      created_at: "1970-01-01T00:00:00Z",
      last_seen_at: "1970-01-01T01:00:00Z",
      volume: 4,
      volume_30_day: 3
    })
    assert.deepStrictEqual(yield* api.query("SELECT count() FROM events WHERE event = 'buy'"), [[4]])
    const again = yield* call("GET", "event_definitions/by_name/?name=buy")
    assert.deepStrictEqual(again, { status: 200, body: buy })
    assert.deepStrictEqual(yield* call("GET", `event_definitions/${String(buy["id"])}/`), again)
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("the volume of the last 30 days is of the days on which the events happened", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const bought = (days: number) => ({ event: "buy", distinct_id: "ada", timestamp: daysAgo(days) })
    yield* api.capture(...[0, 1, 29, 30, 31, 400].map(bought))
    const volumes = Effect.map(named("event_definitions/", "buy"), (buy) => [buy["volume"], buy["volume_30_day"]])
    assert.deepStrictEqual(yield* volumes, [6, 3])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* volumes, [6, 2])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("properties are learnt of events, persons and each type of group, with type, sight and volume", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const identify = (type: string, key: string, set: object) => ({
      event: "$groupidentify",
      distinct_id: "ada",
      properties: { $group_type: type, $group_key: key, $group_set: set }
    })
    yield* api.capture(
      {
        event: "buy",
        distinct_id: "ada",
        properties: { price: 5, list: [], "at": "2026-01-02T03:04:05Z", $set_once: { plan: "free", age: 7 } },
        $set: { plan: "pro" }
      },
      identify("company", "oak", { size: 5 }),
      identify("team", "elm", { size: "small" })
    )
    yield* TestClock.adjust("1 minute")
    yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price: "5", list: true } })
    const event = yield* named("property_definitions/", "price")
    assert.deepInclude(event, {
      type: "event",
      group_type_index: null,
      property_type: "Numeric",
      is_numerical: true,
      first_seen_at: "1970-01-01T00:00:00Z",
      last_seen_at: "1970-01-01T00:01:00Z",
      volume: 2,
      is_seen_on_filtered_events: null
    })
    const read = yield* call("GET", `property_definitions/${String(event["id"])}/`)
    assert.deepStrictEqual(read, { status: 200, body: event })
    assert.deepInclude(yield* named("property_definitions/", "list"), { property_type: "Boolean", volume: 2 })
    assert.deepInclude(yield* named("property_definitions/", "at"), { property_type: "DateTime", volume: 1 })
    assert.deepInclude(yield* named("property_definitions/?type=person", "plan"), {
      property_type: "String",
      volume: 1
    })
    assert.deepInclude(yield* named("property_definitions/?type=person", "age"), {
      property_type: "Numeric",
      volume: 1
    })
    const size = (index: number) => named(`property_definitions/?type=group&group_type_index=${index}`, "size")
    assert.deepInclude(yield* size(0), { type: "group", group_type_index: 0, property_type: "Numeric", volume: 1 })
    assert.deepInclude(yield* size(1), { type: "group", group_type_index: 1, property_type: "String", volume: 1 })
    assert.deepStrictEqual(yield* names("property_definitions/?type=group"), ["size", "size"])
    assert.deepStrictEqual(yield* names("property_definitions/?type=group&group_type_index=2"), [])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("the properties of sessions are those that SQL computes, with their types", () =>
  Effect.gen(function*() {
    const { body } = yield* call("GET", "property_definitions/?type=session&limit=200")
    const listed = body["results"] as ReadonlyArray<Definition>
    assert.strictEqual(body["count"], listed.length)
    const typeOf = new Map(listed.map(({ name, property_type }) => [String(name), property_type]))
    const schema = yield* call("POST", "query/", { query: { kind: "DatabaseSchemaQuery" } })
    const { sessions } = schema.body["tables"] as Record<string, { fields: Record<string, { type: string }> }>
    const words: Record<string, string> = {
      integer: "Numeric",
      float: "Numeric",
      boolean: "Boolean",
      datetime: "DateTime",
      string: "String",
      array: "String"
    }
    const known = Object.entries(sessions?.fields ?? {}).filter(([name]) => name.startsWith("$"))
    assert.isAbove(known.length, 30)
    assert.deepStrictEqual(
      Object.fromEntries(typeOf),
      Object.fromEntries(known.map(([name, { type }]) => [name, name === "$is_bounce" ? "Boolean" : words[type]]))
    )
    assert.deepInclude(listed.find(({ name }) => name === "$session_duration"), {
      type: "session",
      property_type: "Numeric",
      is_numerical: true,
      group_type_index: null,
      is_seen_on_filtered_events: null,
      volume: 0,
      description: null,
      hidden: false
    })
    const ofSessions = (query: string) => names(`property_definitions/?type=session&${query}`)
    assert.deepStrictEqual(yield* ofSessions("search=ENTRY%20path"), ["$entry_pathname"])
    assert.deepStrictEqual(yield* ofSessions("properties=$is_bounce,$plan"), ["$is_bounce"])
    assert.deepStrictEqual(yield* ofSessions("search=count&is_numerical=true&limit=2&offset=1"), [
      "$page_screen_autocapture_count_up_to",
      "$pageview_count"
    ])
    assert.deepStrictEqual(yield* ofSessions("exclude_core_properties=true"), [])
    assert.deepStrictEqual(yield* ofSessions("is_feature_flag=true"), [])
    assert.notInclude(yield* ofSessions(`excluded_properties=${encodeURIComponent("[\"$urls\"]")}`), "$urls")
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("an event without a profile teaches no person's properties", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const properties = { $process_person_profile: false, price: 1, $set: { plan: "pro" } }
    yield* api.capture({ event: "buy", distinct_id: "ada", properties })
    assert.deepStrictEqual(yield* names("property_definitions/?type=person"), [])
    assert.include(yield* names("property_definitions/"), "price")
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("property lists know which properties came with which events", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* api.capture(
      { event: "buy", distinct_id: "ada", properties: { price: 5, plan: "pro", "$feature/beta": true } },
      { event: "$pageview", distinct_id: "ada", properties: { $current_url: "/", plan: "pro" } }
    )
    const path = "property_definitions/?type=event&is_feature_flag=false&limit=100&offset=0&exclude_hidden=true"
    const pageview = `${path}&event_names=["$pageview"]`
    assert.deepStrictEqual(yield* names(`${pageview}&filter_by_event_names=true`), ["$current_url", "plan"])
    assert.deepStrictEqual(
      yield* names(`${pageview}&filter_by_event_names=true&exclude_core_properties=true`),
      ["plan"]
    )
    assert.deepStrictEqual(yield* names(`${pageview}&exclude_core_properties=true`), ["plan", "price"])
    assert.deepInclude(yield* named(pageview, "plan"), { is_seen_on_filtered_events: true })
    assert.deepInclude(yield* named(pageview, "price"), { is_seen_on_filtered_events: false })
    assert.deepStrictEqual(yield* names(`${path}&event_names=[]&filter_by_event_names=true`), [
      "$current_url",
      "plan",
      "price"
    ])
    assert.deepStrictEqual(yield* names("property_definitions/?is_feature_flag=true"), ["$feature/beta"])
    assert.deepInclude(yield* named("property_definitions/", "$feature/beta"), { property_type: "String" })
    assert.deepStrictEqual(yield* names("property_definitions/?is_numerical=true"), ["price"])
    assert.deepStrictEqual(yield* names("property_definitions/?properties=price,other,plan"), ["plan", "price"])
    assert.deepStrictEqual(yield* names("property_definitions/?excluded_properties=[\"price\"]&search=P"), ["plan"])
    assert.deepStrictEqual(yield* names("property_definitions/?search=RI+p"), ["price"])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("event lists are searched, narrowed and ordered", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const send = (...events: ReadonlyArray<string>) =>
      api.capture(...events.map((event) => ({ event, distinct_id: "ada" })))
    yield* send("buy", "$pageview", "sign up", "buy")
    yield* TestClock.adjust("1 day")
    yield* send("$pageview", "$pageview")
    assert.deepStrictEqual(yield* names("event_definitions/"), ["$pageview", "buy", "sign up"])
    assert.deepStrictEqual(yield* names("event_definitions/?search=UP+sign"), ["sign up"])
    assert.deepStrictEqual(yield* names("event_definitions/?event_type=event_custom"), ["buy", "sign up"])
    assert.deepStrictEqual(yield* names("event_definitions/?event_type=event_posthog"), ["$pageview"])
    assert.strictEqual((yield* names("event_definitions/?event_type=event&search=")).length, 3)
    assert.deepStrictEqual(yield* names("event_definitions/?ordering=-name"), ["sign up", "buy", "$pageview"])
    assert.deepStrictEqual(yield* names("event_definitions/?ordering=last_seen_at"), ["buy", "sign up", "$pageview"])
    assert.deepStrictEqual(yield* names("event_definitions/?order=-volume_30_day"), ["$pageview", "buy", "sign up"])
    assert.deepStrictEqual(yield* names("event_definitions/?ordering=-last_seen_at::date&limit=1"), ["$pageview"])
    assert.deepStrictEqual(yield* names("event_definitions/?ordering=password&offset=2"), ["sign up"])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("parameters that say nothing sound are refused by name", () =>
  Effect.gen(function*() {
    const refusals = [
      ["property_definitions/?type=cohort", "type", "invalid_choice"],
      ["property_definitions/?type=group&group_type_index=5", "group_type_index", "max_value"],
      ["property_definitions/?type=group&group_type_index=x", "group_type_index", "invalid_input"],
      ["property_definitions/?event_names=$pageview", "event_names", "not_a_list"],
      ["property_definitions/?event_names=[{}]", "event_names__0", "invalid_input"],
      ["property_definitions/?excluded_properties={}", "excluded_properties", "not_a_list"],
      ["property_definitions/?is_feature_flag=maybe", "is_feature_flag", "invalid_input"],
      ["event_definitions/?event_type=action", "event_type", "invalid_choice"],
      ["event_definitions/?exclude_hidden=perhaps", "exclude_hidden", "invalid_input"],
      ["event_definitions/by_name/", "name", "required"],
      ["event_definitions/by_name/?name=", "name", "required"]
    ] as const
    for (const [path, attr, code] of refusals) {
      const { body, status } = yield* call("GET", path)
      assert.deepStrictEqual([status, body["attr"], body["code"]], [400, attr, code], path)
    }
  }).pipe(Effect.provide(TestApi.layer)))
