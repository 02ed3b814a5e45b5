/**
 * Loaded into a measured server: notes the longest step of its event loop in CPU time, which a busy machine does not
 * stretch. On SIGUSR2 it is written to the file that `LOOP_PROBE` names, and noted anew.
 */
import { writeFileSync } from "node:fs"

const file = process.env["LOOP_PROBE"]
const everyMillis = 2

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

let last = cpuMillis()
let longest = 0

setInterval(() => {
  const now = cpuMillis()
  longest = Math.max(longest, now - last)
  last = now
}, everyMillis).unref()

if (file !== undefined) {
  process.on("SIGUSR2", () => {
    writeFileSync(file, String(longest))
    longest = 0
  })
}
