import { QueryEngine, type QueryOptions } from "@hedgerow/core/query/QueryEngine"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Latch, Layer } from "effect"

/** An engine that answers only while its gate is open. */
export interface Gate {
  readonly open: Effect.Effect<unknown>
  readonly close: Effect.Effect<unknown>
  /** Queries that were begun, that were interrupted, and that are running. */
  readonly seen: { begun: number; interrupted: number; running: number }
  /** Reports progress for all running queries from now on. */
  readonly progress: (rowsRead: number) => void
}

/** Memory storage whose query engine waits at a gate; it is open at first. */
export const makeGate = Effect.gen(function*() {
  const latch = yield* Latch.make(true)
  const seen = { begun: 0, interrupted: 0, running: 0 }
  const listening = new Set<QueryOptions>()
  const progress = (rowsRead: number) => {
    for (const { onProgress } of listening) {
      onProgress?.({ rowsRead, bytesRead: rowsRead * 10, estimatedRowsTotal: 1_000, timeElapsed: 5, activeCpuTime: 4 })
    }
  }
  const passing = <A, E>(options: QueryOptions, run: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      seen.begun++
      seen.running++
      listening.add(options)
      return Effect.andThen(latch.await, run).pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            seen.interrupted++
          })
        ),
        Effect.ensuring(Effect.sync(() => {
          seen.running--
          listening.delete(options)
        }))
      )
    })
  const gated = Layer.effect(
    QueryEngine,
    Effect.map(QueryEngine, (engine) =>
      QueryEngine.of({
        stream: engine.stream,
        estimate: engine.estimate,
        run: (plan, options) => passing(options, engine.run(plan, options))
      }))
  )
  const storage: Layer.Layer<StoragePorts> = gated.pipe(Layer.provideMerge(MemoryStorage.layer))
  const gate: Gate = { open: latch.open, close: latch.close, seen, progress }
  return { gate, storage }
})
