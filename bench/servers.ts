import { type ChildProcess, spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundlePath, ensureBundle } from "../scripts/bundle.ts"
import { ensureConsole } from "../scripts/console.ts"

/** A server process under measurement. */
export interface MeasuredServer {
  readonly pid: number
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A Hedgerow with embedded storage in a fresh directory, and the way into its PostgreSQL. */
export interface HedgerowServer extends MeasuredServer {
  readonly directory: string
  readonly key: string
  readonly token: string
  readonly postgres: { readonly pid: number; readonly host: string; readonly port: number }
}

const waitFor = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    const take = (chunk: Buffer) => {
      output += chunk.toString("utf8")
      if (pattern.test(output)) resolve(output)
    }
    child.stdout?.on("data", take)
    child.stderr?.on("data", take)
    child.once("exit", () => reject(new Error(`the server ended:\n${output}`)))
  })

const stopper = (child: ChildProcess) => (): Promise<void> =>
  new Promise((resolve) => {
    child.removeAllListeners("exit")
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
  })

const pidOf = (child: ChildProcess): number => {
  if (child.pid === undefined) throw new Error("the server could not be spawned")
  return child.pid
}

const capture = (output: string, pattern: RegExp): string => {
  const found = pattern.exec(output)?.[1]
  if (found === undefined) throw new Error(`${pattern} is not in:\n${output}`)
  return found
}

/** Environment of a server that finds no embedded ClickHouse and keeps its events in PostgreSQL. */
export const withoutClickHouse = {
  NODE_OPTIONS: `--import ${new URL("../packages/server/test/WithoutChdb.ts", import.meta.url).href}`
}

/** Starts the bundled server as `pnpm start` does. */
export const startHedgerow = async (
  environment: Readonly<Record<string, string>> = {}
): Promise<HedgerowServer> => {
  await ensureBundle()
  ensureConsole()
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-bench-"))
  const child = spawn(process.execPath, [bundlePath, "serve"], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      HEDGEROW_PORT: "0",
      HEDGEROW_DATA_DIR: directory,
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output = await waitFor(child, /FROM events GROUP BY event"}}'/)
  const [pidFile] = globSync(`${directory}/**/postmaster.pid`)
  const lines = readFileSync(pidFile ?? "", "utf8").split("\n")
  const stop = stopper(child)
  return {
    pid: pidOf(child),
    directory,
    url: capture(output, /Hedgerow is ready on (\S+)/),
    key: capture(output, /Personal API key\s+(phx_\S+)/),
    token: capture(output, /Project token\s+(phc_\S+)/),
    postgres: { pid: Number(lines[0]), port: Number(lines[3]), host: lines[4] ?? "" },
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

/** Starts the bundled server with storage in memory and these settings. */
export const startInMemory = async (
  settings: Readonly<Record<string, string>>
): Promise<MeasuredServer & { readonly key: string }> => {
  await ensureBundle()
  const child = spawn(process.execPath, [bundlePath, "serve"], {
    env: { PATH: process.env["PATH"], HEDGEROW_PORT: "0", HEDGEROW_STORAGE: "memory", ...settings },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output = await waitFor(child, /FROM events GROUP BY event"}}'/)
  return {
    pid: pidOf(child),
    url: capture(output, /Hedgerow is ready on (\S+)/),
    key: capture(output, /Personal API key\s+(phx_\S+)/),
    stop: stopper(child)
  }
}

/** Starts a bare `node:http` server that answers every request with the same bytes. */
export const startBaseline = (body: string): Promise<MeasuredServer> => startBare("./bareServer.ts", { BODY: body })

/** Starts a bare `node:http` server from a script of this folder. */
export const startBare = async (
  file: `./${string}.ts`,
  env: Readonly<Record<string, string>> = {}
): Promise<MeasuredServer> => {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "pipe"] })
  const output = await waitFor(child, /listening on \d+/)
  return {
    pid: pidOf(child),
    url: `http://127.0.0.1:${capture(output, /listening on (\d+)/)}`,
    stop: stopper(child)
  }
}
