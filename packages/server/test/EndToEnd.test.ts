import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { PostHog } from "posthog-node"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

const shell = promisify(execFile)

const captureWithSdk = async (baseUrl: string, token: string): Promise<void> => {
  const client = new PostHog(token, { host: baseUrl })
  client.capture({ distinctId: "anonymous-7", event: "page seen" })
  client.identify({ distinctId: "ada", properties: { plan: "pro", $anon_distinct_id: "anonymous-7" } })
  client.capture({ distinctId: "ada", event: "signed up", properties: { source: "ad \"x\" 🌱" } })
  client.capture({ distinctId: "bob", event: "signed up", groups: { company: "acme" } })
  await client.shutdown()
}

for (const storage of ["memory", "embedded"]) {
  describe(`a first start on ${storage} storage`, () => {
    it("takes events from posthog-node and answers the printed curl", async () => {
      const data = makeDataDir()
      const server = runServer(["serve"], { HEDGEROW_STORAGE: storage, HEDGEROW_DATA_DIR: data.path })
      try {
        await server.ready
        const printed = parsePrinted(server.output())
        assert.strictEqual(printed.projectId, "1")
        await captureWithSdk(printed.baseUrl, printed.token)

        const answer = JSON.parse((await shell("bash", ["-c", printed.curl])).stdout) as {
          readonly results: ReadonlyArray<readonly [string, number]>
        }
        assert.deepStrictEqual(
          answer.results.map(([event, count]) => `${event}: ${count}`).sort(),
          ["$identify: 1", "page seen: 1", "signed up: 2"]
        )

        const ask = async (query: string): Promise<unknown> => {
          const response = await fetch(`${printed.baseUrl}/api/projects/@current/query`, {
            method: "POST",
            headers: { authorization: `Bearer ${printed.key}`, "content-type": "application/json" },
            body: JSON.stringify({ query: { kind: "HogQLQuery", query } })
          })
          assert.strictEqual(response.status, 200, await response.clone().text())
          return ((await response.json()) as { readonly results: unknown }).results
        }
        assert.deepStrictEqual(await ask("select uniq(person_id) from events"), [[2]])
        assert.deepStrictEqual(
          await ask(
            "select distinct_id, person.properties.plan, properties.source from events where event = 'signed up' order by distinct_id"
          ),
          [["ada", "pro", "ad \"x\" 🌱"], ["bob", null, null]]
        )
        assert.deepStrictEqual(await ask("select properties.plan from persons order by 1"), [["pro"], [null]])

        // A module of the charting library that a bundler leaves out would be missed here.
        const series = ["page seen", "signed up"].map((event) => ({ kind: "EventsNode", event }))
        const drawn = await fetch(`${printed.baseUrl}/api/projects/@current/query`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${printed.key}`,
            "content-type": "application/json",
            accept: "image/svg+xml"
          },
          body: JSON.stringify({ query: { kind: "FunnelsQuery", series } })
        })
        const svg = await drawn.text()
        assert.match(svg, />1 · 100 % · \d/)
        const places = [...svg.matchAll(/<text [^>]*translate\(([\d.]+) /g)].map(([, x]) => Number(x))
        assert.isAtLeast(places.length, 5)
        assert.isBelow(Math.max(...places), 720)
      } finally {
        assert.strictEqual(await stopServer(server), 0, server.output())
        data.remove()
      }
    })
  })
}
