import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { PostHog } from "posthog-node"
import { askRaw } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

interface Answer {
  readonly results: ReadonlyArray<ReadonlyArray<unknown>>
  readonly warnings: ReadonlyArray<string>
}

const turns = 6

describe("a query right after capture, on ClickHouse, with posthog-node", () => {
  const data = makeDataDir()
  let server: RunningServer
  let printed: Printed
  let client: PostHog

  beforeAll(async () => {
    server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
    await server.ready
    printed = parsePrinted(server.output())
    client = new PostHog(printed.token, { host: printed.baseUrl })
  })
  afterAll(async () => {
    await client.shutdown()
    assert.strictEqual(await stopServer(server), 0, server.output())
    data.remove()
  })

  const answerTo = async (query: string): Promise<Answer> => {
    const response = await askRaw(printed, query)
    assert.strictEqual(response.status, 200)
    return await response.json() as Answer
  }

  /** Results read from copies: an answer with a warning that it may be late is requested again. */
  const copied = (query: string): Promise<Answer["results"]> =>
    vi.waitFor(async () => {
      const { results, warnings } = await answerTo(query)
      assert.deepStrictEqual(warnings, [])
      return results
    }, { timeout: 120_000 })

  it("an acknowledged event is seen by the next query, every time", async () => {
    for (let turn = 1; turn <= turns; turn++) {
      client.capture({ distinctId: "reader", event: "written", properties: { turn } })
      await client.flush()
      const { results } = await answerTo(
        "select count(), max(toInt(properties.turn)) from events where event = 'written'"
      )
      assert.deepStrictEqual(results, [[turn, turn]])
    }
  })

  it("properties of a person, new and changed", async () => {
    for (let turn = 1; turn <= turns; turn++) {
      client.identify({ distinctId: "ada", properties: { plan: `plan ${turn}` } })
      client.setPersonProperties({ distinctId: `new ${turn}`, properties: { born: turn } })
      await client.flush()
      const plans = await copied("select properties.plan from persons where properties.plan is not null")
      assert.deepStrictEqual(plans, [[`plan ${turn}`]])
      const born = await copied(
        "select count(), max(toInt(properties.born)) from persons where properties.born is not null"
      )
      assert.deepStrictEqual(born, [[turn, turn]])
    }
  })

  it("a merge: events from before it belong to the person who was merged into", async () => {
    for (let turn = 1; turn <= turns; turn++) {
      const [anonymous, name] = [`anonymous ${turn}`, `name ${turn}`]
      client.capture({ distinctId: anonymous, event: "looked" })
      client.capture({ distinctId: name, event: "looked" })
      await client.flush()
      const looked = `select uniq(person_id), count() from events
        where event = 'looked' and distinct_id in ('${anonymous}', '${name}')`
      assert.deepStrictEqual(await copied(looked), [[2, 2]])
      client.identify({ distinctId: name, properties: { $anon_distinct_id: anonymous } })
      await client.flush()
      assert.deepStrictEqual(await copied(looked), [[1, 2]])
      const ids = await copied(
        `select uniq(person_id), count() from person_distinct_ids where distinct_id in ('${anonymous}', '${name}')`
      )
      assert.deepStrictEqual(ids, [[1, 2]])
    }
  })

  it("properties of a group", async () => {
    for (let turn = 1; turn <= turns; turn++) {
      client.groupIdentify({ groupType: "company", groupKey: "acme", properties: { seats: turn } })
      await client.flush()
      assert.deepStrictEqual(await copied("select key, toInt(properties.seats) from groups"), [["acme", turn]])
    }
  })
})
