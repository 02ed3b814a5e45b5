import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { eventSource, makeReader, personSource, querySource } from "@hedgerow/core/exports/ExportSource"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { type ExportRequest, exportRows } from "@hedgerow/server/transfer/export/ExportRows"
import { importEvents } from "@hedgerow/server/transfer/import/ImportEvents"
import { storageTarget } from "@hedgerow/server/transfer/import/ImportTarget"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventOf, ndjson, write } from "./ImportFiles.ts"

const directory = mkdtempSync(join(tmpdir(), "hedgerow-export-test-"))
const path = (name: string): string => join(directory, name)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const quiet = () => Effect.void
const ever = { from: undefined, until: undefined }

const importing = Effect.fnUntraced(function*(sources: ReadonlyArray<string>) {
  const { project } = yield* TestApi
  return yield* importEvents(yield* storageTarget(project), {
    sources,
    reading: { format: undefined, csv: { delimiter: ",", isText: false } },
    mapping: { fields: new Map(), properties: new Map(), event: undefined },
    bounds: { events: 500, chars: 1_000_000 },
    rejectsPath: path("rejects"),
    statePath: path("state")
  }, quiet)
})

const TestLayer = Layer.merge(TestApi.layer, NodeServices.layer)

/** 3,000 events of 17 persons over some days. */
const filled = <A, E>(body: Effect.Effect<A, E, Layer.Success<typeof TestLayer>>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 1, 1))
    write.plain(path("all.ndjson"), ndjson(3_000))
    yield* importing([path("all.ndjson")])
    return yield* body
  }).pipe(Effect.provide(TestLayer))

const request = (folder: string, over: Partial<ExportRequest> = {}): ExportRequest => ({
  project: { id: ProjectId.make(1), uuid: deriveUuid("this installation") },
  folder: path(folder),
  format: "ndjson",
  rowsOfFile: 700,
  ...over
})

const reader = Effect.flatMap(TestApi, ({ project }) => makeReader(project))

interface Line {
  readonly uuid: string
  readonly properties: string
}

const linesOf = (folder: string): ReadonlyArray<Line> =>
  readdirSync(path(folder)).filter((name) => name.endsWith(".ndjson")).sort().flatMap((name) =>
    readFileSync(join(path(folder), name), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as Line)
  )

/** A hash of all that the events say, in their order. */
const hashOf = Effect.gen(function*() {
  const { query } = yield* TestApi
  const rows = yield* query(
    "select toString(uuid), event, distinct_id, timestamp, properties, toString(person_id) from events "
      + "order by timestamp limit 50000"
  )
  return [rows.length, createHash("sha256").update(JSON.stringify(rows)).digest("hex")]
})

const test = it.effect

describe("an export of events", () => {
  test("is in the order of time, in files whose sizes and hashes the list has", () =>
    filled(Effect.gen(function*() {
      const manifest = yield* exportRows(eventSource(yield* reader, ever), request("pieces"), quiet)
      assert.isTrue(manifest.complete)
      assert.deepStrictEqual([manifest.rows, manifest.files.map(({ rows }) => rows)], [3_000, [
        700,
        700,
        700,
        700,
        200
      ]])
      for (const { bytes, name, sha256 } of manifest.files) {
        const content = readFileSync(join(path("pieces"), name))
        assert.deepStrictEqual([content.length, createHash("sha256").update(content).digest("hex")], [bytes, sha256])
      }
      assert.deepStrictEqual(
        linesOf("pieces").map(({ uuid }) => uuid),
        Array.from({ length: 3_000 }, (_, i) => eventOf(i).uuid)
      )
      assert.strictEqual(linesOf("pieces")[7]?.properties, JSON.stringify(eventOf(7).properties))
    })))

  for (const format of ["ndjson", "csv", "parquet"] as const) {
    test(`as ${format} is imported again as the same events, byte by byte`, () =>
      Effect.gen(function*() {
        const [folder, before] = yield* filled(Effect.gen(function*() {
          const { files } = yield* exportRows(
            eventSource(yield* reader, ever),
            request(`round-${format}`, { format }),
            quiet
          )
          return [files.map(({ name }) => join(path(`round-${format}`), name)), yield* hashOf] as const
        }))
        const after = yield* Effect.gen(function*() {
          yield* TestClock.setTime(Date.UTC(2026, 1, 1))
          assert.deepStrictEqual(yield* importing(folder), { sources: 5, taken: 3_000, rejected: 0 })
          return yield* hashOf
        }).pipe(Effect.provide(TestLayer))
        assert.deepStrictEqual(after, before)
      }))
  }

  test("of some time has the events of that time", () =>
    filled(Effect.gen(function*() {
      const span = { from: "2026-01-01T02:00:00.000Z", until: "2026-01-01T03:00:00.000Z" }
      const { rows } = yield* exportRows(eventSource(yield* reader, span), request("span"), quiet)
      assert.strictEqual(rows, 60)
      assert.strictEqual(linesOf("span")[0]?.uuid, eventOf(120).uuid)
    })))
})

describe("an export that was stopped", () => {
  const stopping = (limit: number) => (rows: number) => rows > limit ? Effect.die("killed") : Effect.void

  test("goes on behind the last whole file, five times, and has each row once", () =>
    filled(Effect.gen(function*() {
      const source = eventSource(yield* reader, ever)
      for (const limit of [900, 1_300, 1_800, 2_200, 2_600]) {
        assert.strictEqual(
          (yield* Effect.exit(exportRows(source, request("events", { rowsOfFile: 400 }), stopping(limit))))._tag,
          "Failure"
        )
      }
      const whole = yield* exportRows(source, request("events", { rowsOfFile: 400 }), quiet)
      assert.strictEqual(whole.rows, 3_000)
      assert.deepStrictEqual(
        linesOf("events").map(({ uuid }) => uuid),
        Array.from({ length: 3_000 }, (_, i) => eventOf(i).uuid)
      )
      assert.deepStrictEqual(yield* exportRows(source, request("events", { rowsOfFile: 400 }), stopping(0)), whole)
    })))

  test("of a query and of persons goes on too", () =>
    filled(Effect.gen(function*() {
      const read = yield* reader
      const query = querySource(read, "select toString(uuid) as uuid from events order by timestamp")
      yield* Effect.exit(exportRows(query, request("query"), stopping(1_500)))
      const { rows } = yield* exportRows(query, request("query"), quiet)
      assert.deepStrictEqual([rows, new Set(linesOf("query").map(({ uuid }) => uuid)).size], [3_000, 3_000])
      const persons = personSource(read)
      yield* Effect.exit(exportRows(persons, request("persons", { rowsOfFile: 5 }), stopping(9)))
      const all = yield* exportRows(persons, request("persons", { rowsOfFile: 5 }), quiet)
      assert.deepStrictEqual([all.rows, all.files.length], [17, 4])
      const ids = linesOf("persons") as ReadonlyArray<unknown> as ReadonlyArray<
        { readonly distinct_ids: ReadonlyArray<string> }
      >
      assert.deepStrictEqual(
        ids.flatMap(({ distinct_ids }) => distinct_ids).sort(),
        Array.from({ length: 17 }, (_, index) => eventOf(index).distinct_id).sort()
      )
    })))

  test("is not mixed with another, and nothing to export is a file without rows", () =>
    filled(Effect.gen(function*() {
      const read = yield* reader
      const none = querySource(read, "select event from events where 1 = 2")
      const { files, rows } = yield* exportRows(none, request("none", { format: "csv" }), quiet)
      assert.deepStrictEqual([rows, files.map(({ rows }) => rows)], [0, [0]])
      const other = yield* Effect.flip(exportRows(personSource(read), request("none", { format: "csv" }), quiet))
      assert.include(other.message, "manifest.json is of another export")
      const project = { id: ProjectId.make(1), uuid: deriveUuid("another installation") }
      const elsewhere = yield* Effect.flip(exportRows(none, request("none", { format: "csv", project }), quiet))
      assert.include(elsewhere.message, "manifest.json is of another export")
    })))
})
