import { Uuid } from "@hedgerow/core/shared/Uuid"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A finished file. */
export class ExportedFile extends Schema.Class<ExportedFile>("ExportedFile")({
  name: Schema.String,
  rows: Schema.Int,
  bytes: Schema.Int,
  sha256: Schema.String,
  /** The place of its last row, behind which an export goes on. */
  last: Schema.Array(Schema.String)
}) {}

/** The list of an export's files, beside them. */
export class Manifest extends Schema.Class<Manifest>("Manifest")({
  version: Schema.Literal(1),
  project: Schema.Int,
  /** The uuid of the project: the projects of other installations have the same numbers. */
  project_uuid: Uuid,
  /** `events`, `persons`, or the text of a query. */
  of: Schema.String,
  format: Schema.String,
  columns: Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String })),
  rows: Schema.Int,
  bytes: Schema.Int,
  /** Whether all rows are in the files. */
  complete: Schema.Boolean,
  files: Schema.Array(ExportedFile)
}) {}

const ManifestText = Schema.fromJsonString(Manifest)

/** The name of the list. */
export const manifestName = "manifest.json"

/** The list of a folder, if it has one. */
export const readManifest = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = `${folder}/${manifestName}`
  if (!(yield* fs.exists(path))) return undefined
  const found = yield* Effect.option(Effect.flatMap(fs.readFileString(path), Schema.decodeEffect(ManifestText)))
  return Option.getOrElse(found, () => "unreadable" as const)
})

/** Keeps the list; a kill leaves the one before it. */
export const writeManifest = Effect.fnUntraced(function*(folder: string, manifest: Manifest) {
  const fs = yield* FileSystem.FileSystem
  const fresh = `${folder}/${manifestName}.new`
  const text = yield* Effect.orDie(Schema.encodeEffect(ManifestText)(manifest))
  yield* fs.writeFileString(fresh, `${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  yield* fs.rename(fresh, `${folder}/${manifestName}`)
})
