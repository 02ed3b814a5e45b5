import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect, Exit, Pull, Scope, Stream } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import type { PreparedQuery } from "../AnswerQuery.ts"
import type { QueryColumn, QueryEngine, QueryPiece } from "../QueryEngine.ts"
import type { RowStream } from "../QueryKind.ts"
import { QueryLimits } from "../QueryLimits.ts"
import { StreamTooLarge, TooManyQueries } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import { QuerySlots } from "./QuerySlots.ts"
import { type StreamBounds, StreamLimits } from "./StreamLimits.ts"

/** A streamed answer whose first rows have arrived. */
export interface StreamedRows {
  /** As the caller named them: several may have one name. Rows may have more cells after those of the columns. */
  readonly columns: ReadonlyArray<QueryColumn>
  /** Warnings about the rows, in words. */
  readonly warnings: ReadonlyArray<string>
  /** Taken once; a batch is read from the engine when it is asked for. */
  readonly batches: Stream.Stream<ReadonlyArray<Row>, QueryFailure>
  /** The rows and bytes taken so far, with the bytes of their JSON. */
  readonly taken: () => { readonly rows: number; readonly bytes: number }
}

const isBatch = (piece: QueryPiece): piece is Extract<QueryPiece, { readonly _tag: "Batch" }> => piece._tag === "Batch"

/** Counts what goes by; more than there may be is a failure. */
const makeMeter = (bounds: Pick<StreamBounds, "bytes" | "rows">) => {
  const seen = { rows: 0, bytes: 0 }
  const isBeyond = (unit: "bytes" | "rows") => seen[unit] > bounds[unit]
  const measured = (
    batch: Extract<QueryPiece, { readonly _tag: "Batch" }>
  ): Effect.Effect<ReadonlyArray<Row>, StreamTooLarge> => {
    seen.rows += batch.rows.length
    seen.bytes += batch.bytes
    if (!isBeyond("rows") && !isBeyond("bytes")) return Effect.succeed(batch.rows)
    const unit = isBeyond("rows") ? "rows" : "bytes"
    return Effect.fail(new StreamTooLarge({ unit, most: bounds[unit] }))
  }
  return { measured, taken: () => seen }
}

/** The batches of rows, of which the first is read at once. */
const begun = Effect.fnUntraced(function*(scope: Scope.Closeable, bounds: StreamBounds, stream: RowStream) {
  const { columns, pieces, warnings } = stream
  const { measured, taken } = makeMeter(bounds)
  const batches = pieces.pipe(Stream.filter(isBatch), Stream.rechunk(1), Stream.mapEffect(measured))
  const pull = yield* Scope.provide(Stream.toPull(batches), scope)
  const first = yield* Pull.catchDone(pull, () => Effect.succeed(undefined))
  const all = first === undefined
    ? Stream.empty
    : Stream.concat(Stream.fromIterable(first), Stream.fromPull(Effect.succeed(pull)))
  const rows: StreamedRows = {
    columns,
    warnings,
    taken,
    batches: Stream.onExit(all, (exit) => Scope.close(scope, exit))
  }
  return rows
})

/** The streams of each project that this server has open, with a limit for each. */
const makeOpenStreams = (concurrent: number) => {
  const open = new Map<ProjectId, number>()
  const countOf = (project: ProjectId): number => open.get(project) ?? 0
  const leave = (project: ProjectId) =>
    Effect.sync(() => {
      const left = countOf(project) - 1
      if (left > 0) open.set(project, left)
      else open.delete(project)
    })
  return (project: ProjectId): Effect.Effect<void, TooManyQueries, Scope.Scope> =>
    Effect.suspend(() =>
      countOf(project) >= concurrent
        ? Effect.fail(new TooManyQueries({ concurrent, unit: "streams" }))
        : Effect.acquireRelease(
          Effect.sync(() => {
            open.set(project, countOf(project) + 1)
          }),
          () => leave(project)
        )
    )
}

/** Streams answers, each in a slot of its project from before its query begins until its last row is taken. */
export const makeStreamedRows = Effect.gen(function*() {
  const slots = yield* QuerySlots
  const bounds = yield* StreamLimits
  const enter = makeOpenStreams(bounds.concurrent)

  /** Begins the query and reads its first rows. It ends with its last row, when it fails, and with the scope. */
  return Effect.fnUntraced(function*(
    project: ProjectId,
    stream: NonNullable<PreparedQuery["stream"]>,
    engine: QueryEngine["Service"]
  ): Effect.fn.Return<StreamedRows, QueryFailure, Scope.Scope> {
    const scope = yield* Scope.fork(yield* Effect.scope)
    const limits = { ...yield* QueryLimits, timeout: bounds.timeout }
    const rows = Effect.gen(function*() {
      const placed = yield* Scope.provide(Effect.andThen(enter(project), slots.enter(project)), scope)
      return yield* begun(scope, bounds, yield* Effect.provideService(stream(placed(engine)), QueryLimits, limits))
    })
    return yield* Effect.onError(rows, (cause) => Scope.close(scope, Exit.failCause(cause)))
  })
})

/** The result of `makeStreamedRows`. */
export type OpenRows = Effect.Success<typeof makeStreamedRows>
