import { dataExportEntity } from "@hedgerow/core/exports/DataExport"
import { type ContentKey, ExportContent } from "@hedgerow/core/exports/ExportContent"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"

/** The files of exports in memory. */
export const layer: Layer.Layer<ExportContent, never, MemoryDatabase> = Layer.effect(
  ExportContent,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return ExportContent.of({
      write: Effect.fn("ExportContent.write")((of: ContentKey, number: number, bytes: Uint8Array) =>
        operation((state) => {
          const isMeant = state.entities(dataExportEntity, of.project).rows.get(of.export)?.content === of.content
          if (isMeant) state.exportPieces.set(of, number, bytes.slice())
          return isMeant
        })
      ),
      read: Effect.fn("ExportContent.read")((of: ContentKey, number: number) =>
        operation((state) => Option.fromNullishOr(state.exportPieces.get(of, number)))
      ),
      clear: Effect.fn("ExportContent.clear")((of: Omit<ContentKey, "content">, content?: Uuid) =>
        operation((state) => state.exportPieces.remove(of.project, of.export, content))
      )
    })
  })
)
