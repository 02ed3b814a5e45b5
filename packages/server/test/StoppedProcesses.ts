import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { enginePid } from "./ServerEngines.ts"

/** The files of PostgreSQL are in a directory or, below a closed one, in the place that `home` names. */
const clusterOf = (dataDir: string): string => {
  const home = join(dataDir, "home")
  return join(existsSync(home) ? home : dataDir, "data")
}

/** The process that takes the connections of the PostgreSQL of a directory. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(clusterOf(dataDir), "postmaster.pid"), "utf8").split("\n", 1)[0])

const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter((text) => text !== "").map(Number)

const signalAll = (pids: ReadonlyArray<number>, signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal)
}

/** Stops processes where they are; answers how to let them go on. */
const stopAll = (pids: () => ReadonlyArray<number>): () => void => {
  // One that was being made while the others were stopped is found by the second look.
  signalAll(pids(), "SIGSTOP")
  const all = pids()
  signalAll(all, "SIGSTOP")
  return () => signalAll([...all].reverse(), "SIGCONT")
}

/** PostgreSQL with all its connections stops answering; returns the way to let it go on. */
export const stopPostgres = (dataDir: string): () => void => {
  const pid = postmasterPid(dataDir)
  return stopAll(() => [pid, ...childrenOf(pid)])
}

/** The embedded ClickHouse stops answering; returns the way to let it go on. */
export const stopClickHouse = (dataDir: string): () => void => stopAll(() => [enginePid(dataDir)])
