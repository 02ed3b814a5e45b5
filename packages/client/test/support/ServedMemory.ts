import { afterAll, assert, beforeAll } from "@effect/vitest"
import { type Client, type ClientOptions, createClient } from "@hedgerow/client"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** The program as `pnpm start` runs it; a test run bundles it first. */
const program = fileURLToPath(new URL("../../../server/dist/bundle/hedgerow.mjs", import.meta.url))

/** A server in memory that listens on a port of its own. */
export interface ServedMemory {
  readonly url: string
  readonly key: string
  /** The project's token, for SDKs and public operations. */
  readonly token: string
  /** A client of the server, signed with the key. */
  readonly client: (options?: Partial<ClientOptions>) => Client
}

const printed = /ready on (?<url>\S+)[\s\S]*Project token\s+(?<token>phc_\S+)[\s\S]*Personal API key\s+(?<key>phx_\S+)/

/** Starts a server before the tests of a file; after them it has to stop without a fault. */
export const serveMemory = (settings: Readonly<Record<string, string>> = {}): ServedMemory => {
  const env = { PATH: process.env["PATH"], HEDGEROW_PORT: "0", HEDGEROW_STORAGE: "memory", ...settings }
  const found = { url: "", key: "", token: "" }
  let output = ""
  let stop: () => Promise<unknown> = () => Promise.resolve(undefined)
  beforeAll(async () => {
    const child = spawn(process.execPath, [program, "serve"], { env, stdio: ["ignore", "pipe", "pipe"] })
    const exited = once(child, "exit")
    stop = () => {
      child.kill("SIGTERM")
      return exited.then(([code]) => code)
    }
    await new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        output += chunk.toString("utf8")
        const groups = printed.exec(output)?.groups
        if (groups === undefined) return
        Object.assign(found, groups)
        resolve()
      }
      child.stdout.on("data", take)
      child.stderr.on("data", take)
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
    })
  })
  afterAll(async () => assert.strictEqual(await stop(), 0, output))
  return {
    get url() {
      return found.url
    },
    get key() {
      return found.key
    },
    get token() {
      return found.token
    },
    client: (options) => createClient({ url: found.url, key: found.key, project: 1, ...options })
  }
}
