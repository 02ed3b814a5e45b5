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

/** No request may do more; silence is counted in the CPU time of the event loop, as other work on the machine adds to it. */
const maxSilenceMillis = 200
const maxGrowthMegabytes = 256

/** One answer takes four times the 64 MiB that it may have, and steps of this length; its server has a heap to fit. */
const maxAnswerMegabytes = Math.round(4 * 64 * 1.024 ** 2)
const maxAnswerStepMillis = 50

/** The same request is sent once, and this often at the same time. */
const atOnce = 8

const megabyte = 1_000_000

/** The effects of requests on a server. */
interface Effects {
  /** The different statuses of the answers; 0 is a connection that was cut off. */
  readonly statuses: ReadonlyArray<number>
  readonly cpuMillis: number
  readonly silenceMillis: number
  /** The most CPU time that the event loop took while `/_health` waited. */
  readonly loopMillis: number
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
  readonly eight: Effects
  readonly bareEight: Effects
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
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

/** The CPU time of the main thread of a process, which runs its event loop. */
const loopCpuMillis = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000

type Silence = Pick<Effects, "loopMillis" | "silenceMillis">

/** Asks the server without pause; returns the longest wait when it is stopped. */
const watch = ({ pid, url }: MeasuredServer): () => Promise<Silence> => {
  const stopping = new AbortController()
  const ask = async (): Promise<Silence> => {
    let longest: Silence = { silenceMillis: 0, loopMillis: 0 }
    while (!stopping.signal.aborted) {
      const [asked, before] = [performance.now(), loopCpuMillis(pid)]
      await sendTo(url, health, probing)
      longest = {
        silenceMillis: Math.max(longest.silenceMillis, performance.now() - asked),
        loopMillis: Math.max(longest.loopMillis, loopCpuMillis(pid) - before)
      }
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

const measure = async (
  server: MeasuredServer,
  probe: Probe,
  exchanges: ReadonlyArray<Exchange>
): Promise<Effects> => {
  await rest(server.pid)
  await probe.read(server.pid)
  const engines = descendants(server.pid).map((pid) => [pid, residentOf(pid)] as const)
  const [cpu, resident] = [treeCpuMillis(server.pid), residentOf(server.pid)]
  const stop = watch(server)
  const statuses = await Promise.all(exchanges.map((exchange) => sendTo(server.url, exchange, agent)))
  await pause(300)
  const silence = await stop()
  await rest(server.pid)
  return {
    statuses: [...new Set(statuses)].sort((one, other) => one - other),
    ...silence,
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

/** The effects of an attack on a server, and on the bare one. */
interface Wave {
  readonly bytes: number
  readonly ours: Effects
  readonly rows: number
  readonly bare: Effects
}

/** A server of its own for each wave: what one leaves behind would hide what the next one takes. */
const sendWave = async (
  settings: Readonly<Record<string, string>>,
  attack: Attack,
  copies: number
): Promise<Wave> => {
  const heap = attack.heapMegabytes === undefined ? "" : `--max-old-space-size=${attack.heapMegabytes}`
  const [probe, bareProbe] = [makeProbe(`${settings["NODE_OPTIONS"] ?? ""} ${heap}`), makeProbe()]
  const [server, bare] = await Promise.all([
    startHedgerow({ ...settings, ...attack.settings, ...probe.environment }),
    startBare("./bareParser.ts", bareProbe.environment)
  ])
  try {
    if (attack.route.includes("evaluate") || /flags|decide/.test(attack.route)) await makeNeedles(server)
    for (const exchange of attack.before(server)) await sendTo(server.url, exchange, agent)
    const exchanges = Array.from({ length: copies }, (_, copy) => attack.request(server, copy))
    const [exchange = attack.request(server)] = exchanges
    const before = await rowsWritten(server)
    const ours = await measure(server, probe, exchanges)
    const rows = await rowsWritten(server) - before
    const bytes = exchange.body?.length ?? exchange.path.length
    return { bytes, ours, rows, bare: await measure(bare, bareProbe, exchanges) }
  } finally {
    await Promise.all([server.stop(), bare.stop()])
    probe.remove()
    bareProbe.remove()
  }
}

const attackOnce = async (
  storage: string,
  settings: Readonly<Record<string, string>>,
  attack: Attack
): Promise<Row> => {
  const one = await sendWave(settings, attack, 1)
  const eight = await sendWave(settings, attack, atOnce)
  return { storage, attack, ...one, eight: eight.ours, bareEight: eight.bare }
}

const isAnswer = ({ heapMegabytes }: Attack): boolean => heapMegabytes !== undefined

/** One answer may hold as much as four of its size, and is made in short steps. */
const isBeyondForOne = (attack: Attack, { growthMegabytes, stepMillis }: Effects): boolean =>
  isAnswer(attack)
    ? growthMegabytes > maxAnswerMegabytes || stepMillis > maxAnswerStepMillis
    : growthMegabytes > maxGrowthMegabytes

/** The server must answer each request, and others meanwhile. */
const isBroken = ({ attack, eight, ours }: Row): boolean =>
  [ours, eight].some(({ loopMillis, statuses }) => loopMillis > maxSilenceMillis || statuses.includes(0))
  || isBeyondForOne(attack, ours)

const compared = (
  ours: Effects,
  bare: Effects,
  field: "cpuMillis" | "growthMegabytes" | "loopMillis" | "silenceMillis" | "stepMillis"
) => `${Math.round(ours[field])} (${Math.round(bare[field])})`

const format = (row: Row): string => {
  const { attack, bare, bareEight, bytes, eight, ours, rows, storage } = row
  const cells = [
    attack.route,
    attack.name,
    storage,
    bytes.toLocaleString("en"),
    ours.statuses.join(),
    compared(ours, bare, "cpuMillis"),
    compared(ours, bare, "growthMegabytes"),
    Math.round(ours.engineMegabytes),
    rows.toLocaleString("en"),
    compared(ours, bare, "silenceMillis"),
    compared(ours, bare, "loopMillis"),
    compared(ours, bare, "stepMillis"),
    eight.statuses.join(),
    compared(eight, bareEight, "growthMegabytes"),
    Math.round(eight.engineMegabytes),
    compared(eight, bareEight, "silenceMillis"),
    compared(eight, bareEight, "loopMillis"),
    compared(eight, bareEight, "stepMillis"),
    isBroken(row) ? "**beyond**" : ""
  ]
  return `| ${cells.join(" | ")} |`
}

const heading = `# What one request can make the server do, and eight of them at once

The worst requests known for every public route, and for whoever has a personal key. Each is sent to a fresh server while \`/_health\` is asked all the time, and eight of it at once to another fresh server. In brackets: bare \`node:http\` that reads, unpacks and parses the same bodies. CPU is that of all processes of the server, the engines included; memory is the most that the server's own process grew by, and beside it the engine that grew most; rows are those PostgreSQL wrote; silence is the longest wait for \`/_health\`, and beside it stand the most CPU time that the event loop took while \`/_health\` waited, and the longest step of the loop in CPU time: other work on the machine stretches silence, not these two. The bar: ${maxSilenceMillis} ms of the loop while \`/_health\` waits, for one and for ${atOnce}, ${maxGrowthMegabytes} MB for one, an answer to each. Answers (*JSON*, *NDJSON*, *CSV*, *Parquet*, *insight*, *dashboard*, *chart*) go to a server with a heap of 1 GiB, and have bars of their own for one: ${maxAnswerMegabytes} MB, four times the 64 MiB of an answer, and steps of ${maxAnswerStepMillis} ms of CPU. Rows that are streamed go to a server that sends ${atOnce} streams of a project at once. A dash was not measured.

| route | request | events in | bytes | status | CPU ms | memory MB | engine MB | rows | silence ms | loop CPU ms | step CPU ms | ${atOnce}: status | memory MB | engine MB | silence ms | loop CPU ms | step CPU ms | |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|`

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

/** Whether a published row lacks figures, or there is none. */
const lacksFigures = (storage: string, { name, route }: Attack): boolean =>
  published().get(`| ${route} | ${name} | ${storage}`)?.includes(" – ") ?? true

/** Puts a row into the place of that of before; the others stay. A run takes half an hour, and may be ended before. */
const publish = (row: Row): void => {
  const lines = new Map(published()).set(firstCells(format(row)), format(row))
  const inOrder = storages.flatMap(([storage]) =>
    attacks.flatMap(({ name, route }) => lines.get(`| ${route} | ${name} | ${storage}`) ?? [])
  )
  writeFileSync(results, `${heading}\n${inOrder.join("\n")}\n`)
}

/** Sends every attack whose name or route contains `only`, or with `missing` those whose rows lack figures; answers whether none went beyond the bar. */
export const benchAmplification = async (only = ""): Promise<boolean> => {
  const rows: Array<Row> = []
  for (const [storage, settings] of storages) {
    for (const attack of attacks) {
      const isWanted = only === "missing"
        ? lacksFigures(storage, attack)
        : `${storage} ${attack.route} ${attack.name}`.includes(only)
      if (!isMeantFor(storage, attack) || !isWanted) continue
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
