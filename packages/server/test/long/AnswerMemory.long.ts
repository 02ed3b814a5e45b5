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

describe.each(answers)("an answer of %s", (_, sql, least) => {
  const served = serveTests({ NODE_OPTIONS: "--max-old-space-size=1024" })

  it("takes at most four times the limit of answers in memory, computed, cached and sent", async () => {
    const pid = served.server.process.pid ?? 0
    // What a start leaves to do.
    await pause(2_000)
    writeFileSync(`/proc/${pid}/clear_refs`, "5")
    const before = memory(pid, "VmRSS")
    for (const isCached of [false, true]) {
      const response = await fetch(`${served.printed.baseUrl}/api/projects/1/query/`, {
        method: "POST",
        headers: { authorization: `Bearer ${served.printed.key}`, "content-type": "application/json" },
        body: JSON.stringify({ query: { kind: "HogQLQuery", query: sql } })
      })
      const text = await response.text()
      assert.strictEqual(response.status, 200)
      assert.isAbove(text.length, least)
      assert.isTrue(text.startsWith(`{"is_cached":${isCached}`))
    }
    assert.isBelow(memory(pid, "VmHWM") - before, most)
  })
})
