import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { v7 } from "uuid"
import { type Access, ask, askRaw, capture } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const largest = 20 * 1024 * 1024
const long = "x".repeat(5_000)
/** Four bytes of UTF-8 and two code units each: the most that a limit in characters lets through. */
const wide = "🌱".repeat(5_000)

const cut = (text: string, points: number): string => [...text].slice(0, points).join("")

for (const storage of ["embedded", "memory"]) {
  describe(`bad input on the wire, ${storage} storage`, () => {
    const data = makeDataDir()
    let server: RunningServer
    let access: Access
    let token = ""

    beforeAll(async () => {
      server = runServer(["serve"], { HEDGEROW_STORAGE: storage, HEDGEROW_DATA_DIR: data.path })
      await server.ready
      const printed = parsePrinted(server.output())
      access = printed
      token = printed.token
    })
    afterAll(async () => {
      assert.strictEqual(await stopServer(server), 0)
      data.remove()
      assert.notMatch(server.output(), /ERROR|    at /, "nothing failed inside")
    })

    const envelope = (events: string): string => `{"api_key":"${token}","batch":[${events}]}`

    /** Sends one event, demands its acknowledgement and answers what is stored of it. */
    const stored = async (fields: Readonly<Record<string, unknown>>, columns: string) => {
      const uuid = v7()
      const body = envelope(JSON.stringify({ event: "e", distinct_id: "ada", ...fields, uuid }))
      const response = await capture(access.baseUrl, body)
      assert.strictEqual(response.status, 200, await response.text())
      const rows = await ask(access, `select ${columns} from events where uuid = '${uuid}'`)
      assert.lengthOf(rows, 1)
      return rows[0] ?? []
    }

    it("refuses bodies that are too large, before and after unpacking", async () => {
      const tooLarge = `{"api_key":"${token}","batch":[]}`.padEnd(largest + 1)
      assert.strictEqual((await capture(access.baseUrl, tooLarge)).status, 413)
      assert.strictEqual((await capture(access.baseUrl, new Uint8Array(gzipSync(tooLarge)))).status, 413)
      const largeEvent = JSON.stringify({ event: "e", distinct_id: "d", properties: { p: "x".repeat(1024 * 1024) } })
      const refused = await capture(access.baseUrl, envelope(largeEvent))
      assert.include([400, 413], refused.status)
      const fitting = envelope(JSON.stringify({ event: "fits", distinct_id: "d" })).padEnd(largest)
      assert.strictEqual((await capture(access.baseUrl, fitting)).status, 200)
      assert.deepStrictEqual(await ask(access, "select count() from events where event = 'fits'"), [[1]])
    })

    it("refuses broken transport and broken JSON", async () => {
      const whole = gzipSync(envelope("{\"event\":\"e\",\"distinct_id\":\"d\"}"))
      const flipped = Buffer.from(whole)
      flipped[flipped.length - 5] = (flipped[flipped.length - 5] ?? 0) ^ 0xff
      const bodies = [
        whole.subarray(0, -10),
        whole.subarray(0, 3),
        flipped,
        Buffer.from(""),
        Buffer.from("null"),
        Buffer.from("7"),
        Buffer.from("{\"api_key\":"),
        Buffer.from([0xff, 0xfe, 0x00]),
        Buffer.from("[".repeat(200_000)),
        Buffer.from(envelope("null")),
        Buffer.from(envelope("")),
        Buffer.from(envelope("{\"event\":\"e\",\"distinct_id\":\"d\",\"properties\":[1]}")),
        Buffer.from(envelope("{\"event\":\"e\",\"distinct_id\":\"d\",\"uuid\":\"nope\"}")),
        Buffer.from(envelope("{\"event\":{},\"distinct_id\":\"d\"}"))
      ]
      for (const body of bodies) {
        const response = await capture(access.baseUrl, new Uint8Array(body))
        const answer = (await response.json()) as { readonly type: string; readonly detail: string }
        assert.strictEqual(response.status, 400, `${body.toString("utf8").slice(-60)}: ${JSON.stringify(answer)}`)
        assert.include(["invalid_request", "validation_error"], answer.type)
      }
    })

    it("takes deeply nested properties or refuses them, and goes on", async () => {
      const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
      const body = envelope(`{"event":"deep","distinct_id":"d","properties":{"p":${nested}}}`)
      const { status } = await capture(access.baseUrl, body)
      assert.include([200, 400], status)
      const rows = await ask(access, "select count() from events where event = 'deep'")
      assert.deepStrictEqual(rows, [[status === 200 ? 1 : 0]])
    })

    it("takes invalid UTF-8, replaced", async () => {
      const uuid = v7()
      const text = envelope(`{"uuid":"${uuid}","event":"a|b","distinct_id":"d"}`)
      const [before = "", after = ""] = text.split("|")
      const body = Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)])
      assert.strictEqual((await capture(access.baseUrl, new Uint8Array(body))).status, 200)
      assert.deepStrictEqual(await ask(access, `select event from events where uuid = '${uuid}'`), [["a\uFFFD(b"]])
    })

    it("takes NUL and lone surrogates everywhere, replaced where queries read", async () => {
      const odd = "a\0b\uD800c"
      const row = await stored({
        event: odd,
        distinct_id: odd,
        properties: {
          [odd]: odd,
          $groups: { [odd]: odd },
          $session_id: odd,
          $lib: odd,
          nested: { [odd]: [odd] },
          $set: { [odd]: odd, plain: odd },
          $set_once: { once: odd }
        }
      }, "event, distinct_id, properties.nested, person.properties.plain")
      assert.deepStrictEqual(row.slice(0, 2), ["a\uFFFDb\uFFFDc", "a\uFFFDb\uFFFDc"])
      assert.strictEqual(row[3], "a\uFFFDb\uFFFDc")
      const group = { $group_type: odd, $group_key: odd, $group_set: { [odd]: odd } }
      await stored({ event: "$groupidentify", properties: group }, "event")
      await stored({ event: "$identify", properties: { $anon_distinct_id: `anon${odd}` } }, "event")
    })

    it.concurrent.each([
      "0000-01-01T00:00:00Z",
      "-000001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999999Z",
      "+275760-09-13T00:00:00Z",
      "294277-01-01T00:00:00Z",
      "1600-02-30",
      "not a time",
      "",
      0,
      -1,
      1e308,
      -1e308,
      253_402_300_800_000,
      true,
      [],
      {}
    ])("stores an event with the time %j at a time that can be asked for", async (timestamp) => {
      for (const more of [{}, { sent_at: timestamp, offset: 1e308 }]) {
        const [time] = await stored({ timestamp, ...more }, "timestamp")
        assert.isTrue(typeof time === "string" && time > "1900-01-01T" && time < "2200-01-01T", String(time))
      }
    })

    it("takes numbers beyond every range", async () => {
      const uuid = v7()
      const body = envelope(
        `{"uuid":"${uuid}","event":"e","distinct_id":1e400,"timestamp":1e400,"offset":1e400,`
          + `"properties":{"p":1e400,"q":-1e400,"r":${"9".repeat(400)},"s":1e-400,"$set":{"p":1e400}}}`
      )
      assert.strictEqual((await capture(access.baseUrl, body)).status, 200)
      assert.lengthOf(await ask(access, `select properties.p, properties.q from events where uuid = '${uuid}'`), 1)
    })

    for (const [name, text] of [["long", long], ["wide", wide]] as const) {
      it(`cuts ${name} names and keys, keeps ${name} property names and values`, async () => {
        const row = await stored(
          {
            event: text,
            distinct_id: text,
            properties: { [text]: text, v: text, $set: { [text]: text, v: text }, $session_id: text, $lib: text }
          },
          "event, distinct_id, properties.v, person.properties.v"
        )
        assert.deepStrictEqual(row, [cut(text, 200), cut(text, 200), text, text])
        await stored({ properties: { $groups: { [text]: text, company: text } } }, "event")
        const group = { $group_type: "company", $group_key: text, $group_set: { [text]: text } }
        await stored({ event: "$groupidentify", properties: group }, "event")
        await stored({ event: "$identify", distinct_id: text, properties: { $anon_distinct_id: `b${text}` } }, "event")
        await stored({ event: "$create_alias", properties: { alias: `c${text}` } }, "event")
      })
    }

    it("answers odd queries without failing", async () => {
      const queries = [
        "\0",
        "select '\0'",
        "select '\uD800'",
        `select '${long}'`,
        `select 1 as ${long}`,
        `select properties.\`${wide}\` from events limit 1`,
        `select ${"(".repeat(5_000)}1${")".repeat(5_000)}`,
        `select ${"1+".repeat(5_000)}1`,
        "select 1e400, -1e400, 99999999999999999999999999",
        "select toDateTime('9999-99-99'), toDate('0000-00-00')",
        "select 9223372036854775807 + 1",
        "select 1 / 0, 0 / 0, 1 % 0, intDiv(1, 0)",
        "select repeat('x', 1000000000)",
        "select match('a', '(')",
        "select event from events limit -1",
        "select event from events limit 99999999999999999999"
      ]
      for (const query of queries) {
        const response = await askRaw(access, query)
        const answer = await response.text()
        assert.isBelow(response.status, 500, `${query.slice(0, 80)}: ${answer.slice(0, 300)}`)
        assert.isNotEmpty(answer)
      }
    })
  })
}
