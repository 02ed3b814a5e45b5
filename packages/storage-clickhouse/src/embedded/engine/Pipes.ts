import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { closeSync, constants, mkdirSync, openSync, rmSync } from "node:fs"
import { Socket } from "node:net"
import { join } from "node:path"
import type { Readable } from "node:stream"

/** The pipe to which a statement writes its answer while it runs. */
export interface Pipe {
  readonly path: string
  readonly reader: Readable
  /** Lets what is written go unread, for a statement that is to stop. */
  readonly forgo: () => void
  /** Ends the reader's stream after the last byte written; called when the statement is over. */
  readonly end: () => void
}

/**
 * Named pipes. The engine library has a streaming interface of its own, which begins a query on the calling thread: while
 * it analyses a statement the whole process would stand still. A statement that writes into a pipe runs on a thread like
 * any other, in one format from its first byte to its last, and stands still while nobody reads.
 */
export interface Pipes {
  /** One that nobody else uses, for the scope; undefined when there is none. */
  readonly take: Effect.Effect<Pipe | undefined, never, Scope.Scope>
}

const makePaths = (directory: string, count: number): ReadonlyArray<string> => {
  const paths = Array.from({ length: count }, (_, index) => join(directory, String(index)))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { mode: 0o700 })
  execFileSync("mkfifo", ["-m", "600", ...paths])
  return paths
}

/** Both ends are open before the engine opens its own, so that neither side waits and we decide when the stream ends. */
const openPipe = (path: string): Pipe => {
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writing = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  const reader = new Socket({ fd: reading, readable: true, writable: false })
  reader.on("error", () => undefined)
  let isOpen = true
  const end = (): void => {
    if (isOpen) closeSync(writing)
    isOpen = false
  }
  // Not closed: a statement that has yet to open its end would wait for a reader for ever.
  const forgo = (): void => {
    reader.on("data", () => undefined)
  }
  return { path, reader, forgo, end }
}

/** Pipes in a directory of their own; without `mkfifo` there are none. */
export const makePipes = Effect.fnUntraced(function*(directory: string, count: number) {
  const made = Effect.try({ try: () => [...makePaths(directory, count)], catch: () => "none" as const })
  const free = yield* Effect.orElseSucceed(made, (): Array<string> => [])
  const pipes: Pipes = {
    take: Effect.acquireRelease(
      Effect.sync(() => {
        const path = free.pop()
        return path === undefined ? undefined : openPipe(path)
      }),
      (pipe) =>
        Effect.sync(() => {
          if (pipe === undefined) return
          pipe.end()
          pipe.reader.destroy()
          free.push(pipe.path)
        })
    )
  }
  return pipes
})
