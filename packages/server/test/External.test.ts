import { assert, describe, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { v7 } from "uuid"
import { ask, baseUrlOf, capture } from "./ServerClient.ts"
import { parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

const startTwo = async (url: string) => {
  const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: url }
  const servers = [runServer(["serve"], settings), runServer(["serve"], settings)] as const
  await Promise.all(servers.map((server) => server.ready))
  return servers
}

const bodyOf = (token: string, server: number): string =>
  JSON.stringify({
    api_key: token,
    batch: Array.from({ length: 10 }, (_, i) => ({
      uuid: v7(),
      event: `sent to ${server}`,
      distinct_id: `user-${i}`,
      properties: { $set: { [`seen by ${server}`]: true } }
    }))
  })

describe("two servers on one external database", () => {
  it.live("come up together, make one project, and see each other's events", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      yield* Effect.promise(async () => {
        const servers = await startTwo(Redacted.value(url))
        try {
          const made = servers.filter((server) => server.output().includes("Project token"))
          assert.lengthOf(made, 1, "one of them made the project")
          const { key, token } = parsePrinted(made[0]?.output() ?? "")
          const urls = servers.map((server) => baseUrlOf(server.output()))

          const requests = urls.flatMap((baseUrl, server) => {
            const body = bodyOf(token, server)
            return [...urls.map((other) => capture(other, body)), capture(baseUrl, bodyOf(token, server))]
          })
          const statuses = (await Promise.all(requests)).map(({ status }) => status)
          assert.deepStrictEqual(statuses, statuses.map(() => 200))

          for (const baseUrl of urls) {
            const access = { baseUrl, key }
            assert.deepStrictEqual(
              await ask(access, "select event, count() from events group by event order by event"),
              [["sent to 0", 20], ["sent to 1", 20]]
            )
            assert.deepStrictEqual(await ask(access, "select uniq(person_id) from events"), [[10]])
            assert.deepStrictEqual(
              await ask(
                access,
                "select properties.`seen by 0`, properties.`seen by 1`, count() from persons group by 1, 2"
              ),
              [["true", "true", 10]]
            )
          }
        } finally {
          const codes = await Promise.all(servers.map(stopServer))
          assert.deepStrictEqual(codes, [0, 0], servers.map((server) => server.output()).join("\n"))
        }
      })
    }).pipe(Effect.provide(PgTest.layerEmpty)))
})
