import { Effect, Stream } from "effect"

/** Others get their turn after so many cells, which take a few milliseconds to write. */
const cellsAtOnce = 4_096

/** Rows in parts that take a few milliseconds to write; `width` is the number of columns. */
export const pieces = <Row>(rows: ReadonlyArray<Row>, width: number): ReadonlyArray<ReadonlyArray<Row>> => {
  const most = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, width)))
  if (rows.length <= most) return rows.length === 0 ? [] : [rows]
  return Array.from(
    { length: Math.ceil(rows.length / most) },
    (_, piece) => rows.slice(piece * most, (piece + 1) * most)
  )
}

/**
 * The text of rows in chunks, each of which is written when it is asked for; `width` is the number of columns. A batch is
 * taken only when the chunks of the one before it are gone.
 */
export const textOfBatches = <Row, E, R>(
  batches: Stream.Stream<ReadonlyArray<Row>, E, R>,
  width: number,
  write: (rows: ReadonlyArray<Row>) => string
): Stream.Stream<string, E, R> =>
  batches.pipe(
    Stream.flatMap((rows) => Stream.fromIterable(pieces(rows, width), { chunkSize: 1 })),
    Stream.mapEffect((rows) => Effect.map(Effect.yieldNow, () => write(rows)))
  )

/** Pieces of a text, each of which is made in a turn of its own when it is asked for. */
export const inPieces = (pieces: Iterable<string>): Stream.Stream<string> =>
  Stream.mapEffect(Stream.fromIterable(pieces, { chunkSize: 1 }), (piece) => Effect.as(Effect.yieldNow, piece))
