import { NodeRuntime } from "@effect/platform-node"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { runConsumers } from "@hedgerow/core/outbox/OutboxRunner"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as PgActivityRepository from "@hedgerow/storage-pg/activity/PgActivityRepository"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import * as PgTransaction from "@hedgerow/storage-pg/database/PgTransaction"
import * as PgOutboxConsumerRepository from "@hedgerow/storage-pg/outbox/PgOutboxConsumerRepository"
import * as PgOutboxRepository from "@hedgerow/storage-pg/outbox/PgOutboxRepository"
import { Console, DateTime, Effect, Layer, Redacted } from "effect"
import { createInterface } from "node:readline"
import { Client } from "pg"

/**
 * Started by `bench/controlPlane.ts`: each line it reads names a load and the number of transactions to run of it, and
 * is answered once they are done. Every load exists twice: as a domain writes, and as a bare statement of
 * node-postgres.
 */
const url = process.argv[2] ?? ""
const project = 1 as ProjectId
const organization = OrganizationId.make("01980000-0000-7000-8000-000000000001")
const rowsAtOnce = 100

const payload = { id: "01980000-0000-7000-8000-000000000002", version: 3, properties: { plan: "pro", seats: 5 } }
const message = { project, topic: "persons", key: payload.id, payload }
const messages = Array.from({ length: rowsAtOnce }, () => message)

const before = { name: "Meadow", active: false, filters: { groups: [{ rollout_percentage: 10 }] } }
const after = { ...before, active: true, filters: { groups: [{ rollout_percentage: 50 }] } }
const activity = {
  organization,
  project,
  actor: "system",
  scope: "FeatureFlag",
  activity: "updated",
  itemId: "12",
  name: "Meadow",
  before,
  after
} as const

/** A detail as long as the one that `activity` makes. */
const detail = {
  changes: [
    { type: "FeatureFlag", action: "changed", field: "active", before: false, after: true },
    {
      type: "FeatureFlag",
      action: "changed",
      field: "filters",
      before: before.filters,
      after: after.filters,
      paths: [{ path: "groups.0.rollout_percentage", action: "changed", before: 10, after: 50 }]
    }
  ],
  trigger: null,
  name: "Meadow",
  short_id: null,
  type: null
}

const insertOutbox = `INSERT INTO bench_outbox (project_id, position, topic, key, payload, appended_at)
  SELECT $1, $2::int8 + place, topic, key, payload, $3
  FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY m(topic, key, payload, place)`
const insertActivity =
  `INSERT INTO bench_activity (project_id, id, organization_id, user_id, user_first_name, user_email,
  activity, scope, item_id, detail, created_at) VALUES ($1, $2, $3, NULL, NULL, NULL, $4, $5, $6, $7, $8)`

const preparations = [
  "SET search_path TO hedgerow",
  "CREATE TABLE IF NOT EXISTS bench_outbox (LIKE outbox INCLUDING ALL)",
  "CREATE TABLE IF NOT EXISTS bench_activity (LIKE activity_log INCLUDING ALL)"
]

const openBare = Effect.acquireRelease(
  Effect.gen(function*() {
    const client = new Client({ connectionString: url })
    yield* Effect.promise(() => client.connect())
    yield* Effect.forEach(preparations, (text) => Effect.promise(() => client.query(text)), { discard: true })
    return client
  }),
  (client) => Effect.promise(() => client.end())
)

const makeLoads = Effect.gen(function*() {
  const { append } = yield* Outbox
  const { record } = yield* ActivityLog
  const { run } = yield* Transaction
  const client = yield* openBare
  let position = 0

  const bare = (name: string, text: string, values: ReadonlyArray<unknown>) =>
    Effect.forEach(
      ["BEGIN", { name, text, values: [...values] }, "COMMIT"],
      (query) => Effect.promise(() => client.query(query)),
      { discard: true }
    )

  const now = Effect.map(DateTime.now, DateTime.toDateUtc)

  const bareOutbox = (count: number) =>
    Effect.flatMap(now, (at) => {
      const own = messages.slice(0, count)
      position += count
      return bare("outbox", insertOutbox, [
        project,
        position,
        at,
        own.map(({ topic }) => topic),
        own.map(({ key }) => key),
        own.map((one) => JSON.stringify(one.payload))
      ])
    })

  const bareActivity = Effect.flatMap(Effect.all([makeUuid7, now]), ([id, at]) =>
    bare("activity", insertActivity, [
      project,
      id,
      organization,
      activity.activity,
      activity.scope,
      activity.itemId,
      JSON.stringify(detail),
      at
    ]))

  return new Map<string, Effect.Effect<void>>([
    ["outbox", run(append([message]))],
    ["bare outbox", bareOutbox(1)],
    ["outbox rows", run(append(messages))],
    ["bare outbox rows", bareOutbox(rowsAtOnce)],
    ["activity", run(record(activity))],
    ["bare activity", bareActivity]
  ])
})

const repositories = Layer.mergeAll(
  PgActivityRepository.layer,
  PgOutboxConsumerRepository.layer,
  PgOutboxRepository.layer,
  PgTransaction.layer
).pipe(
  Layer.provide(PgHints.layer),
  Layer.provide(PgDatabase.layerClient),
  Layer.provide(PgDatabase.PgDatabase.layer({ url: Redacted.make(url) }))
)

const services = Layer.mergeAll(ActivityLog.layer, Outbox.layer).pipe(Layer.provideMerge(repositories))

const program = Effect.gen(function*() {
  yield* runConsumers([])
  const loads = yield* makeLoads
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  yield* Console.log("ready")
  while (true) {
    const line = yield* Effect.promise(() => lines.next())
    if (line.done === true) return
    const [name, count] = line.value.split(":")
    const load = loads.get(name ?? "") ?? Effect.die(new Error(`no such load: ${name}`))
    yield* Effect.repeat(load, { times: Number(count) - 1 })
    yield* Console.log("done")
  }
})

program.pipe(Effect.scoped, Effect.provide(services), NodeRuntime.runMain)
