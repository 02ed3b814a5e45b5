import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { constants, getPriority, setPriority } from "node:os"

/** The threads of this process, as Linux lists them. */
const tasks = "/proc/self/task"

/** The library keeps its threads, so that few are new. */
const interval = "1 second"

/** On the scale of `nice`: the threads that analyse statements and wait for their ends, and those that work on them. */
const priorities = { analysing: 5, working: constants.priority.PRIORITY_BELOW_NORMAL }

/** Those of Node itself stay as they are. */
const priorityOf = (name: string): number => {
  if (name === "libuv-worker") return priorities.analysing
  return /^(?:MainThread|V8Worker|node)/.test(name) ? 0 : priorities.working
}

/** Lowers a thread, unless it is as low, or the library has raised it; answers whether it is lower than the process now. */
const lower = (thread: string, own: number): boolean => {
  const priority = priorityOf(readFileSync(`${tasks}/${thread}/comm`, "utf8").trim())
  const now = getPriority(Number(thread))
  if (now < own || now >= priority) return now > own
  setPriority(Number(thread), priority)
  return true
}

/**
 * The processors go to the server first, which answers everybody, and to this process's own thread, then to those that
 * analyse statements, and at last to those that work for long: a short statement waits for no slice of a heavy one at each
 * of its steps. Everybody may lower the priority of a thread, and nobody raise it again without a right of his own.
 */
export const lowerPriorities = Effect.suspend(() => {
  const own = getPriority()
  // A system that does not list threads has one priority for all.
  if (!existsSync(tasks)) return Effect.ignore(Effect.try(() => setPriority(priorities.working)))
  let known: ReadonlySet<string> = new Set([String(process.pid)])
  /** One that ends meanwhile is not there. */
  const isLow = (thread: string): boolean =>
    known.has(thread) || Result.getOrElse(Result.try(() => lower(thread, own)), () => false)
  const look = Effect.ignore(Effect.try(() => {
    known = new Set(readdirSync(tasks).filter(isLow))
  }))
  return Effect.andThen(look, Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(interval), look))))
})
