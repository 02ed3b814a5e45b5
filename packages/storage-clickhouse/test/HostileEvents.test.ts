import { assert, layer } from "@effect/vitest"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { earliest, type EventTime, latest } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { cellDepth, cellPath, textMarkPath } from "@hedgerow/storage-clickhouse/schema/PropertyPaths"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"
import { storedEvents } from "./ClickHouseStoredRows.ts"
import { clickhouse } from "./EventStoreTest.ts"

/** Texts of properties that an engine refuses, rewrites or misreads where it reads them itself. */
const documents: ReadonlyArray<string> = [
  "{\"n\":123456789012345678901234567890,\"m\":-98765432109876543210.5e10,\"tiny\":0.00000012}",
  "{\"a\":1,\"a\":2,\"a\":{\"b\":3}}",
  "{\"a.b\":\"dotted\",\"a\":{\"b\":\"nested\",\"c.d\":{\"e\":1}}}",
  "[1,2,3]",
  "",
  "null",
  "\"text\"",
  "{",
  "{\"at\":\"2024-01-01T10:00:00Z\",\"day\":\"2024-01-01\",\"time\":\"2024-01-01 10:00:00\",\"n\":\"12\",\"t\":\"true\"}",
  "{\"float\":5.0,\"slash\":\"a/b\",\"e\":1e2,\"neg\":-0,\"null\":null,\"empty\":{},\"list\":[]}",
  "{\"mixed\":25}",
  "{\"mixed\":25.5}",
  "{\"mixed\":\"25\"}",
  "{\"mixed\":{\"x\":[]}}",
  "{\"nul\":\"a\\u0000b\",\"lone\":\"\\ud800\",\"pair\":\"\\ud83c\\udf3f\",\"control\":\"\\u0001\\u001f\\u007f\"}",
  "{\"tab\\tkey\":\"a\\tb\",\"line\\nkey\":\"a\\nb\\r\",\"back\\\\slash\":\"\\\\N \\\\t\",\"quote\\\"\":\"'\\\"`\"}",
  "{\"\":\"empty\",\" \":\"space\",\"%\":\"percent\",\"/\":\"slash\",\".\":\"dot\",\"`\":\"tick\",\"é🌿\":\"leaf\"}",
  "{\"null\":\"1\",\"size0\":\"2\",\"values\":\"3\",\"String\":\"4\",\"^k\":\"5\",\"k[]\":\"6\",\"k.:String\":\"7\",\"0\":\"8\"}",
  "{\"arrayText\":\"[1,2]\",\"objectText\":\"{\\\"b\\\":1}\",\"array\":[1,2],\"object\":{\"b\":1}}",
  "{\"__proto__\":\"p\",\"constructor\":\"c\",\"toString\":{\"length\":1}}",
  "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":\"deep\"}}}},\"list\":[{\"a\":1},[2]]}",
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key ${i}`, i]))),
  JSON.stringify({ ["long ".repeat(2_000)]: "of a long key", long: "value ".repeat(50_000) }),
  `${"{\"a\":".repeat(500)}1${"}".repeat(500)}`
]

type Json = { readonly [key: string]: Json } | ReadonlyArray<Json> | string | number | boolean | null

const cellText = (value: Json): string => typeof value === "string" ? value : canonicalJson(value)

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The expected value of a property at every path that has a cell, and the marks beside texts that look like containers.
 */
const expectedCells = (value: Json): ReadonlyArray<readonly [string, string]> => {
  const cells: Array<readonly [string, string]> = []
  const visit = (object: Json, steps: ReadonlyArray<string>): void => {
    if (!isObject(object) || steps.length >= cellDepth) return
    for (const [key, member] of Object.entries(object)) {
      const path = [...steps, key]
      if (member === null) continue
      cells.push([cellPath(path), cellText(member)])
      if (typeof member === "string" && /^[[{]/.test(member)) cells.push([textMarkPath(path), "1"])
      visit(member, path)
    }
  }
  visit(value, [])
  return cells
}

const one = 1 as ProjectId
const appended = Effect.fnUntraced(function*(events: ReadonlyArray<Event>) {
  yield* (yield* EventStore).append(yield* makeUuid7, events)
})

const readCells = Effect.fnUntraced(function*(event: Event, column: string, paths: ReadonlyArray<string>) {
  const engine = yield* ClickHouse
  const cells = paths.map((path) => `${column}.${quoted(path)}.:String`)
  const { rows } = yield* engine.query({
    sql: `SELECT length(JSONAllPaths(${column})), ${["1", ...cells].join(", ")} FROM ${engine.database}.events
      WHERE project_id = {project:Int32} AND uuid = {uuid:UUID}`,
    params: { project: event.project_id, uuid: event.uuid },
    settings: { max_query_size: 10_000_000 }
  })
  const [count, , ...values] = rows[0] ?? []
  return { count: Number(count), values }
})

const store = Layer.provideMerge(ClickHouseEventStore.layer, clickhouse)

layer(store, { excludeTestServices: true })("hostile events in ClickHouse", (it) => {
  it.effect.each(documents.map((text) => [text.slice(0, 60), text] as const))(
    "keeps %s and its cells",
    ([, properties]) =>
      Effect.gen(function*() {
        const derived = deriveProperties(properties)
        const event = yield* fixtures.makeEvent(one, { properties, derived, person_properties: derived })
        yield* appended([event])
        const stored = (yield* storedEvents(one)).find(({ uuid }) => uuid === event.uuid)
        assert.deepStrictEqual(stored, event)
        const expected = expectedCells(JSON.parse(derived) as Json)
        const some = expected.slice(0, 300)
        for (const column of ["pj", "person_pj"]) {
          const { count, values } = yield* readCells(event, column, some.map(([path]) => path))
          assert.strictEqual(count, expected.length)
          assert.deepStrictEqual(values, some.map(([, text]) => text))
          const absent = yield* readCells(
            event,
            column,
            ["absent", "a/absent", "null"].filter((path) => !expected.some(([known]) => known === path))
          )
          assert.isTrue(absent.values.every((value) => value === null))
        }
      })
  )

  it.effect("all of them in one insert", () =>
    Effect.gen(function*() {
      const project = 2 as ProjectId
      const events = yield* Effect.forEach(
        documents,
        (properties) => fixtures.makeEvent(project, { properties, derived: deriveProperties(properties) })
      )
      yield* appended(events)
      const byUuid = (list: ReadonlyArray<Event>) => list.toSorted((a, b) => a.uuid < b.uuid ? -1 : 1)
      assert.deepStrictEqual(byUuid(yield* storedEvents(project)), byUuid(events))
      assert.deepStrictEqual(byUuid(yield* storedEvents(project, "events_by_person")), byUuid(events))
    }))

  it.effect("a derived text that is no JSON leaves the event without cells", () =>
    Effect.gen(function*() {
      const event = yield* fixtures.makeEvent(one, { derived: "{\"a\":\"unterminated" })
      yield* appended([event])
      const { count } = yield* readCells(event, "pj", ["a"])
      assert.strictEqual(count, 0)
    }))

  it.effect("times from 1900 to 2199 are found by their microsecond and by ranges around it", () =>
    Effect.gen(function*() {
      const engine = yield* ClickHouse
      const project = 3 as ProjectId
      const moments = [earliest, -1, 0, 1, 1_700_000_000_999_999, 5_680_281_600_000_000, latest]
      const events = yield* Effect.forEach(
        moments,
        (time) =>
          fixtures.makeEvent(project, { timestamp: time as EventTime, inserted_at: 1_700_000_000_000_000 as EventTime })
      )
      yield* appended(events)
      const found = Effect.fnUntraced(function*(from: number, to: number) {
        const { rows } = yield* engine.query({
          sql: `SELECT toUnixTimestamp64Micro(timestamp) AS micros FROM ${engine.database}.events
            WHERE project_id = 3 AND timestamp >= fromUnixTimestamp64Micro({from:Int64}, 'UTC')
              AND timestamp < fromUnixTimestamp64Micro({to:Int64}, 'UTC') ORDER BY micros`,
          params: { from, to }
        })
        return rows.map(([micros]) => Number(micros))
      })
      const end = latest + 1
      for (const time of [...moments, 4_102_444_800_000_000]) {
        assert.deepStrictEqual(yield* found(time, time + 1), moments.filter((moment) => moment === time))
        assert.deepStrictEqual(yield* found(time, end), moments.filter((moment) => moment >= time))
        assert.deepStrictEqual(yield* found(earliest, time), moments.filter((moment) => moment < time))
      }
    }))

  it.effect("projects do not see each other's events", () =>
    Effect.gen(function*() {
      const { append, existing } = yield* EventStore
      const [here, there] = [11, 12].map((id) => id as ProjectId)
      if (here === undefined || there === undefined) return assert.fail()
      const mine = yield* fixtures.makeEvent(here)
      yield* append(yield* makeUuid7, [mine, { ...mine, project_id: there, properties: "{\"side\":\"south\"}" }])
      assert.deepStrictEqual(yield* storedEvents(here), [mine])
      assert.strictEqual((yield* existing(here, [mine.uuid])).size, 1)
      assert.strictEqual((yield* existing(13 as ProjectId, [mine.uuid])).size, 0)
    }))
})
