import { assert, describe, it } from "@effect/vitest"
import type { OutboxConsumer } from "@hedgerow/core/outbox/OutboxConsumer"
import { StorageConsumers } from "@hedgerow/core/Workers"
import { Hedgerow } from "@hedgerow/embed"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import * as PgDatabase from "@hedgerow/storage-pg/database/PgDatabase"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { sender, sql } from "./Embedding.ts"

const project = "/api/projects/@current"

const made = async (workers: boolean) => {
  const hedgerow = await Hedgerow.make({ storage: MemoryStorage.layer, workers })
  return { hedgerow, send: sender(hedgerow, hedgerow.first?.personalApiKey) }
}

/** The requests that need somebody who works in the background. */
const needing = {
  "a query in the background": ["POST", "/query/", sql("SELECT 1", { refresh: "force_async" })],
  "a cohort that is calculated": ["POST", "/cohorts/", {
    name: "Pros",
    filters: {
      properties: { type: "AND", values: [{ type: "person", key: "plan", value: "pro", operator: "exact" }] }
    }
  }]
} as const

describe("Hedgerow without workers", () => {
  it("refuses what would be queued for ever, and stores nothing of it", async () => {
    const { hedgerow, send } = await made(false)
    for (const [method, path, body] of Object.values(needing)) {
      const refused = await send(method, project + path, body)
      assert.strictEqual(refused.status, 501)
      assert.deepInclude(refused.body, { type: "server_error", code: "background_work_off", attr: null })
      assert.match(String(refused.body?.["detail"]), /needs work in the background .*`workers: false`/)
    }
    assert.deepInclude((await send("GET", `${project}/cohorts/`)).body, { count: 0 })
    await hedgerow.close()
  })

  it("answers what needs none", async () => {
    const { hedgerow, send } = await made(false)
    const answered = await send("POST", `${project}/query/`, sql("SELECT 1"))
    assert.deepStrictEqual(answered.body?.["results"], [[1]])
    await hedgerow.close()
  })

  it("is not made over a storage that copies changes elsewhere", async () => {
    const consumer = { name: "copies", handle: () => Effect.void } as unknown as OutboxConsumer
    const error = await Hedgerow.make({
      storage: MemoryStorage.layer,
      settings: Layer.succeed(StorageConsumers, [consumer]),
      workers: false
    }).catch((failure: unknown) => failure)
    assert.instanceOf(error, Error)
    assert.include(String(error), "This storage needs work in the background")
  })
})

describe("Hedgerow with workers", () => {
  it("does all of it", async () => {
    const { hedgerow, send } = await made(true)
    for (const [method, path, body] of Object.values(needing)) {
      assert.include([200, 201], (await send(method, project + path, body)).status)
    }
    await vi.waitUntil(async () => {
      const { body } = await send("GET", `${project}/cohorts/`)
      const [cohort] = (body?.["results"] ?? []) as ReadonlyArray<Record<string, unknown>>
      return cohort?.["is_calculating"] === false && cohort["last_calculation"] !== null
    }, { timeout: 60_000 })
    await hedgerow.close()
  })

  it.effect(
    "applies a scheduled change when its time has come, on the clock of the effect",
    () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-05-01T00:00:00Z")))
        const context = yield* Layer.build(Hedgerow.layer({ storage: MemoryStorage.layer, first: { project: "Shop" } }))
        const hedgerow = Context.get(context, Hedgerow)
        const key = hedgerow.first._tag === "Some" ? hedgerow.first.value.personalApiKey : undefined
        const send = (...request: Parameters<ReturnType<typeof sender>>) =>
          Effect.promise(() => sender(hedgerow, key)(...request))
        const flag = yield* send("POST", `${project}/feature_flags/`, {
          key: "beta",
          active: false,
          _should_create_usage_dashboard: false
        })
        const planned = yield* send("POST", `${project}/scheduled_changes/`, {
          model_name: "FeatureFlag",
          record_id: flag.body?.["id"],
          payload: { operation: "update_status", value: true },
          scheduled_at: "2026-05-02T00:00:00Z"
        })
        assert.strictEqual(planned.status, 201)
        yield* TestClock.adjust("25 hours")
        yield* Effect.promise(() =>
          vi.waitUntil(async () => {
            const path = `${project}/feature_flags/${String(flag.body?.["id"])}/`
            return (await sender(hedgerow, key)("GET", path)).body?.["active"] === true
          }, { timeout: 60_000 })
        )
      }),
    60_000
  )
})

it.effect(
  "a process without workers leaves the work to another one on the same PostgreSQL",
  () =>
    Effect.gen(function*() {
      const options = yield* PgDatabase.PgDatabase
      const storage = () => PgStorage.layer(options)
      const web = yield* Effect.promise(() => Hedgerow.make({ storage: storage(), workers: "elsewhere" }))
      const send = sender(web, web.first?.personalApiKey)
      const begun = yield* Effect.promise(() =>
        send("POST", `${project}/query/`, sql("SELECT 1", { refresh: "force_async", client_query_id: "later" }))
      )
      assert.strictEqual(begun.status, 200)
      const isDone = async () => {
        const { body } = await send("GET", `${project}/query/later/`)
        return (body?.["query_status"] as { readonly complete: boolean } | undefined)?.complete === true
      }
      assert.strictEqual(yield* Effect.promise(isDone), false)
      const worker = yield* Effect.promise(() => Hedgerow.make({ storage: storage() }))
      assert.isUndefined(worker.first)
      yield* Effect.promise(() => vi.waitUntil(isDone, { timeout: 60_000 }))
      yield* Effect.promise(() => Promise.all([web.close(), worker.close()]))
    }).pipe(Effect.provide(PgTest.layerEmpty)),
  120_000
)
