import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { keepDeadLetters } from "@hedgerow/storage-clickhouse/events/DeadLetters"
import { Effect, Layer } from "effect"
import { MinimumLogLevel } from "effect/References"
import { join } from "node:path"
import { v7 } from "uuid"
import { runProgram } from "./RunProgram.ts"
import { serveTests } from "./ServedTests.ts"
import { ask, capture } from "./ServerClient.ts"

const mebibyte = 1024 * 1024

const deep = (levels: number): string => `${"{\"a\":".repeat(levels)}1${"}".repeat(levels)}`
const many = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i} ${"k".repeat(i % 50)}`, i])))

/** Properties as they are sent. */
const documents: ReadonlyArray<readonly [name: string, properties: string]> = [
  ["10,000 properties", many(10_000)],
  ["as many properties as an event may have", `{${Array.from({ length: 19_990 }, (_, i) => `"k${i}":1`).join()}}`],
  ["10,000 properties in a list of objects", `{"list": [${many(5_000)}, ${many(5_000)}]}`],
  ["one long text", `{"text":"${"long 🌿 ".repeat(95_000)}"}`],
  ["a key as long as a text", `{"${"key".repeat(300_000)}":1}`],
  ["150 levels", deep(150)],
  ["5,000 levels", deep(5_000)],
  ["an array of 50,000 numbers", `{"n":[${Array.from({ length: 50_000 }, (_, i) => i / 7).join()}]}`],
  ["numbers that no engine holds", `{"huge":1e400,"long":${"9".repeat(1_000)},"tiny":1e-400,"a":1,"a":2}`]
]

/** Capture adds the sender's address behind what was sent. */
const asStored = (properties: string): string => `${properties.slice(0, -1)},"$ip":"127.0.0.1"}`

/** Written by hand: the properties must arrive as they are. */
const eventText = (uuid: string, properties: string): string =>
  `{"uuid":"${uuid}","event":"odd","distinct_id":"${uuid}","timestamp":"2026-10-01T00:00:00Z","properties":${properties}}`

describe("events as large as a request allows, on ClickHouse", () => {
  const served = serveTests()
  const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: served.dataDir }

  const sendBatch = (events: ReadonlyArray<string>) =>
    capture(served.printed.baseUrl, `{"api_key":"${served.printed.token}","batch":[${events.join()}]}`)

  const propertiesOf = async (uuid: string): Promise<unknown> => {
    const rows = await ask(served.printed, `select properties from events where uuid = '${uuid}'`)
    assert.isAtMost(rows.length, 1)
    return rows[0]?.[0]
  }

  it.each(documents)("%s: kept byte for byte, as are the others of the batch", async (_, properties) => {
    const sent = ["{\"i\":1}", properties, "{\"i\":2}"].map((text) => [v7(), text] as const)
    assert.strictEqual((await sendBatch(sent.map(([uuid, text]) => eventText(uuid, text)))).status, 200)
    for (const [uuid, text] of sent) assert.strictEqual(await propertiesOf(uuid), asStored(text))
  })

  it("an event of 15 MB is refused by its place, before any of its batch is stored", async () => {
    const uuids = [v7(), v7()] as const
    const large = `{"text":"${"x".repeat(15 * mebibyte)}"}`
    const response = await sendBatch([eventText(uuids[0], "{\"i\":1}"), eventText(uuids[1], large)])
    assert.strictEqual(response.status, 400)
    const { attr, code } = (await response.json()) as { readonly attr: string; readonly code: string }
    assert.deepStrictEqual({ attr, code }, { attr: "batch__1", code: "event_too_large" })
    assert.deepStrictEqual(await Promise.all(uuids.map(propertiesOf)), [undefined, undefined])
  })

  it("a body near its limit of events near theirs", async () => {
    const uuids = Array.from({ length: 19 }, () => v7())
    const properties = uuids.map((_, i) => `{"i":${i},"text":"${String.fromCharCode(97 + i).repeat(mebibyte - 500)}"}`)
    assert.strictEqual((await sendBatch(uuids.map((uuid, i) => eventText(uuid, properties[i] ?? "")))).status, 200)
    for (const [i, uuid] of uuids.entries()) assert.strictEqual(await propertiesOf(uuid), asStored(properties[i] ?? ""))
  })

  it("a body beyond the limit is refused whole", async () => {
    const response = await sendBatch([eventText(v7(), `{"text":"${"x".repeat(20 * mebibyte)}"}`)])
    assert.strictEqual(response.status, 413)
  })

  it("refused none of them", async () => {
    assert.match((await hedgerow(["dead-letters", "list"])).stdout, /\n0 rows\n$/)
  })

  const hedgerow = (args: ReadonlyArray<string>) => runProgram(args, settings)

  it("what the engine refuses is listed by `hedgerow dead-letters list`", async () => {
    const letters = Array.from({ length: 130 }, (_, i) => letter(i))
    await Effect.runPromise(
      keepDeadLetters(v7() as Uuid, letters).pipe(
        Effect.provide(
          ClickHouse.layerEmbedded({}).pipe(
            Layer.provide(
              EmbeddedClickHouse.layer({ directory: join(served.dataDir, "clickhouse"), whenRunning: "attach" })
            ),
            Layer.provide(NodeServices.layer)
          )
        ),
        Effect.provideService(MinimumLogLevel, "None"),
        Effect.orDie
      )
    )
    const table = await hedgerow(["dead-letters", "list"])
    assert.strictEqual(table.status, 0, table.stderr)
    assert.match(table.stdout, /│ refused at +│ project │ code │ reason +│ uuid +│ event +│/)
    assert.match(table.stdout, /│ 1 +│ 6 +│ Cannot parse x{80,}… │ [0-9a-f-]{36} │ refused \d+ 🌿 +│/)
    assert.match(table.stdout, /\n100 rows\n30 more are not shown; --json prints all\n$/)
    const lines = (await hedgerow(["dead-letters", "list", "--project", "1", "--json"])).stdout.trim().split("\n")
    const found = lines.map((line) => JSON.parse(line) as { readonly event: Event })
    const byUuid = (events: ReadonlyArray<Event>) => events.toSorted((a, b) => a.uuid < b.uuid ? -1 : 1)
    assert.deepStrictEqual(byUuid(found.map(({ event }) => event)), byUuid(letters.map(({ event }) => event)))
    const unknown = await hedgerow(["dead-letters", "list", "--project", "7"])
    assert.deepStrictEqual([unknown.status, unknown.stderr], [1, "hedgerow: There is no project 7.\n"])
  })
})

const letter = (i: number) => {
  const time = 1_700_000_000_000_000 as EventTime
  const event: Event = {
    project_id: 1 as ProjectId,
    uuid: v7() as Uuid,
    event: `refused ${i} 🌿`,
    distinct_id: "d\u0000",
    person_id: "odd" as Uuid,
    person_mode: "full",
    timestamp: time,
    sent_at: null,
    received_at: time,
    inserted_at: time,
    properties: "{\"tab\":\"\\t\"}",
    derived: "{}",
    person_properties: "{}",
    person_created_at: null,
    group_0: "",
    group_1: "",
    group_2: "",
    group_3: "",
    group_4: "",
    session_id: "",
    window_id: "",
    elements_chain: "",
    lib: ""
  }
  return { event, code: 6, reason: `Cannot parse ${"x".repeat(400)}` }
}
