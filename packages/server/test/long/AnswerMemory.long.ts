import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { serveTests } from "../ServedTests.ts"

/** Four times the limit of an answer. */
const most = 4 * 64 * 1024 * 1024

const times = (count: number, column: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => column(index)).join(",")

/** Answers of which the rows, those of the wire and the text would take more together. */
const answers = [
  ["62 MiB of text in short rows", "select repeat('x', 1300) from numbers(50000) limit 50000", 65_000_000],
  ["two million empty lists", `select ${times(40, () => "[]")} from numbers(49000) limit 49000`, 5_900_000],
  [
    "a million instants",
    `select ${times(20, (i) => `toDateTime('2020-01-01 00:00:00') + number + ${i}`)} from numbers(49000) limit 49000`,
    22_000_000
  ]
] as const

/** A size of a process in bytes. */
const memory = (pid: number, field: "VmHWM" | "VmRSS"): number =>
  1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

/** The memory that a server needs for some work beside what it had before, in bytes. */
const costOf = async (pid: number, work: () => Promise<void>): Promise<number> => {
  // What is left to do of a start, or of the work before.
  await pause(2_000)
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = memory(pid, "VmRSS")
  await work()
  return memory(pid, "VmHWM") - before
}

/** How soon V8 collects buffers depends on what else runs; the least of some times is what the work needs. */
const leastCostOf = async (pid: number, work: () => Promise<void>): Promise<number> => {
  const costs = [await costOf(pid, work)]
  while (costs.length < 3 && Math.min(...costs) >= most) costs.push(await costOf(pid, work))
  return Math.min(...costs)
}

describe.each(answers)("an answer of %s", (_, sql, least) => {
  const served = serveTests({ NODE_OPTIONS: "--max-old-space-size=1024" })

  const ask = async (isCached: boolean) => {
    const { baseUrl, key } = served.printed
    const response = await fetch(`${baseUrl}/api/projects/1/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        refresh: isCached ? "blocking" : "force_blocking",
        query: { kind: "HogQLQuery", query: sql }
      })
    })
    const text = await response.text()
    assert.strictEqual(response.status, 200)
    assert.isAbove(text.length, least)
    assert.isTrue(text.startsWith(`{"is_cached":${isCached}`))
  }

  it.each([["computed and sent", false], ["sent from the cache", true]] as const)(
    "takes at most four times the limit of answers in memory, %s",
    async (_, isCached) => {
      assert.isBelow(await leastCostOf(served.server.process.pid ?? 0, () => ask(isCached)), most)
    }
  )
})
