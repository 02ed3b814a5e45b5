import { Effect, Scope } from "effect"
import type { Readable } from "node:stream"
import type { ClickHouseFailure } from "../ClickHouseErrors.ts"
import { failureOfCause } from "./Failures.ts"
import { readChunk } from "./ReadChunk.ts"

/** The pieces of a body, read one at a time. */
export interface Chunks {
  /** Undefined after the last. */
  readonly next: Effect.Effect<Buffer | undefined, ClickHouseFailure>
}

/** Opens a body, which is destroyed with the scope. An error between two reads is met by the next. */
export const chunksOf = (
  open: Effect.Effect<Readable, ClickHouseFailure>,
  scope: Scope.Scope
): Effect.Effect<Chunks, ClickHouseFailure> =>
  Effect.acquireRelease(open, (stream) => Effect.sync(() => stream.destroy()), { interruptible: true }).pipe(
    Scope.provide(scope),
    Effect.map((stream) => {
      stream.on("error", () => undefined)
      return { next: Effect.mapError(readChunk(stream), failureOfCause) }
    })
  )
