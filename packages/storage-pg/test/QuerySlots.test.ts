import { assert, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import type { ProjectToken } from "@hedgerow/core/identity/Project"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Fiber, Latch, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

const services = Layer.fresh(Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts)))

/** An insight of two statements that run side by side. */
const insight = (n: number) => ({
  query: {
    kind: "TrendsQuery",
    series: ["weekly_active", "monthly_active"].map((math) => ({ kind: "EventsNode", event: `e${n}`, math }))
  }
})

it.live("slow insights of one project keep no other project's query waiting", () =>
  Effect.gen(function*() {
    const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
    const { project } = Option.getOrThrow(made)
    const { id: _, ...fields } = project
    const api_token = "phc_other" as ProjectToken
    const other = yield* (yield* ProjectRepository).insert({ ...fields, uuid: yield* makeUuid7, api_token })
    const execution = yield* QueryExecution
    const sql = yield* SqlClient.SqlClient
    const waiting = Effect.map(
      sql<{ count: number }>`SELECT count(*)::int4 AS count FROM pg_locks WHERE NOT granted AND locktype = 'relation'`,
      ([row]) => row?.count ?? 0
    )
    const locked = yield* Latch.make(false)
    const free = yield* Latch.make(false)
    yield* Effect.addFinalizer(() => free.open)
    const lock = Effect.andThen(sql`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`, locked.open)
    const holder = yield* Effect.forkChild(sql.withTransaction(Effect.andThen(lock, free.await)))
    yield* locked.await
    const fibers = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, n) => n),
      (n) => Effect.forkChild(execution.ask({ project, user: null }, insight(n)))
    )
    yield* Effect.repeat(Effect.delay(waiting, "20 millis"), { until: (count) => count >= 3 })
    const query = { query: { kind: "ServiceSqlQuery", query: "select count() from persons" } }
    const { json } = yield* execution.ask({ project: other, user: null }, query)
    assert.include(json.text, "\"results\":[[0]]")
    yield* Effect.repeat(Effect.delay(waiting, "20 millis"), { until: (count) => count === 3 })
    yield* free.open
    yield* Fiber.join(holder)
    for (const fiber of fibers) assert.include((yield* Fiber.join(fiber)).json.text, "\"results\"")
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services, PgTest.layer))))
