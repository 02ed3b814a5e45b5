import type { ExportSource, Part } from "@hedgerow/core/exports/ExportSource"
import type { FileFormat } from "@hedgerow/core/files/MediaTypes"
import { type Encoder, makeEncoders } from "@hedgerow/core/files/RowFile"
import { inSmallBatches } from "@hedgerow/core/files/RowPieces"
import type { Project } from "@hedgerow/core/identity/Project"
import type { QueryColumn } from "@hedgerow/core/query/QueryEngine"
import type { Row } from "@hedgerow/sql/types/Cell"
import { typeName } from "@hedgerow/sql/types/SqlType"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Manifest, manifestName, readManifest, writeManifest } from "./Manifest.ts"
import { PieceWriter } from "./PieceWriter.ts"

/** The folder holds another export, or something else. */
export class ExportFolderTaken extends Schema.TaggedError<ExportFolderTaken>()("ExportFolderTaken", {
  folder: Schema.String
}) {
  override get message(): string {
    return `${this.folder}/${manifestName} is of another export: choose another folder.`
  }
}

/** An export to a folder. */
export interface ExportRequest {
  readonly project: Pick<Project, "id" | "uuid">
  readonly folder: string
  readonly format: FileFormat
  /** The most rows of a file. */
  readonly rowsOfFile: number
}

const empty = (source: ExportSource, { format, project }: ExportRequest): Manifest =>
  new Manifest({
    version: 1,
    project: project.id,
    project_uuid: project.uuid,
    of: source.of,
    format,
    columns: [],
    rows: 0,
    bytes: 0,
    complete: false,
    files: []
  })

/** The list of the export that was stopped, or a new one. */
const begun = Effect.fnUntraced(function*(source: ExportSource, request: ExportRequest) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(request.folder, { recursive: true })
  const found = yield* readManifest(request.folder)
  if (found === undefined) return empty(source, request)
  const isIt = found !== "unreadable" && found.of === source.of && found.format === request.format
    && found.project_uuid === request.project.uuid
  return isIt ? found : yield* new ExportFolderTaken({ folder: request.folder })
})

/**
 * Writes all rows of a source to files in a folder, with a list of them. A file is on the disk before the list names
 * it; a run that follows a killed one goes on behind the last file of the list. The memory is that of a batch of rows,
 * or of a row group of Parquet.
 */
export const exportRows = Effect.fnUntraced(function*(
  source: ExportSource,
  request: ExportRequest,
  onProgress: (rows: number) => Effect.Effect<void>
) {
  let manifest = yield* begun(source, request)
  if (manifest.complete) return manifest
  let writer: PieceWriter | undefined
  let encoders: (() => Encoder) | undefined
  yield* Effect.addFinalizer(() => Effect.sync(() => writer?.abandon()))

  const begin = (columns: ReadonlyArray<QueryColumn>) => {
    encoders ??= makeEncoders(request.format, columns)
    manifest = new Manifest({
      ...manifest,
      columns: columns.map(({ name, type }) => ({ name, type: typeName(type) }))
    })
  }

  const openPiece = (make: () => Encoder): PieceWriter => {
    const number = String(manifest.files.length + 1).padStart(5, "0")
    return writer ??= new PieceWriter(request.folder, `${source.stem}-${number}.${request.format}`, make())
  }

  const endPiece = Effect.fnUntraced(function*(piece: PieceWriter) {
    writer = undefined
    const file = piece.end()
    manifest = new Manifest({
      ...manifest,
      rows: manifest.rows + file.rows,
      bytes: manifest.bytes + file.bytes,
      files: [...manifest.files, file]
    })
    yield* writeManifest(request.folder, manifest)
  })

  const add = Effect.fnUntraced(function*(make: () => Encoder, rows: ReadonlyArray<Row>) {
    let left = rows
    while (left.length > 0) {
      const piece = openPiece(make)
      const now = left.slice(0, request.rowsOfFile - piece.rows)
      left = left.slice(now.length)
      const last = now.at(-1)
      if (last !== undefined) piece.add(now, source.placeOf(last))
      if (piece.rows >= request.rowsOfFile) yield* endPiece(piece)
    }
    yield* onProgress(manifest.rows + (writer?.rows ?? 0))
  })

  const part = Effect.fnUntraced(function*({ batches, columns }: Part) {
    begin(columns)
    const make = encoders
    if (make === undefined) return
    yield* Stream.runForEach(inSmallBatches(batches), (rows) => add(make, rows))
  })

  const after = manifest.files.at(-1)?.last
  yield* Stream.runForEach(source.parts(after, manifest.rows), (use) => use(part))
  if (encoders !== undefined && manifest.files.length === 0) openPiece(encoders)
  if (writer !== undefined) yield* endPiece(writer)
  manifest = new Manifest({ ...manifest, complete: true })
  yield* writeManifest(request.folder, manifest)
  return manifest
}, Effect.scoped)
