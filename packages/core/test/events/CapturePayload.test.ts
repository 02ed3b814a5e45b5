import { assert, describe, it } from "@effect/vitest"
import type { CaptureRejected } from "@hedgerow/core/events/Capture"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { readEventTime } from "@hedgerow/core/events/EventTimeText"
import { parseCapture } from "@hedgerow/core/ingestion/CapturePayload"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect, Result, Schema } from "effect"
import { ReadableRecord } from "../shared/support/ReadableJson.ts"

const receivedAt = readEventTime("2026-03-04T12:00:00Z") as EventTime
const token = "phc_test"
const uuid = "0198c0de-0000-7000-8000-000000000001"

const parseText = (
  body: string,
  over: { readonly ip?: string; readonly sentAt?: string; readonly at?: EventTime; readonly token?: string } = {}
) =>
  Effect.runSync(Effect.result(
    parseCapture({ body, receivedAt: over.at ?? receivedAt, ip: over.ip, sentAt: over.sentAt, token: over.token })
  ))

const parse = (body: unknown, over = {}) => parseText(JSON.stringify(body), over)
const events = (body: unknown, over = {}) => Result.getOrThrow(parse(body, over)).events
const one = (fields: object, over = {}) => {
  const [event] = events({ api_key: token, event: "e", distinct_id: "u", ...fields }, over)
  if (event === undefined) throw new Error("no event")
  return event
}
const faultOf = (result: Result.Result<unknown, CaptureRejected>) =>
  Result.match(result, { onFailure: (error) => [error.fault, error.index], onSuccess: () => ["accepted", null] })

const event = { event: "e", distinct_id: "u" }
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))

describe("body forms and tokens", () => {
  const accepted: ReadonlyArray<readonly [name: string, body: unknown]> = [
    ["batch with api_key", { api_key: token, batch: [event] }],
    ["batch with token", { token, batch: [event] }],
    ["batch with $token", { $token: token, batch: [event] }],
    ["batch with tokens in its events", { batch: [{ ...event, token }] }],
    ["list with properties.token", [{ ...event, properties: { token } }]],
    ["list with api_key", [{ ...event, api_key: token }]],
    ["one event with api_key", { ...event, api_key: token }],
    ["one event with properties.token", { ...event, properties: { token } }],
    ["an outer token wins over a property of that name", {
      api_key: token,
      batch: [{ ...event, properties: { token: 7 } }]
    }],
    ["an empty distinct id beside one in the properties", {
      ...event,
      token,
      distinct_id: "",
      properties: { distinct_id: "u" }
    }],
    ["person update without a name", { $token: token, $distinct_id: "u", $set: { a: 1 } }]
  ]
  for (const [name, body] of accepted) {
    it(name, () => {
      const batch = Result.getOrThrow(parse(body))
      assert.strictEqual(batch.token, token)
      assert.deepStrictEqual(batch.events.map((read) => read.distinct_id), ["u"])
    })
  }

  it("a token beside the body counts when the body has none", () => {
    const outside = { token: "phc_outside" }
    assert.strictEqual(Result.getOrThrow(parse(event, outside)).token, "phc_outside")
    assert.strictEqual(Result.getOrThrow(parse({ ...event, token }, outside)).token, token)
    assert.strictEqual(Result.getOrThrow(parse([{ ...event, token }], outside)).token, token)
    assert.deepStrictEqual(faultOf(parse(event, { token: "phx_key" })), ["personal_key_as_token", null])
  })

  const refused: ReadonlyArray<readonly [name: string, body: string, fault: string, index: number | null]> = [
    ["no body", "", "empty_body", null],
    ["blank body", " \n", "empty_body", null],
    ["no JSON", "{\"api_key\"", "malformed_json", null],
    ["a number", "1", "invalid_event", null],
    ["empty batch", JSON.stringify({ api_key: token, batch: [] }), "empty_batch", null],
    ["empty list", "[]", "empty_batch", null],
    ["batch is no list", JSON.stringify({ api_key: token, batch: {} }), "invalid_event", null],
    ["no token", JSON.stringify(event), "missing_token", null],
    ["one event without token", JSON.stringify([{ ...event, token }, event]), "missing_token", 1],
    ["two tokens", JSON.stringify([{ ...event, token }, { ...event, token: "phc_b" }]), "inconsistent_tokens", 1],
    ["personal key", JSON.stringify({ ...event, api_key: "phx_a" }), "personal_key_as_token", null],
    ["project secret", JSON.stringify({ ...event, api_key: "phs_a" }), "project_secret_as_token", null],
    ["empty token", JSON.stringify({ ...event, api_key: "" }), "malformed_token", null],
    ["token that is no text", JSON.stringify({ ...event, api_key: 5 }), "malformed_token", null],
    ["long token", JSON.stringify({ ...event, api_key: "x".repeat(65) }), "malformed_token", null],
    ["non-ASCII token", JSON.stringify({ ...event, api_key: "phc_é" }), "malformed_token", null],
    ["event is no object", JSON.stringify({ api_key: token, batch: [event, 3] }), "invalid_event", 1],
    [
      "no event name",
      JSON.stringify({ api_key: token, batch: [event, { distinct_id: "u" }] }),
      "missing_event_name",
      1
    ],
    ["empty event name", JSON.stringify({ ...event, api_key: token, event: "" }), "missing_event_name", 0],
    ["event name is no text", JSON.stringify({ ...event, api_key: token, event: 5 }), "invalid_event", 0],
    ["no distinct id", JSON.stringify({ api_key: token, event: "e" }), "missing_distinct_id", 0],
    ["empty distinct id", JSON.stringify({ ...event, api_key: token, distinct_id: "" }), "missing_distinct_id", 0],
    ["bad uuid", JSON.stringify({ ...event, api_key: token, uuid: "nope" }), "invalid_uuid", 0],
    ["uuid is no text", JSON.stringify({ ...event, api_key: token, uuid: 5 }), "invalid_uuid", 0],
    ["properties are no object", JSON.stringify({ ...event, api_key: token, properties: "x" }), "invalid_event", 0],
    [
      "too large an event",
      JSON.stringify({ api_key: token, batch: [event, { ...event, properties: { a: "é".repeat(600_000) } }] }),
      "event_too_large",
      1
    ],
    [
      "an event of too many properties",
      JSON.stringify({ api_key: token, batch: [event, { ...event, properties: { list: [named(20_000)] } }] }),
      "event_too_large",
      1
    ],
    ["a lone event of too many", JSON.stringify({ token, ...event, $set: named(20_000) }), "event_too_large", 0],
    ["too many names around a batch", JSON.stringify({ batch: [event], ...named(20_000) }), "event_too_large", null]
  ]
  for (const [name, body, fault, index] of refused) {
    it(`${name}: ${fault}`, () => assert.deepStrictEqual(faultOf(parseText(body)), [fault, index]))
  }

  it("takes an event with as many names as it may have", () => {
    // Its own name, distinct id and properties are three of them.
    assert.strictEqual(events({ api_key: token, batch: [{ ...event, properties: named(19_997) }] }).length, 1)
    assert.deepStrictEqual(
      faultOf(parse({ api_key: token, batch: [{ ...event, properties: named(19_998) }] })),
      ["event_too_large", 0]
    )
  })

  it("reads NaN and Infinity as null, but not inside strings", () => {
    const body =
      "\uFEFF{\"api_key\":\"phc_test\",\"event\":\"NaN\",\"distinct_id\":\"u\",\"properties\":{\"a\":NaN,\"b\":[-Infinity],\"c\":\"\\\"NaN\"}}"
    const [read] = Result.getOrThrow(parseText(body)).events
    assert.strictEqual(read?.event, "NaN")
    assert.strictEqual(read?.derived, "{\"a\":null,\"b\":[null],\"c\":\"\\\"NaN\"}")
  })
})

describe("distinct id", () => {
  const ids: ReadonlyArray<readonly [json: string, id: string]> = [
    ["\"u\"", "u"],
    ["5", "5"],
    ["12345678901234567890", "12345678901234567890"],
    ["1.50", "1.50"],
    ["true", "true"],
    ["{\"b\": 1, \"a\": [2]}", "{\"a\":[2],\"b\":1}"],
    ["\"a\\u0000b\\ud800\"", "a\uFFFDb\uFFFD"],
    [JSON.stringify("😀".repeat(201)), "😀".repeat(200)],
    [JSON.stringify("x".repeat(201)), "x".repeat(200)]
  ]
  for (const [json, id] of ids) {
    it(`${json.slice(0, 40)} at the top and in properties`, () => {
      const top = parseText(`{"api_key":"t","event":"e","distinct_id":${json}}`)
      const inside = parseText(`{"api_key":"t","event":"e","properties":{"distinct_id":${json}}}`)
      assert.deepStrictEqual(Result.getOrThrow(top).events.map((read) => read.distinct_id), [id])
      assert.deepStrictEqual(Result.getOrThrow(inside).events.map((read) => read.distinct_id), [id])
    })
  }

  it("survives an id nested without end", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    const batch = Result.getOrThrow(parseText(`{"api_key":"t","event":"e","distinct_id":${deep}}`))
    assert.strictEqual(batch.events[0]?.distinct_id, "[".repeat(200))
  })

  it("prefers the top level", () => {
    assert.strictEqual(one({ distinct_id: "top", properties: { distinct_id: "inside" } }).distinct_id, "top")
    assert.strictEqual(one({ distinct_id: null, $distinct_id: "dollar" }).distinct_id, "dollar")
  })
})

describe("identity", () => {
  const timestamp = "2026-03-01T00:00:00Z"

  it("keeps valid uuids in their canonical form", () => {
    assert.strictEqual(one({ uuid: uuid.toUpperCase() }).uuid, uuid as never)
    assert.strictEqual(one({ uuid: uuid.replaceAll("-", "") }).uuid, uuid as never)
    assert.strictEqual(one({ uuid: "00000000-0000-0000-0000-000000000001" }).uuid.at(-1), "1")
  })

  it("derives a missing one from the event's bytes, so that a retry is the same event", () => {
    const batch = { api_key: token, batch: [{ ...event, timestamp }, { ...event, timestamp, uuid: "" }] }
    const first = events(batch).map((read) => read.uuid)
    const later = events(batch, { at: receivedAt + 5_000_000 }).map((read) => read.uuid)
    assert.deepStrictEqual(first, later)
    assert.notStrictEqual(first[0], first[1])
  })

  it("keeps equal events of one request apart", () => {
    const batch = { api_key: token, batch: [{ ...event, timestamp }, { ...event, timestamp }, { ...event, timestamp }] }
    assert.strictEqual(new Set(events(batch).map((read) => read.uuid)).size, 3)
  })

  it("takes the time the request was sent, else of its arrival, for an event without time", () => {
    const sent = { api_key: token, batch: [event], sent_at: timestamp }
    assert.strictEqual(events(sent)[0]?.uuid, events(sent, { at: receivedAt + 1 })[0]?.uuid)
    const bare = { api_key: token, batch: [event] }
    assert.strictEqual(events(bare)[0]?.uuid, events(bare)[0]?.uuid)
    assert.notStrictEqual(events(bare)[0]?.uuid, events(bare, { at: receivedAt + 1000 })[0]?.uuid)
  })
})

describe("time", () => {
  const arrival = "2026-03-04T12:00:00Z"
  const cases: ReadonlyArray<readonly [name: string, fields: object, iso: string]> = [
    ["none", {}, arrival],
    ["as sent", { timestamp: "2026-03-04T10:00:00.000001Z" }, "2026-03-04T10:00:00.000001Z"],
    [
      "skew is taken out",
      { timestamp: "2026-03-04T09:59:50Z", sent_at: "2026-03-04T10:00:00Z" },
      "2026-03-04T11:59:50Z"
    ],
    [
      "skew correction is off",
      { timestamp: "2026-03-04T09:59:50Z", sent_at: "2026-03-04T10:00:00Z", properties: { $ignore_sent_at: true } },
      "2026-03-04T09:59:50Z"
    ],
    ["unreadable sent_at", { timestamp: "2026-03-04T09:59:50Z", sent_at: "x" }, "2026-03-04T09:59:50Z"],
    ["offset", { offset: 1500 }, "2026-03-04T11:59:58.500000Z"],
    ["offset that is no number", { offset: "1500" }, arrival],
    ["absurd offset", { offset: 1e300 }, arrival],
    ["23 hours ahead", { timestamp: "2026-03-05T11:00:00Z" }, "2026-03-05T11:00:00Z"],
    ["more than 23 hours ahead", { timestamp: "2026-03-05T11:00:00.000001Z" }, arrival],
    ["far future", { timestamp: "9999-12-31T23:59:59Z" }, arrival],
    ["before 1900", { timestamp: "1899-01-01T00:00:00Z" }, arrival],
    ["skew leads before 1900", { timestamp: "1901-01-01", sent_at: "2150-01-01" }, arrival],
    ["unreadable", { timestamp: "soon" }, arrival],
    ["null", { timestamp: null }, arrival],
    ["object", { timestamp: {} }, arrival]
  ]
  for (const [name, fields, iso] of cases) {
    it(name, () => assert.strictEqual(toIso(one(fields).timestamp), iso))
  }

  it("takes sent_at of the query string when the body has none", () => {
    const fields = { timestamp: "2026-03-04T09:59:50Z" }
    assert.strictEqual(toIso(one(fields, { sentAt: "2026-03-04T10:00:00Z" }).timestamp), "2026-03-04T11:59:50Z")
    const millis = String(Date.UTC(2026, 2, 4, 10))
    assert.strictEqual(toIso(one(fields, { sentAt: millis }).timestamp), "2026-03-04T11:59:50Z")
    assert.strictEqual(one({}).sent_at, null)
  })
})

describe("properties", () => {
  const textOf = (fields: string, ip?: string) =>
    Result.getOrThrow(
      parseText(`{"api_key":"t","event":"e","distinct_id":"u"${fields}}`, ip === undefined ? {} : { ip })
    )
      .events[0]?.properties

  it("are kept byte for byte", () => {
    const sent = "{ \"b\":1.00, \"a\" :[1e2 ],\"b\":\"\\u0000\\ud800\\/\",\"c\":12345678901234567890 }"
    assert.strictEqual(textOf(`,"properties": ${sent} `), sent)
  })

  it("are empty when absent, null or an empty list", () => {
    assert.strictEqual(textOf(""), "{}")
    assert.strictEqual(textOf(",\"properties\":null"), "{}")
    assert.strictEqual(textOf(",\"properties\":[]"), "{}")
  })

  it("get $ip unless it is given or refused", () => {
    assert.strictEqual(textOf(",\"properties\":{\"a\":1.0}", "1.2.3.4"), "{\"a\":1.0,\"$ip\":\"1.2.3.4\"}")
    assert.strictEqual(textOf(",\"properties\":{\"$ip\":\"9.9.9.9\"}", "1.2.3.4"), "{\"$ip\":\"9.9.9.9\"}")
    assert.strictEqual(textOf(",\"properties\":{\"$ip\":null}", "1.2.3.4"), "{\"$ip\":null}")
    assert.strictEqual(textOf(",\"properties\":{\"$geoip_disable\":true}", "1.2.3.4"), "{\"$geoip_disable\":true}")
  })

  it("of a historical migration get no $ip, and their times are not corrected", () => {
    const fields = { event: "e", distinct_id: "u", timestamp: "2020-01-01T00:00:00Z" }
    const read = (outer: object) =>
      events({ api_key: token, sent_at: "2020-06-01T00:00:00Z", batch: [fields], ...outer }, { ip: "1.2.3.4" })[0]
    const moved = read({ historical_migration: true })
    assert.strictEqual(moved?.properties, "{}")
    assert.strictEqual(moved?.timestamp, Date.parse(fields.timestamp) * 1000)
    assert.strictEqual(moved?.sent_at, null)
    const sent = read({ historical_migration: "true" })
    assert.strictEqual(sent?.properties, "{\"$ip\":\"1.2.3.4\"}")
    assert.notStrictEqual(sent?.timestamp, moved?.timestamp)
  })

  it("take top-level $set, $set_once and $unset in", () => {
    assert.strictEqual(
      textOf(",\"$set\":{\"x\":1.0},\"$set_once\":{\"y\":2.0},\"$unset\":[\"z\",5]"),
      "{\"$set\":{\"x\":1.0},\"$set_once\":{\"y\":2.0},\"$unset\":[\"z\"]}"
    )
    assert.strictEqual(
      textOf(",\"$set\":{\"x\":1.0},\"properties\":{\"$set\":{\"x\":0,\"w\":3.0},\"k\":1}"),
      "{\"$set\":{\"w\":3.0,\"x\":1.0},\"k\":1}"
    )
    assert.strictEqual(textOf(",\"$set\":5,\"$unset\":{\"z\":\"\"}"), "{\"$unset\":[\"z\"]}")
    assert.strictEqual(
      textOf(",\"$unset\":[\"a\"],\"properties\":{\"$unset\":{\"b\":1}}"),
      "{\"$unset\":[\"b\",\"a\"]}"
    )
  })

  it.effect.prop(
    "the derived copy is that of the text, whatever the rules add",
    [ReadableRecord, ReadableRecord],
    ([properties, set]) =>
      Effect.sync(() => {
        const read = one({ properties, $set: set }, { ip: "1.2.3.4" })
        assert.deepStrictEqual(JSON.parse(read.properties), JSON.parse(JSON.stringify(read.values)))
        assert.deepStrictEqual({ ...JSON.parse(read.properties), $set: 0, $ip: 0 }, {
          ...JSON.parse(JSON.stringify(properties)),
          $set: 0,
          $ip: 0
        })
      })
  )
})

describe("robustness", () => {
  it("passes replacement characters that are in the text already", () => {
    assert.strictEqual(one({ event: "a\uFFFDb", properties: { k: "\uFFFD" } }).event, "a\uFFFDb")
  })

  it("replaces NUL and lone surrogates in names", () => {
    assert.strictEqual(one({ event: "a\0\ud800" }).event, "a\uFFFD\uFFFD")
  })

  it.effect("reads a batch of 20 000 events", () =>
    Effect.gen(function*() {
      const batch = Array.from({ length: 20_000 }, (_, i) => ({
        event: "$pageview",
        distinct_id: `u${i % 500}`,
        properties: { $current_url: `https://example.org/${i}`, price: i / 7, $set: { plan: "pro" } }
      }))
      const body = JSON.stringify({ api_key: token, batch })
      const { events: read } = yield* parseCapture({ body, receivedAt, ip: undefined, sentAt: undefined })
      assert.strictEqual(new Set(read.map((each) => each.uuid)).size, 20_000)
      assert.strictEqual(read[19_999]?.properties, JSON.stringify(batch[19_999]?.properties))
    }))

  it.effect.prop(
    "never throws, whatever JSON arrives",
    [Schema.Json],
    ([body]) => Effect.sync(() => assert.isTrue(Result.isResult(parse(body))))
  )

  it.effect.prop("never throws, whatever the members hold", [Schema.Record(
    Schema.Literals(["event", "distinct_id", "uuid", "timestamp", "offset", "sent_at", "properties", "$set", "$unset"]),
    Schema.Json
  )], ([fields]) => Effect.sync(() => assert.isTrue(Result.isResult(parse({ api_key: token, ...fields })))))
})
