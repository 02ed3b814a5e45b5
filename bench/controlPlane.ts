import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Comparison } from "./Comparison.ts"
import { treeCpuMillis } from "./processCpu.ts"
import type { HedgerowServer } from "./servers.ts"

const script = fileURLToPath(new URL("../packages/storage-pg/test/ControlPlaneLoad.ts", import.meta.url))
const warmUp = 500
const rowsAtOnce = 100

interface Load {
  readonly name: string
  readonly unit: string
  readonly transactions: number
  readonly units: number
}

const loads: ReadonlyArray<Load> = [
  { name: "outbox", unit: "transaction", transactions: 4_000, units: 1 },
  { name: "outbox rows", unit: "row", transactions: 500, units: rowsAtOnce },
  { name: "activity", unit: "transaction", transactions: 4_000, units: 1 }
]

/** The process that writes, and how to have it run some transactions of a load. */
const startWriter = async ({ postgres: { host, port } }: HedgerowServer) => {
  const url = `postgres://hedgerow@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [script, url], { stdio: ["pipe", "pipe", "inherit"] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    if ((await answers.next()).done === true) throw new Error("the writing process ended")
  }
  await answer()
  const run = async (load: string, count: number) => {
    child.stdin.write(`${load}:${count}\n`)
    await answer()
  }
  return { child, run }
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
  })

/** Rows of the outbox and of the activity log as domains write them, against bare inserts of the same rows. */
export const benchControlPlane = async (server: HedgerowServer): Promise<ReadonlyArray<Comparison>> => {
  const { child, run } = await startWriter(server)
  const used = () => treeCpuMillis(server.pid) + treeCpuMillis(child.pid ?? server.pid)
  const cpuPerUnit = async (name: string, { transactions, units }: Load) => {
    await run(name, Math.ceil(warmUp / units))
    const before = used()
    await run(name, transactions)
    return (used() - before) * 1000 / (transactions * units)
  }
  const rows: Array<Comparison> = []
  try {
    for (const load of loads) {
      const baseline = await cpuPerUnit(`bare ${load.name}`, load)
      const ours = await cpuPerUnit(load.name, load)
      rows.push({ name: `control plane: ${load.name}`, unit: load.unit, ours, baseline })
    }
    return rows
  } finally {
    await stop(child)
  }
}
