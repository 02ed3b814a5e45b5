import { assert, type Vitest } from "@effect/vitest"
import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { DomainServices } from "@hedgerow/core/Domain"
import { DataExportRepository } from "@hedgerow/core/exports/DataExportRepository"
import { DataExports } from "@hedgerow/core/exports/DataExports"
import { ExportContent, pieceBytes } from "@hedgerow/core/exports/ExportContent"
import { ExportSettings } from "@hedgerow/core/exports/ExportSettings"
import type { Project } from "@hedgerow/core/identity/Project"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { DateTime, Duration, Effect, Exit } from "effect"
import { parquetReadObjects } from "hyparquet"
import { capture, editing } from "../deletions/DeletionWorld.ts"
import { makeProject } from "../fixtures.ts"
import { bytesOf, runExport, runRemoval } from "./ExportWorld.ts"

type It = Vitest.MethodsNonLive<DomainServices | StoragePorts>

const ndjson = "application/x-ndjson"

/** Three events of two persons, of two days. */
const events = (project: Project) =>
  capture(project, [
    { event: "page", distinct_id: "ada", timestamp: "2024-06-10T09:00:00.125Z", properties: { path: "/é" } },
    { event: "order", distinct_id: "ada", timestamp: "2024-06-11T09:00:00Z", properties: { $set: { plan: "pro" } } },
    { event: "page", distinct_id: "bob", timestamp: "2024-06-11T10:00:00Z" }
  ])

const made = (project: Project, body: object) =>
  Effect.flatMap(DataExports, (exports) => exports.create(editing(project), body))

const linesOf = (bytes: Buffer) =>
  bytes.toString().trimEnd().split("\n").map((line): Readonly<Record<string, unknown>> => JSON.parse(line))

const query = (sql: string) => ({
  export_format: ndjson,
  export_context: { source: { kind: "HogQLQuery", query: sql } }
})

/** Tests of exports from the request to the bytes of the file. */
export const exportTests = (it: It): void => {
  it.effect("events of a time leave in their order, and nobody else's", () =>
    Effect.gen(function*() {
      const [project, other] = [yield* makeProject, yield* makeProject]
      yield* events(project)
      yield* events(other)
      const asked = yield* made(project, { export_format: ndjson, model: "events", date_from: "2024-06-11T00:00:00Z" })
      assert.deepInclude(asked, { status: "pending", rows: 0, bytes: 0, content: null })
      const done = yield* runExport(asked)
      const bytes = yield* bytesOf(done)
      assert.deepInclude(done, { status: "completed", rows: 2, bytes: bytes.length, error: null })
      assert.deepStrictEqual(
        linesOf(bytes).map(({ distinct_id, event, timestamp }) => [event, distinct_id, timestamp]),
        [
          ["order", "ada", "2024-06-11T09:00:00Z"],
          ["page", "bob", "2024-06-11T10:00:00Z"]
        ]
      )
      const exports = yield* DataExports
      assert.strictEqual((yield* Effect.flip(exports.find(other.id, done.id)))._tag, "DataExportNotFound")
      assert.strictEqual((yield* Effect.flip(exports.remove(editing(other), done.id)))._tag, "DataExportNotFound")
      assert.strictEqual((yield* exports.list(other.id, { limit: 10, offset: 0 })).items.length, 0)
      assert.strictEqual((yield* bytesOf(done)).length, done.bytes)
    }))

  it.effect("persons leave as a Parquet file, rows of a query as CSV", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      yield* events(project)
      const persons = yield* made(project, { export_format: "application/vnd.apache.parquet", model: "persons" })
      const bytes = yield* bytesOf(yield* runExport(persons))
      const rows = yield* Effect.promise(() => parquetReadObjects({ file: new Uint8Array(bytes).buffer }))
      assert.deepStrictEqual(rows.map(({ distinct_ids }) => String(distinct_ids)).toSorted(), ["ada", "bob"])
      const source = {
        kind: "HogQLQuery",
        query: "SELECT event, count() AS times FROM events GROUP BY event ORDER BY event"
      }
      const csv = yield* made(project, { export_format: "text/csv", export_context: { source } })
      assert.strictEqual((yield* bytesOf(yield* runExport(csv))).toString(), "event,times\r\norder,1\r\npage,2\r\n")
    }))

  it.effect("a file of several pieces is read from any place to any other", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const asked = yield* made(project, query("SELECT number, repeat('x', 50000) AS text FROM numbers(50) LIMIT 50"))
      const done = yield* runExport(asked)
      const whole = yield* bytesOf(done)
      assert.deepInclude(done, { status: "completed", rows: 50, bytes: whole.length })
      assert.isAbove(whole.length, 2 * pieceBytes)
      assert.strictEqual(linesOf(whole).length, 50)
      const places = [
        [0, 1],
        [pieceBytes - 1, pieceBytes + 1],
        [pieceBytes, 2 * pieceBytes],
        [17, whole.length - 1],
        [whole.length - 1, whole.length]
      ] as const
      for (const [from, to] of places) {
        assert.isTrue(whole.subarray(from, to).equals(yield* bytesOf(done, from, to)), `${from} to ${to}`)
      }
    }))

  it.effect("an attempt that was cut short leaves nothing in the file of the next one", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const [content, repository] = [yield* ExportContent, yield* DataExportRepository]
      const asked = yield* made(project, query("SELECT 1 AS one"))
      const first = yield* runExport(asked).pipe(Effect.provideService(ExportSettings, {
        keptFor: Duration.days(1),
        maxBytes: 5,
        maxOpen: 1
      }))
      assert.deepInclude(first, { status: "failed", completed_at: first.completed_at })
      assert.include(first.error, "more than 5 bytes")
      const key = { project: project.id, export: asked.id, content: first.content ?? asked.id }
      assert.isFalse(yield* content.write({ ...key, content: asked.id }, 0, Buffer.from("late")))
      assert.isTrue(yield* content.write(key, 7, Buffer.from("cut short")))
      yield* Effect.orDie(repository.update({ ...first, status: "running" }))
      const done = yield* runExport(asked, 2)
      assert.strictEqual((yield* bytesOf(done)).toString(), "{\"one\":1}\n")
      assert.isTrue((yield* content.read(key, 7))._tag === "None")
    }))

  it.effect("a query that fails says so in the export, once for all", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const asked = yield* made(project, query("SELECT nothing_of_this_name FROM events"))
      const failed = yield* runExport(asked)
      assert.deepInclude(failed, { status: "failed", rows: 0, bytes: 0 })
      assert.include(failed.error, "nothing_of_this_name")
      assert.deepStrictEqual(yield* runExport(asked), failed)
    }))

  it.effect("an attempt that ends by a defect is followed by another one, and the last one says so in the export", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const content = yield* ExportContent
      const broken = ExportContent.of({ ...content, write: () => Effect.die("a fault of the storage") })
      const asked = yield* made(project, query("SELECT 1 AS one"))
      const attempt = (attempts: number) =>
        Effect.exit(runExport(asked, attempts).pipe(Effect.provideService(ExportContent, broken)))
      const found = Effect.flatMap(DataExports, (exports) => exports.find(project.id, asked.id))
      assert.isTrue(Exit.isFailure(yield* attempt(1)))
      assert.deepInclude(yield* found, { status: "running", error: null })
      assert.isTrue(Exit.isFailure(yield* attempt(2)))
      assert.deepInclude(yield* found, { status: "failed", error: "The query failed for an internal reason." })
    }))

  it.effect("a removed export leaves no bytes, and a job that writes them stops", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const exports = yield* DataExports
      const done = yield* runExport(yield* made(project, query("SELECT 1 AS one")))
      const pending = yield* made(project, query("SELECT 2 AS two"))
      yield* exports.remove(editing(project), done.id)
      yield* exports.remove(editing(project), pending.id)
      assert.strictEqual((yield* Effect.flip(exports.find(project.id, done.id)))._tag, "DataExportNotFound")
      assert.strictEqual((yield* Effect.flip(bytesOf(done)))._tag, "ExportGone")
      assert.strictEqual((yield* Effect.flip(runExport(pending)))._tag, "DataExportNotFound")

      const content = yield* ExportContent
      const asked = yield* made(project, query("SELECT 3 AS three"))
      const answers: Array<boolean> = []
      const removedMeanwhile = ExportContent.of({
        ...content,
        write: (...piece) =>
          exports.remove(editing(project), asked.id).pipe(
            Effect.orDie,
            Effect.andThen(content.write(...piece)),
            Effect.tap((isKept) => Effect.sync(() => answers.push(isKept)))
          )
      })
      const found = runExport(asked).pipe(Effect.provideService(ExportContent, removedMeanwhile))
      assert.strictEqual((yield* Effect.flip(found))._tag, "DataExportNotFound")
      assert.deepStrictEqual(answers, [false])
    }))

  it.effect("an export expires with its file, and a deletion of data takes those that were made before it", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const [repository, exports] = [yield* DataExportRepository, yield* DataExports]
      const old = yield* runExport(yield* made(project, query("SELECT 1 AS one")))
      yield* runRemoval(old)
      assert.strictEqual((yield* bytesOf(old)).toString(), "{\"one\":1}\n")
      yield* Effect.orDie(repository.update({ ...old, expires_at: yield* DateTime.now }))
      yield* runRemoval(old)
      assert.strictEqual((yield* Effect.flip(exports.find(project.id, old.id)))._tag, "DataExportNotFound")
      assert.strictEqual((yield* Effect.flip(bytesOf(old)))._tag, "ExportGone")
      const kept = yield* runExport(yield* made(project, query("SELECT 2 AS two")))
      const traces = yield* TraceRemoval
      yield* traces.removeExports(project.id, DateTime.subtract(kept.created_at, { seconds: 1 }))
      assert.strictEqual((yield* bytesOf(kept)).toString(), "{\"two\":2}\n")
      yield* traces.removeExports(project.id, kept.created_at)
      assert.strictEqual((yield* Effect.flip(bytesOf(kept)))._tag, "ExportGone")
    }))

  it.effect("what cannot be exported is refused with its place, and nothing is begun", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const exports = yield* DataExports
      const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "page" }] }
      const refused: ReadonlyArray<readonly [body: object, path: string, message: string]> = [
        [{ export_format: ndjson }, "", "Either model or export_context is required"],
        [{ export_format: "image/png", model: "events" }, "export_format", "is not a valid choice"],
        [{ export_format: ndjson, model: "persons", date_to: "2024-01-01" }, "date_to", "wrong format"],
        [{ export_format: ndjson, model: "persons", date_to: "2024-01-01T00:00:00Z" }, "date_from", "Only events"],
        [{ export_format: ndjson, export_context: {} }, "export_context.source", "Name the query"],
        [
          { export_format: ndjson, export_context: { source: trends } },
          "export_context.source.kind",
          "TrendsQuery are not exported"
        ],
        [{ export_format: ndjson, export_context: { source: { kind: "Foo" } } }, "export_context.source", "Foo"]
      ]
      for (const [body, path, message] of refused) {
        const { issues: [issue] } = yield* Effect.flip(exports.create(editing(project), body))
        assert.strictEqual(issue.path.join("."), path, message)
        assert.include(issue.message, message)
      }
      assert.strictEqual((yield* exports.list(project.id, { limit: 10, offset: 0 })).items.length, 0)
    }))

  it.effect("a project has a bounded number of exports under way", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const { maxOpen } = yield* ExportSettings
      const bodies = Array.from({ length: maxOpen }, () => query("SELECT 1 AS one"))
      const all = yield* Effect.forEach(bodies, (body) => made(project, body))
      const { issues: [issue] } = yield* Effect.flip(made(project, query("SELECT 1 AS one")))
      assert.include(issue.message, `at most ${maxOpen} exports at a time`)
      yield* Effect.forEach(all.slice(0, 1), (one) => runExport(one))
      assert.strictEqual((yield* made(project, query("SELECT 1 AS one"))).status, "pending")
    }))
}
