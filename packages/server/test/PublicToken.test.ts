/** Requests that anybody with a project's public token can send, against a real server. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { setTimeout as pause } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { serveTests } from "./ServedTests.ts"
import { ask } from "./ServerClient.ts"

const withoutChdb = { NODE_OPTIONS: `--import ${new URL("./WithoutChdb.ts", import.meta.url).href}` }

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const event = (distinctId: string, properties: object = {}) => ({ event: "m", distinct_id: distinctId, properties })

const large = "x".repeat(600_000)

const token = "phc_given_for_this_test"

interface Sent {
  readonly count: number
  readonly body: Uint8Array<ArrayBuffer>
}

const sentOf = (events: ReadonlyArray<object>): Sent => ({
  count: events.length,
  body: new Uint8Array(gzipSync(JSON.stringify({ api_key: token, batch: events })))
})

/** Bodies that ended or silenced the server, and the answers to them. */
const attacks: ReadonlyArray<readonly [name: string, sent: Sent, status: number, code: string]> = [
  ["8,000 events of a person of 600 KB", sentOf(times(8_000, () => event("large"))), 413, "too_much_person_data"],
  [
    "5,000 events that each set another property",
    sentOf(times(5_000, (i) => event("growing", { $set: { [`p${i}`]: 1 } }))),
    413,
    "too_much_person_data"
  ],
  ["300,000 small events", sentOf(times(300_000, (i) => event(`u${i}`))), 413, "too_many_events"],
  ["20,000 small events", sentOf(times(20_000, (i) => event(`u${i}`))), 200, ""]
]

/** Those that reach a storage: too many events are refused before. */
const reaching = attacks.filter(([, , , code]) => code !== "too_many_events")

const storages: ReadonlyArray<
  readonly [name: string, settings: Readonly<Record<string, string>>, attacks: typeof attacks]
> = [
  ["in memory", { HEDGEROW_STORAGE: "memory" }, attacks],
  ["in PostgreSQL", { HEDGEROW_STORAGE: "embedded", ...withoutChdb }, reaching],
  ["in ClickHouse", { HEDGEROW_STORAGE: "embedded" }, reaching]
]

describe.each(storages)("a public token, events %s", (_, settings, attacks) => {
  const served = serveTests({ ...settings, HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: token })

  beforeAll(async () => {
    assert.strictEqual((await send(sentOf([event("large", { $set: { large } })]))).status, 200)
  })

  const send = ({ body }: Sent) =>
    fetch(`${served.printed.baseUrl}/batch/`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body
    })

  const count = async () => Number((await ask(served.printed, "select count() from events"))[0]?.[0])

  it.each(attacks)(
    "%s: `/_health` answers meanwhile, and what is refused is not stored",
    async (_, sent, status, code) => {
      const before = await count()
      const answered = new AbortController()
      const answer = send(sent).finally(() => answered.abort())
      let healthy = 0
      while (!answered.signal.aborted) {
        assert.strictEqual((await fetch(`${served.printed.baseUrl}/_health`)).status, 200)
        healthy++
        await pause(5)
      }
      const response = await answer
      const text = await response.text()
      assert.strictEqual(response.status, status, text)
      assert.include(text, code)
      assert.isAbove(healthy, 5)
      assert.strictEqual(await count(), before + (status === 200 ? sent.count : 0))
    },
    60_000
  )
})
