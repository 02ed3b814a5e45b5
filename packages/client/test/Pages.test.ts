import { assert, describe, it } from "@effect/vitest"
import { countedFetch } from "./support/Counted.ts"
import { serveMemory } from "./support/ServedMemory.ts"

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

describe("pages", () => {
  const server = serveMemory()
  const keys = ["a", "b", "c", "d", "e"]

  it("an awaited list is its first page, an iterated one has the items of all pages", async () => {
    const counted = countedFetch()
    const client = server.client({ fetch: counted.fetch })
    for (const key of keys) await client.featureFlags.create({ body: { key } })
    counted.sent.length = 0

    const list = client.featureFlags.list({ limit: 2, order: "key" })
    assert.strictEqual(counted.sent.length, 0)
    assert.deepStrictEqual((await list).results.map(({ key }) => key), ["a", "b"])
    assert.deepStrictEqual((await collect(list)).map(({ key }) => key), keys)
    assert.strictEqual(counted.sent.length, 1 + 3)
    const pages = await collect(list.pages())
    assert.deepStrictEqual(pages.map(({ results }) => results.length), [2, 2, 1])
  })

  it("a loop that is left asks for no further page", async () => {
    const counted = countedFetch()
    for await (const flag of server.client({ fetch: counted.fetch }).featureFlags.list({ limit: 1, order: "key" })) {
      if (flag.key === "b") break
    }
    assert.strictEqual(counted.sent.length, 2)
  })

  it("lists by page number, and lists that say how many items there are", async () => {
    const client = server.client()
    const entries = await collect(client.featureFlags.activity({ limit: 2 }))
    assert.deepStrictEqual(entries.map(({ activity }) => activity), keys.map(() => "created"))

    const variants = [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
    for (const key of keys) {
      await client.featureFlags.create({ body: { key: `${key}-test`, filters: { multivariate: { variants } } } })
    }
    const eligible = await collect(client.experimentActions.eligibleFlags({ limit: 2, order: "key" }))
    assert.deepStrictEqual(eligible.map(({ key }) => key), keys.map((key) => `${key}-test`))
  })

  it("lists that say whether there is more", async () => {
    const client = server.client()
    const survey = await client.surveys.create({
      body: {
        name: "Happy?",
        type: "api",
        start_date: "2026-01-01T00:00:00Z",
        questions: [{ type: "open", question: "How was it?" }]
      }
    })
    const batch = keys.map((distinct_id) => ({
      event: "survey sent",
      distinct_id,
      properties: { $survey_id: survey.id, $survey_response: `I am ${distinct_id}` }
    }))
    await client.capture.batch({ body: { api_key: server.token, batch } })
    const responses = await collect(client.surveyResponses.list({ id: survey.id, limit: 2 }))
    assert.deepStrictEqual(responses.map(({ distinct_id }) => distinct_id).sort(), keys)
  })

  it("SQL and lists of events by cursors, in both directions", async () => {
    const client = server.client()
    const instant = "2026-01-05T12:00:00Z"
    const batch = keys.map((distinct_id) => ({ event: "paged", distinct_id, timestamp: instant }))
    await client.capture.batch({ body: { api_key: server.token, batch } })

    const sql = "SELECT distinct_id FROM events WHERE event = 'paged' ORDER BY timestamp LIMIT 2"
    const pages = await collect(client.query.pages(sql))
    assert.deepStrictEqual(pages.map(({ results }) => results.length), [2, 2, 1])
    assert.deepStrictEqual(pages.flatMap(({ results }) => results.flat().map(String)).sort(), keys)

    for (const orderBy of [["timestamp"], ["timestamp DESC"]]) {
      const query = {
        kind: "EventsQuery",
        select: ["distinct_id"],
        event: "paged",
        orderBy,
        limit: 2,
        after: "2026-01-01T00:00:00Z",
        before: "2026-02-01T00:00:00Z"
      } as const
      const listed = await collect(client.query.pages({ query: { ...query, select: [...query.select] } }))
      const found = listed.flatMap(({ results }) => (results as ReadonlyArray<ReadonlyArray<string>>).flat())
      assert.deepStrictEqual(found.sort(), keys, orderBy[0])
    }
  })
})
