import { Effect, Stream } from "effect"

/** The number of cells after which others go on: they take a few milliseconds to write. */
const cellsAtOnce = 4_096

/** The characters of a text that take as long as a cell. */
const charsOfCell = 64

/** The cells of a value, those inside lists and objects included. */
const cellsIn = (value: unknown): number => {
  if (typeof value === "string") return 1 + Math.floor(value.length / charsOfCell)
  if (typeof value !== "object" || value === null) return 1
  let cells = 1
  for (const item of Array.isArray(value) ? value : Object.values(value)) cells += cellsIn(item)
  return cells
}

/** Rows in parts that take a few milliseconds to write; a larger row is a part of its own. */
export function* pieces<Row>(rows: ReadonlyArray<Row>): Generator<ReadonlyArray<Row>, void, void> {
  let start = 0
  let cells = 0
  for (const [index, row] of rows.entries()) {
    const more = cellsIn(row) - 1
    if (index > start && cells + more > cellsAtOnce) {
      yield rows.slice(start, index)
      start = index
      cells = 0
    }
    cells += more
  }
  if (start < rows.length) yield rows.slice(start)
}

/**
 * Batches of rows in pieces, each in a turn of its own. A batch is taken only when the pieces of the one before it are
 * gone.
 */
export const inSmallBatches = <Row, E, R>(
  batches: Stream.Stream<ReadonlyArray<Row>, E, R>
): Stream.Stream<ReadonlyArray<Row>, E, R> =>
  batches.pipe(
    Stream.flatMap((rows) => Stream.fromIterable(pieces(rows), { chunkSize: 1 })),
    Stream.mapEffect((rows) => Effect.as(Effect.yieldNow, rows))
  )

/** The text of rows in chunks, each of which is written when it is asked for. */
export const textOfBatches = <Row, E, R>(
  batches: Stream.Stream<ReadonlyArray<Row>, E, R>,
  write: (rows: ReadonlyArray<Row>) => string
): Stream.Stream<string, E, R> => Stream.map(inSmallBatches(batches), write)

/** Pieces, each of which is made in a turn of its own when it is asked for. */
export const inTurns = <Piece>(pieces: Iterable<Piece>): Stream.Stream<Piece> =>
  Stream.mapEffect(Stream.fromIterable(pieces, { chunkSize: 1 }), (piece) => Effect.as(Effect.yieldNow, piece))
