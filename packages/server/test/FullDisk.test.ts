import { assert, describe, it, vi } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { startLoad } from "./BatchLoad.ts"
import { ask, settles } from "./ServerClient.ts"
import { postgresPid } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

/** A small disk of its own, in memory. */
const makeSmallDisk = () => {
  const data = makeDataDir()
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=755", "hedgerow-test", data.path])
  return {
    path: data.path,
    remove: () => {
      execFileSync("umount", ["--lazy", data.path])
      data.remove()
    }
  }
}

/** Takes all the room there is, to the last byte. */
const fill = (file: string): void => {
  const handle = openSync(file, "w")
  try {
    for (let size = 2 ** 20; size >= 1; size /= 2) {
      try {
        while (writeSync(handle, Buffer.alloc(size)) === size);
      } catch {
        // Less fits.
      }
    }
  } finally {
    closeSync(handle)
  }
}

const withoutChdb = { NODE_OPTIONS: `--import ${new URL("./WithoutChdb.ts", import.meta.url).href}` }

const places = [["ClickHouse", {}], ["PostgreSQL", withoutChdb]] as const

describe.each(places)("a disk that is full, with events in %s", (_, environment) => {
  it("is 503 on /_ready and for captures, and nothing acknowledged is lost once there is room", async () => {
    const disk = makeSmallDisk()
    const directory = `${disk.path}/data`
    mkdirSync(directory)
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: directory, ...environment })
    try {
      await server.ready
      const printed = parsePrinted(server.output())
      const load = startLoad(printed.token, printed.baseUrl)
      try {
        await vi.waitUntil(() => load.acknowledged.length > 10, { timeout: 120_000 })
        fill(`${disk.path}/filler`)
        assert.isBelow(statfsSync(directory).bavail, 16)
        const ready = await fetch(`${printed.baseUrl}/_ready`)
        assert.strictEqual(ready.status, 503)
        assert.strictEqual(ready.headers.get("retry-after"), "1")
        assert.match(
          ((await ready.json()) as { readonly detail: string }).detail,
          /its disk is full: \S+ has \d+ MiB left/
        )
        await vi.waitUntil(() => (load.outcomes.get(503) ?? 0) > 20 || server.process.exitCode !== null, {
          timeout: 300_000
        })
        assert.isNull(server.process.exitCode, server.output())
        process.kill(postgresPid(directory), "SIGKILL")
        await vi.waitUntil(() => server.output().includes("PostgreSQL is not started while its disk is full"), {
          timeout: 300_000
        })
        rmSync(`${disk.path}/filler`)
        await settles(async () => (await fetch(`${printed.baseUrl}/_ready`)).status, 200)
      } finally {
        await load.stop()
      }
      await settles(async () => {
        await load.finish()
        return load.acknowledged.length
      }, load.sent.length)
      const sent = load.sent.flatMap(({ uuids }) => uuids).length
      assert.deepStrictEqual(await ask(printed, "select count(), uniq(uuid) from events"), [[sent, sent]])
      assert.deepStrictEqual(new Set(load.outcomes.keys()), new Set([200, 503]))
      assert.strictEqual(await stopServer(server), 0, server.output())
    } finally {
      server.process.kill("SIGKILL")
      await server.exited
      disk.remove()
    }
  })
})
