import { assert, describe, it, vi } from "@effect/vitest"
import { version } from "@hedgerow/core/Version"
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { countOutcomes, senders, startClusterLoad } from "../ClusterLoad.ts"
import { onPostgres, openWorld } from "../OperatedEngines.ts"
import { ask, baseUrlOf } from "../ServerClient.ts"
import { endLeases } from "../ServerEngines.ts"
import { main, type RunningServer, stopServer } from "../ServerProcess.ts"

const nextVersion = "99.0.0"

/** The program under another version number, as the next release is a program of its own. */
const makeNextRelease = (): { readonly program: string; readonly remove: () => void } => {
  const directory = `${dirname(main)}-next`
  cpSync(dirname(main), directory, { recursive: true })
  for (const file of globSync(`${directory}/*.mjs`)) {
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(`version: "${version}"`, `version: "${nextVersion}"`))
  }
  return { program: join(directory, basename(main)), remove: () => rmSync(directory, { recursive: true, force: true }) }
}

const versionAt = async (baseUrl: string): Promise<string | undefined> =>
  /hedgerow_build_info\{[^}]*version="([^"]*)"/.exec(await (await fetch(`${baseUrl}/metrics`)).text())?.[1]

/** What a connection of a server that was killed, or is stopping, may end with. */
const ends: ReadonlySet<number | string> = new Set([200, 503, "ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"])

/** The events that each server takes between two of its ends. */
const share = 160

describe("three servers on one PostgreSQL and one ClickHouse, under load", () => {
  const title = "lose and double no event when each is killed, and when a new version is rolled out"
  // Nine starts of a server, each of which others wait for, take their time on a busy machine.
  it(title, { timeout: 1_200_000 }, async ({ annotate }) => {
    const world = await openWorld()
    const next = makeNextRelease()
    const servers: Array<RunningServer> = [world.first]
    try {
      servers.push(await world.start(), await world.start())
      const accesses = servers.map((server) => ({ baseUrl: baseUrlOf(server.output()), key: world.key }))
      const load = startClusterLoad(world.token, accesses)
      const hasTaken = (server: number) => {
        const before = load.takenBy[server] ?? 0
        return vi.waitUntil(() => (load.takenBy[server] ?? 0) >= before + share, { timeout: 240_000, interval: 20 })
      }
      const replace = async (server: number, program: string, end: (old: RunningServer) => Promise<unknown>) => {
        await hasTaken(server)
        const old = servers[server]
        const { port } = new URL(accesses[server]?.baseUrl ?? "")
        load.mark(server, true)
        if (old !== undefined) await end(old)
        // The others go on while it is away; what the dead one had begun is free for them after a minute at most.
        await hasTaken((server + 1) % servers.length)
        await onPostgres(world.postgres.url, endLeases)
        servers[server] = await world.start({ HEDGEROW_PORT: port }, program)
        load.mark(server, false)
      }
      const kill = async (old: RunningServer) => {
        old.process.kill("SIGKILL")
        await old.exited
      }
      const stop = async (old: RunningServer) => assert.strictEqual(await stopServer(old), 0, old.output())

      const began = performance.now()
      try {
        for (const server of [0, 1, 2]) await replace(server, main, kill)
        const killed = load.attempts.length
        for (const server of [0, 1, 2]) await replace(server, next.program, stop)
        await Promise.all([0, 1, 2].map(hasTaken))
        await load.stop()
        const seconds = (performance.now() - began) / 1000
        assert.deepStrictEqual(
          await Promise.all(accesses.map(({ baseUrl }) => versionAt(baseUrl))),
          accesses.map(() => nextVersion)
        )

        // Servers that are there answer everything, but the events that one which was killed had begun to write.
        const there = load.attempts.filter(({ isEnding }) => !isEnding)
        const refused = there.filter(({ outcome }) => outcome !== 200)
        assert.deepStrictEqual(refused.filter(({ isRetry, outcome }) => !isRetry || outcome !== 503), [])
        const ending = load.attempts.filter(({ isEnding }) => isEnding)
        assert.deepStrictEqual(ending.filter(({ outcome }) => !ends.has(outcome)), [])

        const total = load.acknowledged.length
        assert.strictEqual(new Set(load.acknowledged).size, total)
        for (const access of accesses) {
          const counts = await ask(access, "select count(), count(distinct uuid) from events")
          assert.deepStrictEqual(counts, [[total, total]], "each acknowledged event is there, once")
        }
        await annotate(
          `${total} events in ${seconds.toFixed(0)} s by ${senders} clients. `
            + `Servers that are there: ${JSON.stringify(countOutcomes(there))}. `
            + `Killed: ${
              JSON.stringify(countOutcomes(ending.filter((each) => load.attempts.indexOf(each) < killed)))
            }. `
            + `Stopped: ${
              JSON.stringify(countOutcomes(ending.filter((each) => load.attempts.indexOf(each) >= killed)))
            }.`
        )
      } finally {
        await load.stop()
      }
    } finally {
      await world.close()
      next.remove()
    }
  })
})
