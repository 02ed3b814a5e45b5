import { Context, type Effect, type Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { DataExportId } from "./DataExport.ts"

/** The bytes of every piece of a file but the last one, which may have fewer. */
export const pieceBytes = 1024 * 1024

/** The file of an export as one attempt writes it. */
export interface ContentKey {
  readonly project: ProjectId
  readonly export: DataExportId
  readonly content: Uuid
}

/** Storage of the files of exports, in pieces of `pieceBytes` that are numbered from 0. */
export class ExportContent extends Context.Service<ExportContent, {
  /** Keeps a piece; false, and nothing is kept, where the export is gone or another attempt writes its file. */
  readonly write: (of: ContentKey, number: number, bytes: Uint8Array) => Effect.Effect<boolean>
  readonly read: (of: ContentKey, number: number) => Effect.Effect<Option.Option<Uint8Array>>
  /** Removes the pieces of other attempts; all pieces without `content`. */
  readonly clear: (of: Omit<ContentKey, "content">, content?: Uuid) => Effect.Effect<void>
}>()("@hedgerow/core/exports/ExportContent") {}
