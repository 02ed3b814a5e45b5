import { QueryEngine, type QueryEngineError, type QueryPiece } from "@hedgerow/core/query/QueryEngine"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { columnsOf } from "@hedgerow/sql/plan/Plan"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, Stream } from "effect"

/** The course of an engine's streams. */
export interface Seen {
  /** Batches that were asked for. */
  taken: number
  /** Streams that are open, whose queries run. */
  open: number
}

/** The script of a stream: so many batches of so many rows `[1], [2], …`, then a failure or the end. */
export interface Script {
  readonly batches: number
  readonly rows: number
  readonly failure?: QueryEngineError
}

/** Memory storage whose engine streams by a script; whole answers are as ever. */
export const makeScripted = ({ batches, failure, rows }: Script) => {
  const seen: Seen = { taken: 0, open: 0 }
  const batch = (index: number): QueryPiece => {
    seen.taken++
    return { _tag: "Batch", rows: Array.from({ length: rows }, (_, row) => [index * rows + row + 1]), bytes: 8 * rows }
  }
  const opened = Effect.acquireRelease(Effect.sync(() => seen.open++), () => Effect.sync(() => seen.open--))
  const engine = Layer.effect(
    QueryEngine,
    Effect.map(QueryEngine, (memory) =>
      QueryEngine.of({
        run: memory.run,
        estimate: memory.estimate,
        stream: (plan) =>
          Stream.unwrap(Effect.as(
            opened,
            Stream.succeed<QueryPiece>({ _tag: "Columns", columns: columnsOf(plan), statement: undefined }).pipe(
              Stream.concat(Stream.map(Stream.rechunk(Stream.range(0, batches - 1), 1), batch)),
              Stream.concat(
                failure === undefined
                  ? Stream.succeed<QueryPiece>({
                    _tag: "Summary",
                    summary: { rowsRead: batches * rows, bytesRead: 0, warnings: [] }
                  })
                  : Stream.fail(failure)
              )
            )
          ))
      }))
  )
  const storage: Layer.Layer<StoragePorts> = engine.pipe(Layer.provideMerge(MemoryStorage.layer))
  return { seen, storage }
}
