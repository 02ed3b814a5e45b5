import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { DeletionSettings } from "@hedgerow/core/deletions/DeletionSettings"
import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import * as Domain from "@hedgerow/core/Domain"
import * as OutboxTrimming from "@hedgerow/core/outbox/OutboxTrimming"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { PgStorage } from "@hedgerow/storage-pg"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { DeletionWorld, fixtures } from "@hedgerow/testing/contracts"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"

const { ask, capture, editing, logEntry, runJob } = DeletionWorld

const markers = { id: "zq-id-7b1f0c95", email: "zq-mail-2ad94e61", plan: "zq-plan-90c3b7aa", note: "zq-note-55e8d012" }

/** The names of the markers that each file of the directory has. */
const found = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).flatMap(
    (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = readFileSync(path)
      return Object.entries(markers).flatMap(([name, marker]) =>
        bytes.includes(marker) ? [`${relative(directory, path)}: ${name}`] : []
      )
    }
  )

const directory = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "hedgerow-test-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const storage = (path: string) =>
  Domain.layer.pipe(
    Layer.provideMerge(PgStorage.layerEmbedded({})),
    Layer.provide(EmbeddedPostgres.layer({ directory: path, durable: false }))
  )

/** A merged person with events, cached answers and an entry in the query log, among others; its id and project. */
const leaveTraces = Effect.gen(function*() {
  const project = yield* fixtures.makeProject
  const { email, id, note, plan } = markers
  const timestamp = "2024-06-10T09:00:00Z"
  const others = Array.from({ length: 50 }, (_, at) => ({
    event: "page",
    timestamp,
    distinct_id: `other ${at}`,
    properties: { $set: { email: `other${at}@example.com` } }
  }))
  yield* capture(project, [
    { event: "page", timestamp, distinct_id: `before ${id}`, properties: { note } },
    {
      event: "$identify",
      timestamp,
      distinct_id: id,
      properties: { $anon_distinct_id: `before ${id}`, $set: { email, plan } }
    },
    { event: "order", timestamp, distinct_id: id, properties: { note } },
    ...others
  ])
  const sql =
    `SELECT properties.note, person.properties.email, person.properties.plan FROM events WHERE distinct_id = '${id}'`
  assert.strictEqual((yield* ask(project, sql)).length, 2)
  yield* (yield* QueryLogRepository).append([yield* logEntry(project.id, sql)])
  const person = yield* Effect.fromNullishOr(yield* (yield* PersonRepository).findByDistinctId(project.id, id))
  return { project, person: person.id }
})

const checkpoint = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CHECKPOINT`)

/** The compaction while somebody reads the persons until the last table is written anew: theirs has to wait. */
const whileRead = Effect.fnUntraced(function*(compact: Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const file = Effect.map(
    sql<{ file: string }>`SELECT relfilenode::text AS file FROM pg_class WHERE relname = 'webhook_deliveries'`,
    ([row]) => row?.file
  )
  const before = yield* file
  const isRead = yield* Deferred.make<void>()
  const reader = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT count(*) FROM persons`
    yield* Deferred.succeed(isRead, undefined)
    yield* Effect.repeat(file, { until: (now) => now !== before })
  })))
  yield* Deferred.await(isRead)
  yield* compact
  yield* Fiber.join(reader)
})

it.live(
  "a person who was deleted with its events is in no file of PostgreSQL but in the write-ahead log",
  () =>
    Effect.gen(function*() {
      const path = yield* directory
      yield* Effect.gen(function*() {
        const { person, project } = yield* leaveTraces
        yield* checkpoint
        const before = found(path)
        for (const name of Object.keys(markers)) {
          assert.isTrue(before.some((line) => line.startsWith("data/base/") && line.endsWith(`: ${name}`)), name)
        }
        const done = yield* runJob(yield* (yield* DataDeletions).deletePerson(editing(project), person, true))
        assert.strictEqual(done.status, "completed")
        yield* OutboxTrimming.trim([])
        yield* whileRead((yield* TraceRemoval).compact("data"))
      }).pipe(Effect.provide(storage(path)))
      assert.deepStrictEqual(found(path).filter((line) => !line.startsWith("data/pg_wal/")), [])
    }).pipe(
      Effect.scoped,
      Effect.provideService(DeletionSettings, { settledAfter: Duration.zero }),
      Effect.provide(NodeServices.layer)
    ),
  240_000
)
