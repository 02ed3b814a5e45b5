import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The program under test, bundled before the run as `pnpm start` does it. */
export const main = fileURLToPath(new URL("../dist/bundle/hedgerow.mjs", import.meta.url))

/** The same program as its sources, each a module of its own. */
export const sources = fileURLToPath(new URL("../src/main.ts", import.meta.url))

/** The output of the first start. */
export interface Printed {
  readonly baseUrl: string
  readonly projectId: string
  readonly token: string
  readonly key: string
  readonly curl: string
}

/** A real server process on a free port. */
export interface RunningServer {
  readonly process: ChildProcess
  readonly output: () => string
  /** Waits for the line that says the server is ready. */
  readonly ready: Promise<void>
  readonly exited: Promise<number | null>
}

/** Runs `hedgerow <args>` with these settings, as another user perhaps. */
export const runServer = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  program: string = main,
  user?: Pick<SpawnOptions, "gid" | "uid">
): RunningServer => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], HEDGEROW_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user
  })
  let output = ""
  const exited = new Promise<number | null>((resolve) =>
    // A process that ends by itself may do so before its output was read; children of a killed one keep the output open.
    child.once("exit", (code) => code === null ? resolve(code) : child.once("close", resolve))
  )
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString("utf8")
      if (output.includes("Hedgerow is ready on ")) resolve()
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  ready.catch(() => undefined)
  return { process: child, output: () => output, ready, exited }
}

/** Reads the project, the keys and the curl from what a first start printed. */
export const parsePrinted = (output: string): Printed => {
  const find = (pattern: RegExp): string => {
    const found = pattern.exec(output)?.[1]
    if (found === undefined) throw new Error(`${pattern} is not in:\n${output}`)
    return found
  }
  return {
    baseUrl: find(/Hedgerow is ready on (\S+)/),
    projectId: find(/Project id\s+(\d+)/),
    token: find(/Project token\s+(phc_\S+)/),
    key: find(/Personal API key\s+(phx_\S+)/),
    curl: find(/^( {2}curl [\s\S]*?}}')$/m).trim()
  }
}

/** A fresh directory, and its removal. */
export const makeDataDir = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), "hedgerow-test-"))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Asks the server to stop and waits until it has. */
export const stopServer = (server: RunningServer): Promise<number | null> => {
  server.process.kill("SIGTERM")
  return server.exited
}
