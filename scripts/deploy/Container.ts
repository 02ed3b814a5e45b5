import assert from "node:assert/strict"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Image } from "./ImageBuild.ts"
import { apart, environmentOf, mounts } from "./Roots.ts"

/** A process of an image whose root is read-only, on a network of its own. */
export interface Container {
  /** Runs a program beside the process, as its user; answers its status and its output. */
  readonly execute: (words: ReadonlyArray<string>) => { readonly status: number | null; readonly output: string }
  /** Sends the signal that stops containers, and waits for the exit code. */
  readonly stop: () => Promise<number | null>
  /** The output until now. */
  readonly output: () => string
  /** The lines of `/proc/PID/status` of its first process. */
  readonly status: () => string
}

const userNumber = 1000

const readOnly = (image: Image): ReadonlyArray<string> => [
  "ip link set lo up",
  `mount --bind ${image.root} ${image.root}`,
  ...mounts(image.root),
  `mount -o remount,ro,bind ${image.root}`,
  ...["/tmp", ...image.volumes].map((path) =>
    `mount -t tmpfs -o mode=700,uid=${userNumber},gid=${userNumber} tmpfs ${image.root}${path}`
  )
]

const asUser = ({ environment, root }: Image, more: Readonly<Record<string, string>>): ReadonlyArray<string> => [
  "chroot",
  `--userspec=${userNumber}:${userNumber}`,
  root,
  ...environmentOf({ ...environment, ...more })
]

/** The process that the shell became: the first one in its own numbering. */
const childOf = (unshare: ChildProcess): number =>
  Number(readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, "utf8").trim().split(" ")[0])

/** Runs the command of an image, with settings of its own. */
export const startContainer = (image: Image, settings: Readonly<Record<string, string>>): Container => {
  assert.equal(image.user, "node", "the image names its user")
  const lines = [...readOnly(image), `exec "$0" "$@"`]
  const words = [...asUser(image, settings), ...image.command]
  const unshare = spawn("unshare", [...apart(lines, "--net"), ...words], { stdio: ["ignore", "pipe", "pipe"] })
  // A check that failed leaves no server behind: `--kill-child` ends it with its parent.
  process.once("exit", () => unshare.kill("SIGKILL"))
  let output = ""
  const take = (chunk: Buffer): void => void (output += chunk.toString("utf8"))
  unshare.stdout.on("data", take)
  unshare.stderr.on("data", take)
  const ended = new Promise<number | null>((resolve) => unshare.once("close", resolve))
  return {
    execute: (program) => {
      const inside = ["--target", String(childOf(unshare)), "--mount", "--pid", "--net", "--"]
      const made = spawnSync("nsenter", [...inside, ...asUser(image, settings), ...program], { encoding: "utf8" })
      return { status: made.status, output: made.stdout + made.stderr }
    },
    stop: () => {
      process.kill(childOf(unshare), "SIGTERM")
      return ended
    },
    output: () => output,
    status: () => readFileSync(`/proc/${childOf(unshare)}/status`, "utf8")
  }
}

/** Waits until the health check of the image succeeds. */
export const waitUntilHealthy = async (container: Container, image: Image): Promise<void> => {
  for (let tries = 0; tries < 60; tries++) {
    await pause(1000)
    if (container.execute(image.healthCheck).status === 0) return
  }
  throw new Error(`The container was not healthy within its time:\n${container.output()}`)
}
