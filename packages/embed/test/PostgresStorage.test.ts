import { PgPool } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Hedgerow } from "@hedgerow/embed"
import * as PgDatabase from "@hedgerow/storage-pg/database/PgDatabase"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { sender, sql } from "./Embedding.ts"

const project = "/api/projects/@current"

/** The pool that an application has for itself. */
const ownPool = (config: PgPool.Config) => Layer.effect(PgPool.PgPool, PgPool.make(config))

describe("Hedgerow on a PostgreSQL of the application", () => {
  it.effect(
    "works over its pool, in a schema of its own, beside a second instance in another one",
    () =>
      Effect.gen(function*() {
        const { url } = yield* PgDatabase.PgDatabase
        const inSchema = (schema: string) => {
          const pool = ownPool({ url, maxConnections: 5, ...PgDatabase.poolSettings({ schema }) })
          return Effect.promise(() =>
            Hedgerow.make({ storage: PgStorage.layerPooled({ url, schema }).pipe(Layer.provide(pool)) })
          )
        }
        const [shop, blog] = [yield* inSchema("shop_analytics"), yield* inSchema("blog_analytics")]
        const captured = yield* Effect.promise(() =>
          sender(shop, undefined)("POST", "/capture/", {
            api_key: shop.first?.project.api_token,
            event: "order placed",
            distinct_id: "ada",
            properties: { $set: { plan: "pro" } }
          })
        )
        assert.strictEqual(captured.status, 200)
        const ask = ({ fetch, first }: typeof shop) =>
          Effect.promise(() =>
            sender({ fetch }, first?.personalApiKey)(
              "POST",
              `${project}/query/`,
              sql("SELECT event, person.properties.plan FROM events")
            )
          )
        assert.deepStrictEqual((yield* ask(shop)).body?.["results"], [["order placed", "pro"]])
        assert.deepStrictEqual((yield* ask(blog)).body?.["results"], [])
        yield* Effect.promise(() => Promise.all([shop.close(), blog.close()]))
      }).pipe(Effect.provide(PgTest.layerEmpty)),
    120_000
  )

  it.effect("refuses a pool whose sessions are not as the storage needs them", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const storage = PgStorage.layerPooled({ url }).pipe(Layer.provide(ownPool({ url })))
      const error = yield* Effect.promise(() => Hedgerow.make({ storage }).catch((failure: unknown) => failure))
      assert.include(String(error), "The sessions of the pool have search_path = ")
    }).pipe(Effect.provide(PgTest.layerEmpty)), 120_000)

  it.effect("finds its data again", () =>
    Effect.gen(function*() {
      const options = yield* PgDatabase.PgDatabase
      const first = { token: "phc_shop", key: "phx_0123456789012345678901" }
      const make = () => Hedgerow.make({ storage: PgStorage.layer(options), first })
      const before = yield* Effect.promise(make)
      assert.isDefined(before.first)
      yield* Effect.promise(before.close)
      const after = yield* Effect.promise(make)
      assert.isUndefined(after.first)
      assert.strictEqual((yield* Effect.promise(() => sender(after, first.key)("GET", `${project}/`))).status, 200)
      yield* Effect.promise(after.close)
    }).pipe(Effect.provide(PgTest.layerEmpty)), 120_000)
})
