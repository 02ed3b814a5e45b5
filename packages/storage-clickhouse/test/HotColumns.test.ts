import { assert, layer } from "@effect/vitest"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { addHotKey, readHotKeys } from "@hedgerow/storage-clickhouse/hotkeys/HotColumns"
import { hotColumnName, hotKeyOf, initialHotKeys } from "@hedgerow/storage-clickhouse/schema/HotKeys"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"
import { clickhouse } from "./EventStoreTest.ts"

const project = 1 as ProjectId
const oddKey = "a.b/`c` %é\\'"
const values = ["1", "\"\"", "null", "\"pro\"", "[1,\"x\"]", "true"]
const cells = ["1", "", null, "pro", "[1,\"x\"]", "true"]

const append = (key: string) =>
  Effect.gen(function*() {
    const store = yield* EventStore
    const events = yield* Effect.forEach(
      values,
      (value, at) =>
        fixtures.makeEvent(project, { event: `${key} ${at}`, derived: `{${JSON.stringify(key)}:${value}}` })
    )
    yield* store.append(yield* makeUuid7, events)
  })

const read = Effect.fnUntraced(function*(key: string) {
  const engine = yield* ClickHouse
  const { rows } = yield* engine.query({
    sql: `SELECT ${
      quoted(hotColumnName(key))
    } FROM ${engine.database}.events WHERE event LIKE concat({key:String}, ' %')
      ORDER BY event, inserted_at`,
    params: { key: key.replaceAll(/[\\%_]/g, "\\$&") }
  })
  return rows.map(([cell]) => cell)
})

const store = Layer.provideMerge(ClickHouseEventStore.layer, clickhouse)

layer(store, { excludeTestServices: true })("hot keys", (it) => {
  it.effect("the initial ones have the cells that pj has", () =>
    Effect.gen(function*() {
      for (const { key } of initialHotKeys) {
        yield* append(key)
        assert.deepStrictEqual(yield* read(key), cells)
      }
      assert.deepStrictEqual(
        [...(yield* readHotKeys).keys()].toSorted(),
        initialHotKeys.map(({ key }) => key).toSorted()
      )
    }))

  it.effect("one added later has the cells of stored and of new events, and may be added again", () =>
    Effect.gen(function*() {
      yield* append(oddKey)
      yield* addHotKey({ key: oddKey, fewValues: true })
      assert.deepStrictEqual(yield* read(oddKey), cells)
      yield* addHotKey({ key: oddKey, fewValues: true })
      yield* append(oddKey)
      assert.deepStrictEqual(yield* read(oddKey), cells.flatMap((cell) => [cell, cell]))
      assert.strictEqual((yield* readHotKeys).get(oddKey), hotColumnName(oddKey))
    }))

  it.effect("names of columns lead back to their keys", () =>
    Effect.sync(() => {
      for (const key of ["plan", "$browser", "", "%", oddKey, "🌿"]) {
        assert.strictEqual(hotKeyOf(hotColumnName(key)), key)
      }
      assert.strictEqual(hotKeyOf("properties"), undefined)
    }))
})
