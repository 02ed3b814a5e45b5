import { assert, describe, it } from "@effect/vitest"
import { v7 } from "uuid"
import { makeDataDir, parsePrinted, type Printed, runServer, stopServer } from "./ServerProcess.ts"

const batchSize = 20

interface Batch {
  readonly uuids: ReadonlyArray<string>
  readonly body: string
}

const makeBatch = (token: string, number: number): Batch => {
  const uuids = Array.from({ length: batchSize }, () => v7())
  const batch = uuids.map((uuid, i) => ({
    uuid,
    event: "load",
    distinct_id: `user-${(number * batchSize + i) % 37}`,
    timestamp: "2026-01-01T00:00:00Z",
    properties: { number, $set: { seen: true } }
  }))
  return { uuids, body: JSON.stringify({ api_key: token, batch }) }
}

const post = async (baseUrl: string, batch: Batch): Promise<boolean> => {
  try {
    const response = await fetch(`${baseUrl}/batch/`, { method: "POST", body: batch.body })
    return response.status === 200
  } catch {
    return false
  }
}

const storedUuids = async (server: Pick<Printed, "baseUrl" | "key">): Promise<ReadonlyArray<string>> => {
  const response = await fetch(`${server.baseUrl}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "select uuid from events limit 50000" } })
  })
  assert.strictEqual(response.status, 200)
  return ((await response.json()) as { readonly results: ReadonlyArray<readonly [string]> }).results.map(([uuid]) =>
    uuid
  )
}

describe("kill -9 in the middle of ingestion", () => {
  it("keeps every acknowledged event once, and a retry of everything adds only missing ones", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    const first = runServer(["serve"], settings)
    await first.ready
    const printed = parsePrinted(first.output())
    const batches = Array.from({ length: 300 }, (_, number) => makeBatch(printed.token, number))
    const acknowledged = new Set<string>()

    let sent = 0
    const sender = async () => {
      while (sent < batches.length) {
        const batch = batches[sent++]
        if (batch === undefined || !(await post(printed.baseUrl, batch))) return
        for (const uuid of batch.uuids) acknowledged.add(uuid)
        if (acknowledged.size >= 40 * batchSize) first.process.kill("SIGKILL")
      }
    }
    await Promise.all(Array.from({ length: 6 }, sender))
    await first.exited
    assert.isBelow(sent, batches.length, "the server died while batches were still to be sent")

    const second = runServer(["serve"], settings)
    try {
      await second.ready
      const baseUrl = /Hedgerow is ready on (\S+)/.exec(second.output())?.[1] ?? ""
      const afterRestart = await storedUuids({ baseUrl, key: printed.key })
      assert.strictEqual(new Set(afterRestart).size, afterRestart.length, "no event is stored twice")
      const stored = new Set(afterRestart)
      assert.deepStrictEqual([...acknowledged].filter((uuid) => !stored.has(uuid)), [])

      // At once: what is sent one by one waits for company each time.
      const posted = await Promise.all(batches.map((batch) => post(baseUrl, batch)))
      assert.isTrue(posted.every((isTaken) => isTaken))
      const afterRetry = await storedUuids({ baseUrl, key: printed.key })
      assert.deepStrictEqual([...afterRetry].sort(), batches.flatMap((batch) => batch.uuids).sort())
    } finally {
      await stopServer(second)
      data.remove()
    }
  })
})
