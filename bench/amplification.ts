import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Client } from "pg"
import { attacks, needles } from "./amplificationBodies.ts"
import type { Attack, Exchange } from "./Attack.ts"
import { descendants, treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, type MeasuredServer, startBare, startHedgerow, withoutClickHouse } from "./servers.ts"

/** No request may do more. */
const maxSilenceMillis = 200
const maxGrowthMegabytes = 256

const megabyte = 1_000_000

/** The effects of one request on a server. */
interface Effects {
  readonly status: number
  readonly cpuMillis: number
  readonly silenceMillis: number
  /** The longest step of its event loop in CPU time; what a busy machine adds to silence is not in it. */
  readonly stepMillis: number
  readonly growthMegabytes: number
  /** The same of the engine that grew most. */
  readonly engineMegabytes: number
}

interface Row {
  readonly storage: string
  readonly attack: Attack
  readonly bytes: number
  readonly ours: Effects
  readonly rows: number
  readonly bare: Effects
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const probing = new Agent({ keepAlive: true, maxSockets: 1 })

const sendTo = (url: string, { body, headers, method, path }: Exchange, by: Agent): Promise<number> =>
  new Promise((resolve) => {
    const outgoing = request(`${url}${path}`, { agent: by, method, headers }, (response) => {
      response.on("data", () => undefined)
      response.on("end", () => resolve(response.statusCode ?? 0))
      response.on("error", () => resolve(0))
    })
    // A body that is refused while it is being sent: the answer may be lost with the connection.
    outgoing.on("error", () => resolve(0))
    outgoing.end(body)
  })

const health: Exchange = { method: "GET", path: "/_health", headers: {}, body: undefined }

/** Asks the server without pause; returns the longest wait when it is stopped. */
const watch = (url: string): () => Promise<number> => {
  const stopping = new AbortController()
  const ask = async (): Promise<number> => {
    let longest = 0
    while (!stopping.signal.aborted) {
      const asked = performance.now()
      await sendTo(url, health, probing)
      longest = Math.max(longest, performance.now() - asked)
      await pause(2)
    }
    return longest
  }
  const asking = ask()
  return () => {
    stopping.abort()
    return asking
  }
}

const memory = (pid: number, field: "VmHWM" | "VmRSS"): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024 / megabyte

/** The memory of a process now; its peak is counted anew. */
const residentOf = (pid: number): number => {
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  return memory(pid, "VmRSS")
}

/** By how much a process has grown at most; a process that has ended meanwhile has not. */
const growthOf = (pid: number, resident: number): number =>
  existsSync(`/proc/${pid}`) ? Math.max(0, memory(pid, "VmHWM") - resident) : 0

/** Waits until the server's processes have nothing left to do. */
const rest = async (pid: number): Promise<void> => {
  for (let quiet = 0, turn = 0; quiet < 3 && turn < 50; turn++) {
    const before = treeCpuMillis(pid)
    await pause(200)
    quiet = treeCpuMillis(pid) - before <= 20 ? quiet + 1 : 0
  }
}

/** A server's probe, which is loaded with it. */
interface Probe {
  readonly environment: Readonly<Record<string, string>>
  /** The longest step since it was read last. */
  readonly read: (pid: number) => Promise<number>
  readonly remove: () => void
}

const makeProbe = (options = ""): Probe => {
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-probe-"))
  const file = join(directory, "longest")
  const load = `--import ${new URL("./loopProbe.ts", import.meta.url).href}`
  return {
    environment: { LOOP_PROBE: file, NODE_OPTIONS: `${options} ${load}` },
    read: async (pid) => {
      rmSync(file, { force: true })
      process.kill(pid, "SIGUSR2")
      while (!existsSync(file) || readFileSync(file, "utf8") === "") await pause(5)
      return Number(readFileSync(file, "utf8"))
    },
    remove: () => rmSync(directory, { recursive: true })
  }
}

/** The least status of the answers; 0 where one never came. */
const statusOf = (statuses: ReadonlyArray<number>): number => statuses.includes(0) ? 0 : Math.min(...statuses)

const measure = async (
  server: MeasuredServer,
  probe: Probe,
  exchanges: ReadonlyArray<Exchange>
): Promise<Effects> => {
  await rest(server.pid)
  await probe.read(server.pid)
  const engines = descendants(server.pid).map((pid) => [pid, residentOf(pid)] as const)
  const [cpu, resident] = [treeCpuMillis(server.pid), residentOf(server.pid)]
  const stop = watch(server.url)
  const status = statusOf(await Promise.all(exchanges.map((exchange) => sendTo(server.url, exchange, agent))))
  await pause(300)
  const silenceMillis = await stop()
  await rest(server.pid)
  return {
    status,
    silenceMillis,
    stepMillis: await probe.read(server.pid),
    cpuMillis: treeCpuMillis(server.pid) - cpu,
    growthMegabytes: growthOf(server.pid, resident),
    engineMegabytes: Math.max(0, ...engines.map(([pid, before]) => growthOf(pid, before)))
  }
}

/** Rows that PostgreSQL has written so far. */
const rowsWritten = async ({ postgres }: HedgerowServer): Promise<number> => {
  // Statistics of a session that rests are a second old at most.
  await pause(1_100)
  const client = new Client({ host: postgres.host, port: postgres.port, user: "hedgerow", database: "postgres" })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(
      "select sum(n_tup_ins + n_tup_upd) as count from pg_stat_user_tables"
    )
    return Number(rows[0]?.count ?? 0)
  } finally {
    await client.end()
  }
}

const makeNeedles = async ({ key, url }: HedgerowServer): Promise<void> => {
  const response = await fetch(`${url}/api/projects/1/feature_flags/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(needles)
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
}

/** A server of its own for each attack: what one leaves behind would hide what the next one takes. */
const attackOnce = async (
  storage: string,
  settings: Readonly<Record<string, string>>,
  attack: Attack
): Promise<Row> => {
  const heap = attack.heapMegabytes === undefined ? "" : `--max-old-space-size=${attack.heapMegabytes}`
  const [probe, bareProbe] = [makeProbe(`${settings["NODE_OPTIONS"] ?? ""} ${heap}`), makeProbe()]
  const [server, bare] = await Promise.all([
    startHedgerow({ ...settings, ...probe.environment }),
    startBare("./bareParser.ts", bareProbe.environment)
  ])
  try {
    if (attack.route.includes("evaluate") || /flags|decide/.test(attack.route)) await makeNeedles(server)
    for (const exchange of attack.before(server)) await sendTo(server.url, exchange, agent)
    const exchanges = Array.from({ length: attack.copies ?? 1 }, (_, copy) => attack.request(server, copy))
    const [exchange = attack.request(server)] = exchanges
    const before = await rowsWritten(server)
    const ours = await measure(server, probe, exchanges)
    const rows = await rowsWritten(server) - before
    return {
      storage,
      attack,
      ours,
      rows,
      bytes: exchange.body?.length ?? exchange.path.length,
      bare: await measure(bare, bareProbe, exchanges)
    }
  } finally {
    await Promise.all([server.stop(), bare.stop()])
    probe.remove()
    bareProbe.remove()
  }
}

/** Large answers are bounded by the heap that their server has. */
const isBroken = ({ attack, ours }: Row): boolean =>
  ours.status === 0 || ours.silenceMillis > maxSilenceMillis
  || (attack.heapMegabytes === undefined && ours.growthMegabytes > maxGrowthMegabytes)

const format = (row: Row): string => {
  const { attack, bare, bytes, ours, rows, storage } = row
  const cells = [
    attack.route,
    attack.name,
    storage,
    bytes.toLocaleString("en"),
    ours.status,
    `${ours.cpuMillis} (${bare.cpuMillis})`,
    `${Math.round(ours.growthMegabytes)} (${Math.round(bare.growthMegabytes)})`,
    Math.round(ours.engineMegabytes),
    rows.toLocaleString("en"),
    `${Math.round(ours.silenceMillis)} (${Math.round(bare.silenceMillis)})`,
    `${Math.round(ours.stepMillis)} (${Math.round(bare.stepMillis)})`,
    isBroken(row) ? "**beyond**" : ""
  ]
  return `| ${cells.join(" | ")} |`
}

const heading = `# What one request can make the server do

The worst requests known for every public route, and for whoever has a personal key. Each is sent to a fresh server while \`/_health\` is asked all the time. In brackets: bare \`node:http\` that reads, unpacks and parses the same body. CPU is that of all processes of the server, the engines included; memory is the most that the server's own process grew by, and beside it the engine that grew most; rows are those PostgreSQL wrote; silence is the longest wait for \`/_health\`, and the longest step of the event loop is counted in CPU time, which a busy machine does not stretch. The bar: ${maxSilenceMillis} ms of silence, ${maxGrowthMegabytes} MB.

Answers, alone and eight at once, go to a server with a heap of 1 GiB, which bounds their memory: the bar is that it answers all of them. The status is the least of the eight. These rows were measured once, beside many times as much other work as the machine has cores: their silences say little, their steps, memory and statuses count.

| route | request | events in | bytes | status | CPU ms | memory MB | engine MB | rows | silence ms | step CPU ms | |
|---|---|---|---|---|---|---|---|---|---|---|---|`

const storages: ReadonlyArray<readonly [name: string, settings: Readonly<Record<string, string>>]> = [
  ["ClickHouse", {}],
  ["PostgreSQL", withoutClickHouse]
]

/** The store of events matters only for requests that send events. */
const isMeantFor = (storage: string, { route }: Attack): boolean => storage === "ClickHouse" || route === "POST /batch/"

const results = fileURLToPath(new URL("./results-amplification.md", import.meta.url))

const firstCells = (line: string): string => line.split(" | ").slice(0, 3).join(" | ")

/** Rows as they were published, by their route, name and storage. */
const published = (): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(results, "utf8").split("\n").filter((line) => line.startsWith("| ")).map((line) => [
      firstCells(line),
      line
    ])
  )

/** Puts a row into the place of that of before; the others stay. A run takes half an hour, and may be ended before. */
const publish = (row: Row): void => {
  const lines = new Map(published()).set(firstCells(format(row)), format(row))
  const inOrder = storages.flatMap(([storage]) =>
    attacks.flatMap(({ name, route }) => lines.get(`| ${route} | ${name} | ${storage}`) ?? [])
  )
  writeFileSync(results, `${heading}\n${inOrder.join("\n")}\n`)
}

/** Sends every attack whose name or route contains `only`; answers whether none went beyond the bar. */
export const benchAmplification = async (only = ""): Promise<boolean> => {
  const rows: Array<Row> = []
  for (const [storage, settings] of storages) {
    for (const attack of attacks) {
      if (!isMeantFor(storage, attack) || !`${storage} ${attack.route} ${attack.name}`.includes(only)) continue
      const row = await attackOnce(storage, settings, attack)
      console.log(format(row))
      rows.push(row)
      publish(row)
    }
  }
  agent.destroy()
  probing.destroy()
  return !rows.some(isBroken)
}
