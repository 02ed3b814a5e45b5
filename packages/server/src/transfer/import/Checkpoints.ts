import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The progress of a source. */
export class SourceState extends Schema.Class<SourceState>("SourceState")({
  /** The rows up to this one are done. */
  row: Schema.Int,
  taken: Schema.Int,
  rejected: Schema.Int,
  /** The length of the file of rejected rows before the first of this source. */
  rejectsFrom: Schema.Int
}) {}

/** How far an import is: what a run that follows a killed one goes on from. */
export class ImportState extends Schema.Class<ImportState>("ImportState")({
  version: Schema.Literal(1),
  /** The target and the mapping: another import does not go on from this. */
  import: Schema.String,
  /** By the fingerprints of sources, or the hashes of the names of those that have none. */
  sources: Schema.Record(Schema.String, SourceState),
  /** The length of the file of rejected rows. */
  rejectsBytes: Schema.Int
}) {}

const StateText = Schema.fromJsonString(ImportState)

/** The state of the import that was stopped, if it is this one. */
export const readState = Effect.fnUntraced(function*(path: string, identity: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* fs.readFileString(path).pipe(
    Effect.flatMap(Schema.decodeEffect(StateText)),
    Effect.option
  )
  return Option.filter(found, (state) => state.import === identity)
})

/** Keeps the state; a kill leaves the one before it. */
export const writeState = Effect.fnUntraced(function*(path: string, state: ImportState) {
  const fs = yield* FileSystem.FileSystem
  const fresh = `${path}.new`
  yield* fs.writeFileString(fresh, yield* Effect.orDie(Schema.encodeEffect(StateText)(state)))
  yield* fs.rename(fresh, path)
})

/** Forgets the state of an import that is done. */
export const removeState = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.remove(path, { force: true })
})
