// The rows of a stream fail with what its source fails with.
// @effect-diagnostics anyUnknownInErrorContext:off asyncFunction:off
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import type { BatchBounds } from "@hedgerow/server/transfer/import/Delivery"
import type { EventField } from "@hedgerow/server/transfer/import/EventOfRow"
import { importEvents, type ImportRequest } from "@hedgerow/server/transfer/import/ImportEvents"
import { BatchRefused, serverTarget, storageTarget, TargetFailed } from "@hedgerow/server/transfer/import/ImportTarget"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { parquetWriteBuffer } from "hyparquet-writer"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { readdir, readlink } from "node:fs/promises"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { csv, eventOf, ndjson, parquet, write } from "./ImportFiles.ts"

const directory = mkdtempSync(join(tmpdir(), "hedgerow-import-test-"))
const path = (name: string): string => join(directory, name)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const rejectsPath = path("rejects")
const statePath = path("state")
beforeEach(() => {
  rmSync(rejectsPath, { force: true })
  rmSync(statePath, { force: true })
})

const request = (sources: ReadonlyArray<string>, over: Partial<ImportRequest> = {}): ImportRequest => ({
  sources,
  reading: { format: undefined, csv: { delimiter: ",", isText: false } },
  mapping: { fields: new Map(), properties: new Map(), event: undefined },
  bounds: { events: 50, chars: 1_000_000 },
  rejectsPath,
  statePath,
  ...over
})

const mapping = (
  fields: ReadonlyArray<readonly [EventField, string]>,
  properties: Readonly<Record<string, string>>
) => ({
  fields: new Map(fields),
  properties: new Map(Object.entries(properties)),
  event: undefined
})

/** Those of these files that this process has open. */
const openFiles = async (names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const links = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""))
  return (await Promise.all(links)).filter((open) => names.includes(open))
}

/** The port of a server that answers so, as long as the scope lives. */
const listening = (answer: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<Server>((resolve) => {
          const made = createServer(answer)
          made.listen(0, "127.0.0.1", () => resolve(made))
        })
      ),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => (server.address() as AddressInfo).port
  )

const quiet = () => Effect.void

const importing = Effect.fnUntraced(function*(asked: ImportRequest) {
  const { project } = yield* TestApi
  return yield* importEvents(yield* storageTarget(project), asked, quiet)
})

const stored =
  "select toString(uuid), event, distinct_id, timestamp, properties from events order by timestamp limit 1000"

const expected = (count: number) =>
  Array.from({ length: count }, (_, index) => eventOf(index)).map((event) => [
    event.uuid,
    event.event,
    event.distinct_id,
    event.timestamp.replace(".000Z", "Z"),
    JSON.stringify(event.properties)
  ])

const rejected = (): ReadonlyArray<{ readonly row: number; readonly reason: string }> =>
  readFileSync(rejectsPath, "utf8").trim().split("\n").map((line) => JSON.parse(line) as never)

const TestLayer = Layer.merge(TestApi.layer, NodeServices.layer)

/** A day after all events. */
const test = (name: string, body: () => Effect.Effect<void, unknown, Layer.Success<typeof TestLayer>>) =>
  it.effect(
    name,
    () => Effect.andThen(TestClock.setTime(Date.UTC(2026, 1, 1)), Effect.suspend(body)).pipe(Effect.provide(TestLayer))
  )

describe("every form of file gives the same events", () => {
  const forms: ReadonlyArray<readonly [name: string, make: (path: string) => void]> = [
    ["a.ndjson", (to) => write.plain(to, ndjson(120))],
    ["b.jsonl.gz", (to) => write.gzip(to, ndjson(60), ndjson(60, 60))],
    ["c.ndjson.zst", (to) => write.zstd(to, ndjson(30), ndjson(60, 30), ndjson(30, 90))],
    ["d.jsonl.br", (to) => write.brotli(to, ndjson(120))],
    ["e.csv", (to) => write.plain(to, csv(120))],
    ["f.csv.gz", (to) => write.gzip(to, csv(120))],
    ["g.parquet.zst", (to) => write.plain(to, parquet(120))]
  ]
  for (const [name, make] of forms) {
    test(name, () =>
      Effect.gen(function*() {
        make(path(name))
        const summary = yield* importing(request([path(name)]))
        assert.deepStrictEqual(summary, { sources: 1, taken: 120, rejected: 0 })
        const { query } = yield* TestApi
        assert.deepStrictEqual(yield* query(stored), expected(120))
        assert.isFalse(existsSync(statePath))
        assert.isFalse(existsSync(rejectsPath))
      }))
  }

  test("no file stays open, whether its rows are read or its form is a wrong one", () =>
    Effect.gen(function*() {
      const names = ["open.parquet", "open.ndjson", "open.csv"].map(path)
      write.plain(path("open.parquet"), parquet(120))
      write.plain(path("open.ndjson"), ndjson(120))
      write.plain(path("open.csv"), csv(120))
      yield* importing(request(names))
      const wrong = { format: "parquet", csv: { delimiter: ",", isText: false } } as const
      assert.strictEqual(
        (yield* Effect.exit(importing(request([path("open.csv")], { reading: wrong }))))._tag,
        "Failure"
      )
      // A descriptor is closed a moment after its stream has ended.
      yield* Effect.repeat(Effect.promise(() => openFiles(names)), { until: (open) => open.length === 0, times: 1_000 })
      assert.deepStrictEqual(yield* Effect.promise(() => openFiles(names)), [])
    }))

  test("an address is read too, and one that answers with an error is not", () =>
    Effect.gen(function*() {
      const files = new Map<string, Uint8Array>([["/p", parquet(120)], ["/n", Buffer.from(ndjson(120))]])
      const port = yield* listening(({ url = "" }, response) => {
        const bytes = files.get(url.replace(/\?.*/, ""))
        response.writeHead(bytes === undefined ? 403 : 200).end(bytes)
      })
      const base = `http://127.0.0.1:${port}`
      const { query } = yield* TestApi
      assert.strictEqual((yield* importing(request([`${base}/p?X-Amz-Signature=secret`]))).taken, 120)
      assert.strictEqual((yield* importing(request([`${base}/n`]))).taken, 120)
      assert.deepStrictEqual(yield* query(stored), expected(120))
      const refused = yield* Effect.flip(importing(request([`${base}/none?X-Amz-Signature=secret`])))
      assert.strictEqual(refused.message, `${base}/none cannot be read: the answer was 403`)
    }).pipe(Effect.scoped))
})

describe("columns", () => {
  test("flat rows become properties, fields come from mapped columns, and numbers keep their digits", () =>
    Effect.gen(function*() {
      write.plain(
        path("flat.ndjson"),
        "{\"user\":7,\"when\":1767225600,\"name\":\"opened\",\"big\":12345678901234567890,\"plan\":\"pro\"}\n"
      )
      const fields = [["distinct_id", "user"], ["timestamp", "when"], ["event", "name"]] as const
      yield* importing(request([path("flat.ndjson")], { mapping: mapping(fields, { tier: "plan" }) }))
      const { query } = yield* TestApi
      assert.deepStrictEqual(yield* query("select event, distinct_id, timestamp, properties from events"), [
        ["opened", "7", "2026-01-01T00:00:00Z", "{\"big\":12345678901234567890,\"tier\":\"pro\"}"]
      ])
    }))

  test("an empty cell of properties is no property, and leaves the other columns alone", () =>
    Effect.gen(function*() {
      const header = "event,distinct_id,timestamp,secret,properties\n"
      write.plain(path("empty.csv"), `${header}x,u,2026-01-01,7,\nx,u,2026-01-02,7,"{""a"":1}"\n`)
      const texts = (name: string, data: Array<string | null>) => ({ name, data, type: "STRING" as const })
      const columnData = [
        texts("event", ["x", "x"]),
        texts("distinct_id", ["u", "u"]),
        texts("timestamp", ["2026-01-03", "2026-01-04"]),
        texts("secret", ["7", "7"]),
        texts("properties", [null, "{\"a\":1}"])
      ]
      write.plain(path("empty.parquet"), new Uint8Array(parquetWriteBuffer({ columnData })))
      yield* importing(request([path("empty.csv"), path("empty.parquet")]))
      const { query } = yield* TestApi
      assert.deepStrictEqual(yield* query("select properties from events order by timestamp"), [
        ["{}"],
        ["{\"a\":1}"],
        ["{}"],
        ["{\"a\":1}"]
      ])
    }))

  test("values of CSV are numbers and booleans where they look like them, or texts on demand", () =>
    Effect.gen(function*() {
      write.plain(path("typed.csv"), "event;distinct_id;timestamp;a;b;c;d\nx;007;2026-01-01;7;007;true;\n")
      const { query } = yield* TestApi
      const csv = { delimiter: ";", isText: false }
      yield* importing(request([path("typed.csv")], { reading: { format: undefined, csv } }))
      assert.deepStrictEqual(yield* query("select distinct_id, properties from events"), [
        ["007", "{\"a\":7,\"b\":\"007\",\"c\":true}"]
      ])
      write.plain(path("text.csv"), "event;distinct_id;timestamp;a;c\ny;u;2026-01-02;7;true\n")
      yield* importing(
        request([path("text.csv")], { reading: { format: "csv", csv: { delimiter: ";", isText: true } } })
      )
      assert.deepStrictEqual(yield* query("select properties from events where event = 'y'"), [
        ["{\"a\":\"7\",\"c\":\"true\"}"]
      ])
    }))

  test("a chain of elements beside the properties goes into them", () =>
    Effect.gen(function*() {
      const row = { ...eventOf(1), elements_chain: "a.link:text=\"x\"" }
      write.plain(path("chain.ndjson"), JSON.stringify(row))
      yield* importing(request([path("chain.ndjson")]))
      const { query } = yield* TestApi
      assert.deepStrictEqual(yield* query("select elements_chain from events"), [["a.link:text=\"x\""]])
    }))
})

describe("rows that cannot be taken", () => {
  test("are in a file with the reason, and the others are stored", () =>
    Effect.gen(function*() {
      const { uuid: _, ...base } = eventOf(1)
      const rows = [
        "{not json",
        "[1]",
        JSON.stringify({ ...base, event: null }),
        JSON.stringify({ ...base, distinct_id: "" }),
        JSON.stringify({ ...base, timestamp: "soon" }),
        JSON.stringify({ ...base, timestamp: undefined }),
        JSON.stringify({ ...base, timestamp: "2099-01-01" }),
        JSON.stringify({ ...base, uuid: "7" }),
        JSON.stringify({ ...base, properties: "[1]" }),
        JSON.stringify({ ...base, properties: { long: "x".repeat(1_100_000) } }),
        JSON.stringify({
          ...base,
          properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]))
        }),
        JSON.stringify(base)
      ]
      write.plain(path("bad.ndjson"), rows.join("\n"))
      assert.deepStrictEqual(yield* importing(request([path("bad.ndjson")])), { sources: 1, taken: 1, rejected: 11 })
      assert.deepStrictEqual(rejected().map(({ reason, row }) => [row, reason]), [
        [1, "The line is not a JSON object."],
        [2, "The line is not a JSON object."],
        [3, "There is no event name."],
        [4, "There is no distinct_id."],
        [5, "The timestamp \"soon\" is not a time."],
        [6, "There is no timestamp."],
        [7, "The timestamp \"2099-01-01\" is ahead of now."],
        [8, "The uuid \"7\" is not one."],
        [9, "properties is not a JSON object."],
        [10, "An event may have 1048576 bytes."],
        [11, "The objects of an event may have 20000 names."]
      ])
      const { query } = yield* TestApi
      assert.deepStrictEqual(yield* query("select count() from events"), [[1]])
    }))

  test("are records of CSV with a quote that is not closed, or with other columns than the header", () =>
    Effect.gen(function*() {
      const bad = "event,distinct_id,timestamp\na,u,2026-01-01\nb,u\nc\"x,u,2026-01-01\nd,u,2026-01-02\n"
      write.plain(path("bad.csv"), bad)
      assert.deepStrictEqual(yield* importing(request([path("bad.csv")])), { sources: 1, taken: 2, rejected: 2 })
      assert.deepStrictEqual(rejected().map(({ row }) => row), [2, 3])
      assert.strictEqual(rejected()[0]?.reason, "The record has 2 values; the header has 3 names.")
    }))

  it.effect("are those that a target refuses, by their place or one by one", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 1, 1))
      write.plain(path("refused.ndjson"), ndjson(100))
      const taken: Array<string> = []
      const idOf = (text: string): number => (JSON.parse(text) as ReturnType<typeof eventOf>).properties.index
      const target = {
        name: "test",
        identity: "test",
        send: (events: ReadonlyArray<string>) => {
          if (events.length > 16) return Effect.fail(new BatchRefused({ index: null, reason: "too many" }))
          const index = events.findIndex((text) => idOf(text) % 10 === 3)
          if (index !== -1) return Effect.fail(new BatchRefused({ index, reason: "three" }))
          taken.push(...events)
          return Effect.void
        }
      }
      const summary = yield* importEvents(target, request([path("refused.ndjson")]), quiet)
      assert.deepStrictEqual(summary, { sources: 1, taken: 90, rejected: 10 })
      assert.deepStrictEqual(taken.map(idOf), Array.from({ length: 100 }, (_, i) => i).filter((i) => i % 10 !== 3))
      assert.deepStrictEqual(rejected().map(({ row }) => row), Array.from({ length: 10 }, (_, i) => i * 10 + 4))
    }).pipe(Effect.provide(NodeServices.layer)))
})

describe("an import that was stopped", () => {
  /** Fails after some batches. */
  const failing = (batches: number, bounds: BatchBounds) =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const target = yield* storageTarget(project)
      let left = batches
      const broken = {
        ...target,
        send: (events: ReadonlyArray<string>) =>
          left-- > 0 ? target.send(events) : Effect.fail(new TargetFailed({ reason: "Gone." }))
      }
      const asked = request([path("one.ndjson"), path("two.csv")], { bounds })
      return yield* Effect.exit(importEvents(broken, asked, quiet))
    })

  test("goes on behind its last batch: nothing is lost, doubled or rejected twice", () =>
    Effect.gen(function*() {
      const text = ndjson(70) + "nonsense\n" + ndjson(50, 70)
      write.plain(path("one.ndjson"), text)
      write.plain(
        path("two.csv"),
        "event,distinct_id,timestamp,i\n" + Array.from(
          { length: 60 },
          (_, index) => `${index === 20 ? "" : "x"},u,2026-01-05,${index}\n`
        ).join("")
      )
      const bounds = { events: 20, chars: 1_000_000 }
      for (const batches of [2, 3, 2]) {
        assert.strictEqual((yield* failing(batches, bounds))._tag, "Failure")
        assert.isTrue(existsSync(statePath))
        writeFileSync(rejectsPath, "{\"of\":\"a batch that was not noted\"}\n", { flag: "a" })
      }
      const asked = request([path("one.ndjson"), path("two.csv")], { bounds })
      assert.deepStrictEqual(yield* importing(asked), { sources: 2, taken: 179, rejected: 2 })
      assert.deepStrictEqual(rejected().map(({ row }) => row), [71, 21])
      const { query } = yield* TestApi
      const counts = "select count(), count(distinct uuid) from events"
      assert.deepStrictEqual(yield* query(counts), [[179, 179]])
      // A second whole run adds nothing, though the rows of CSV have no uuid.
      assert.deepStrictEqual(yield* importing(asked), { sources: 2, taken: 179, rejected: 2 })
      assert.deepStrictEqual(yield* query(counts), [[179, 179]])
    }))
})

describe("the state of an import that was stopped", () => {
  test("is not that of an import into another installation whose project has the same id and name", () =>
    Effect.gen(function*() {
      write.plain(path("moved.ndjson"), ndjson(60))
      const { project } = yield* TestApi
      const target = yield* storageTarget(project)
      let left = 1
      const stopped = {
        ...target,
        send: (events: ReadonlyArray<string>) =>
          left-- > 0 ? target.send(events) : Effect.fail(new TargetFailed({ reason: "Gone." }))
      }
      const asked = request([path("moved.ndjson")], { bounds: { events: 20, chars: 1_000_000 } })
      assert.strictEqual((yield* Effect.exit(importEvents(stopped, asked, quiet)))._tag, "Failure")
      const elsewhere = Effect.gen(function*() {
        const { project: other, query } = yield* TestApi
        assert.deepStrictEqual([other.id, other.name], [project.id, project.name])
        yield* importing(asked)
        return yield* query("select count() from events")
      })
      assert.deepStrictEqual(yield* elsewhere.pipe(Effect.provide(Layer.fresh(TestApi.layer))), [[60]])
    }))

  test("is that of one address and one token, which is not written down", () =>
    Effect.gen(function*() {
      const port = yield* listening((_, response) => void response.writeHead(200).end("{}"))
      const identityOf = (below: string, token: string) =>
        Effect.map(serverTarget(`http://127.0.0.1:${port}${below}`, token), ({ identity }) => identity)
      const one = yield* identityOf("", "phc_one")
      assert.strictEqual(yield* identityOf("/", "phc_one"), one)
      assert.notStrictEqual(yield* identityOf("", "phc_two"), one)
      assert.notStrictEqual(yield* identityOf("/analytics", "phc_one"), one)
      assert.notInclude(one, "phc_one")
    }).pipe(Effect.scoped))
})

describe("sources that cannot be known again", () => {
  test("are read again with those after them, and no row is rejected twice", () =>
    Effect.gen(function*() {
      const port = yield* listening((_, response) => void response.writeHead(200).end(`nonsense\n${ndjson(40)}`))
      const address = `http://127.0.0.1:${port}/n.ndjson?X-Amz-Signature=secret`
      write.plain(path("first.ndjson"), `nonsense\n${ndjson(20, 40)}`)
      write.plain(path("last.ndjson"), `nonsense\n${ndjson(40, 60)}`)
      const sources = [path("first.ndjson"), address, path("last.ndjson")]
      const asked = request(sources, { bounds: { events: 20, chars: 1_000_000 } })
      const { project, query } = yield* TestApi
      const target = yield* storageTarget(project)
      for (const batches of [5, 4, 2]) {
        let left = batches
        const stopped = {
          ...target,
          send: (events: ReadonlyArray<string>) =>
            left-- > 0 ? target.send(events) : Effect.fail(new TargetFailed({ reason: "Gone." }))
        }
        assert.strictEqual((yield* Effect.exit(importEvents(stopped, asked, quiet)))._tag, "Failure")
        assert.notInclude(readFileSync(statePath, "utf8"), "secret")
      }
      assert.deepStrictEqual(yield* importing(asked), { sources: 3, taken: 100, rejected: 3 })
      assert.deepStrictEqual(rejected().map(({ row }) => row), [1, 1, 1])
      assert.deepStrictEqual(yield* query("select count() from events"), [[100]])
    }).pipe(Effect.scoped))

  test("of a source that is named twice are written once, and keep those of others", () =>
    Effect.gen(function*() {
      const port = yield* listening((_, response) => void response.writeHead(200).end(`nonsense\n${ndjson(5)}`))
      const address = `http://127.0.0.1:${port}/n.ndjson`
      write.plain(path("between.ndjson"), `nonsense\n${ndjson(3, 5)}`)
      const asked = request([address, path("between.ndjson"), address])
      assert.deepStrictEqual(yield* importing(asked), { sources: 2, taken: 8, rejected: 2 })
      assert.deepStrictEqual(rejected().map(({ row }) => row), [1, 1])
    }).pipe(Effect.scoped))
})

test("imported events have no address of who imported them, and no other project has them", () =>
  Effect.gen(function*() {
    write.plain(path("own.ndjson"), ndjson(3))
    yield* importing(request([path("own.ndjson")]))
    const { query, send } = yield* TestApi
    assert.deepStrictEqual(yield* query("select count() from events where properties.$ip is not null"), [[0]])
    const other = (yield* send("POST", "/api/projects/", { name: "Other" })) as { readonly id: number }
    const asked = { query: { kind: "ServiceSqlQuery", query: "select count() from events" } }
    const answer = yield* send("POST", `/api/projects/${other.id}/query/`, asked)
    assert.deepStrictEqual((answer as { readonly results: unknown }).results, [[0]])
  }))
