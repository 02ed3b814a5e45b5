import { dataExportEntity, type DataExportId } from "@hedgerow/core/exports/DataExport"
import { type ContentKey, ExportContent } from "@hedgerow/core/exports/ExportContent"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const keyOf = (of: ContentKey, number: number): string => `${of.project}/${of.export}/${of.content}/${number}`

const removePieces = (state: MemoryState, project: ProjectId, id: DataExportId, kept?: Uuid): void => {
  for (const [key, piece] of Array.from(state.exportPieces.entries())) {
    if (piece.project_id === project && piece.export === id && piece.content !== kept) state.exportPieces.delete(key)
  }
}

/** The files of exports in memory. */
export const layer: Layer.Layer<ExportContent, never, MemoryDatabase> = Layer.effect(
  ExportContent,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return ExportContent.of({
      write: Effect.fn("ExportContent.write")((of: ContentKey, number: number, bytes: Uint8Array) =>
        operation((state) => {
          const isMeant = state.entities(dataExportEntity, of.project).rows.get(of.export)?.content === of.content
          if (isMeant) {
            const { content, export: id, project: project_id } = of
            state.exportPieces.set(keyOf(of, number), { project_id, export: id, content, bytes: bytes.slice() })
          }
          return isMeant
        })
      ),
      read: Effect.fn("ExportContent.read")((of: ContentKey, number: number) =>
        operation((state) =>
          Option.map(Option.fromNullishOr(state.exportPieces.get(keyOf(of, number))), ({ bytes }) => bytes)
        )
      ),
      clear: Effect.fn("ExportContent.clear")((of: Omit<ContentKey, "content">, content?: Uuid) =>
        operation((state) => removePieces(state, of.project, of.export, content))
      )
    })
  })
)
