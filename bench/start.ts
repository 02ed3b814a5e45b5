import { findLibrary, thisPlatform } from "@hedgerow/storage-clickhouse/embedded/Library"
import { Effect } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { bundlePath, ensureBundle } from "../scripts/bundle.ts"
import type { Measured } from "./Comparison.ts"

const rounds = 11

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const ended = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.once("close", () => resolve()))

/** Milliseconds until a program prints the awaited text; then it is stopped. */
const untilSaid = async (child: ChildProcess, words: string, stop: () => void): Promise<number> => {
  const began = performance.now()
  const over = ended(child)
  const millis = await new Promise<number>((resolve, reject) => {
    let output = ""
    const take = (chunk: Buffer) => {
      output += chunk.toString("utf8")
      if (output.includes(words)) resolve(performance.now() - began)
    }
    child.stdout?.on("data", take)
    child.stderr?.on("data", take)
    child.once("exit", () => reject(new Error(`it ended before it was ready:\n${output}`)))
  })
  child.removeAllListeners("exit")
  stop()
  await over
  return millis
}

const startServer = (directory: string): Promise<number> => {
  const { HOME, PATH } = process.env
  const env = { PATH, HOME, HEDGEROW_PORT: "0", HEDGEROW_DATA_DIR: directory }
  const child = spawn(process.execPath, [bundlePath, "serve"], { env, stdio: ["ignore", "pipe", "pipe"] })
  return untilSaid(child, "Hedgerow is ready on ", () => child.kill("SIGTERM"))
}

/** The command line of the server's PostgreSQL and the environment of its ClickHouse, to start the bare engines with. */
const readLaunches = async (directory: string) => {
  const data = join(directory, "data")
  const [command = "", ...options] = readFileSync(join(data, "postmaster.opts"), "utf8").trim().split(" \"")
  const args = options.map((option) => option.slice(0, -1))
  const engine = {
    library: await Effect.runPromise(findLibrary(thisPlatform)),
    directory: join(directory, "clickhouse/data"),
    listen: { socketPath: join(directory, "bare-clickhouse") },
    queries: 4,
    configFile: join(directory, "clickhouse/engine.xml")
  }
  return { postgres: { command, args }, engine }
}

type Launches = Awaited<ReturnType<typeof readLaunches>>

const bareNode = (): number => {
  const began = performance.now()
  spawnSync(process.execPath, ["-e", ""])
  return performance.now() - began
}

const barePostgres = ({ postgres: { args, command } }: Launches): Promise<number> => {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(command, args, { cwd: "/", env: { LC_ALL: "C" }, stdio: ["ignore", "pipe", "pipe"], ...user })
  return untilSaid(child, "ready to accept connections", () => child.kill("SIGINT"))
}

const bareClickHouse = ({ engine }: Launches): Promise<number> => {
  const child = spawn(process.execPath, [join(dirname(bundlePath), "clickhouse-engine.mjs")], {
    cwd: "/",
    env: { HOME: engine.directory, TZ: "UTC", UV_THREADPOOL_SIZE: "10", HEDGEROW_ENGINE: JSON.stringify(engine) },
    stdio: ["pipe", "pipe", "pipe"]
  })
  return untilSaid(child, "ready ", () => child.stdin?.end())
}

/** A start on a warm directory, against the bare start of Node and of both engines one after the other. */
export const benchStart = async (): Promise<Measured> => {
  await ensureBundle()
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-bench-"))
  try {
    const first = await startServer(directory)
    const launches = await readLaunches(directory)
    await startServer(directory)
    const ours: Array<number> = []
    const bare: Array<readonly [node: number, postgres: number, clickHouse: number]> = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await startServer(directory))
      bare.push([bareNode(), await barePostgres(launches), await bareClickHouse(launches)])
    }
    const [node, postgres, clickHouse] = [0, 1, 2].map((part) => median(bare.map((parts) => parts[part] ?? 0)))
    const baseline = median(bare.map(([node, postgres, clickHouse]) => node + postgres + clickHouse))
    return {
      rows: [{
        name: "start on a warm directory",
        unit: "start",
        measure: "wall",
        ours: median(ours) * 1000,
        baseline: baseline * 1000
      }],
      notes: [
        `start: ${median(ours).toFixed(0)} ms to ready (of ${rounds}: ${
          ours.map((ms) => ms.toFixed(0)).sort().join(", ")
        }), `
        + `the first on an empty directory ${first.toFixed(0)} ms; bare node ${node?.toFixed(0)} ms, `
        + `PostgreSQL ${postgres?.toFixed(0)} ms, ClickHouse ${clickHouse?.toFixed(0)} ms`
      ]
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
