import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect, Stream } from "effect"
import type { FileFormat } from "../files/MediaTypes.ts"
import { type Encoder, makeEncoders } from "../files/RowFile.ts"
import { inSmallBatches, inTurns } from "../files/RowPieces.ts"
import { type ContentKey, ExportContent, pieceBytes } from "./ExportContent.ts"
import { ExportGone, ExportTooLarge } from "./ExportErrors.ts"
import { ExportSettings } from "./ExportSettings.ts"
import type { ExportSource, Part } from "./ExportSource.ts"
import { PieceCutter } from "./PieceCutter.ts"

/** The size of a file so far. */
export interface Written {
  readonly rows: number
  readonly bytes: number
}

/** After this number of pieces the size is told. */
const piecesBetweenReports = 16

/**
 * Writes all rows of a source to the file of an attempt. The memory is that of a batch of rows, a piece, and a row group
 * of Parquet.
 */
export const writeExportFile = Effect.fnUntraced(function*(
  key: ContentKey,
  format: FileFormat,
  source: ExportSource,
  onProgress: (written: Written) => Effect.Effect<void>
) {
  const content = yield* ExportContent
  const { maxBytes } = yield* ExportSettings
  const cutter = new PieceCutter(pieceBytes)
  const written: { -readonly [F in keyof Written]: Written[F] } = { rows: 0, bytes: 0 }
  let pieces = 0
  let encoder: Encoder | undefined

  const keep = Effect.fnUntraced(function*(piece: Uint8Array) {
    const isKept = yield* content.write(key, pieces++, piece)
    if (!isKept) return yield* new ExportGone()
    if (pieces % piecesBetweenReports === 0) yield* onProgress(written)
  })

  const addPiece = Effect.fnUntraced(function*(bytes: Uint8Array) {
    written.bytes += bytes.length
    if (written.bytes > maxBytes) return yield* new ExportTooLarge({ most: maxBytes })
    yield* Effect.forEach(cutter.add(bytes), keep, { discard: true })
  })

  const add = (pieces: Iterable<Uint8Array>) => Stream.runForEach(inTurns(pieces), addPiece)

  const part = Effect.fnUntraced(function*({ batches, columns }: Part) {
    const begun = encoder ?? makeEncoders(format, columns)()
    if (encoder === undefined) yield* add(begun.begin())
    encoder = begun
    const addRows = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
      yield* add(begun.add(rows))
      written.rows += rows.length
    })
    yield* Stream.runForEach(inSmallBatches(batches), addRows)
  })

  yield* Stream.runForEach(source.parts(undefined, 0), (use) => use(part))
  if (encoder !== undefined) yield* add(encoder.end())
  const rest = cutter.rest()
  if (rest !== undefined) yield* keep(rest)
  return written
})
