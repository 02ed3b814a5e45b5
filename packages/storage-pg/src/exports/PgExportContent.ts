import { type ContentKey, ExportContent } from "@hedgerow/core/exports/ExportContent"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

/** The files of exports in PostgreSQL, as rows of a megabyte. */
export const layer: Layer.Layer<ExportContent, never, SqlClient.SqlClient> = Layer.effect(
  ExportContent,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return ExportContent.of({
      write: Effect.fn("PgExportContent.write")(function*(of: ContentKey, number: number, bytes: Uint8Array) {
        const kept = yield* sql`INSERT INTO data_export_pieces (project_id, export_id, content, number, bytes)
          SELECT project_id, id, content, ${number}::int4, ${bytes}::bytea FROM data_exports
          WHERE project_id = ${of.project} AND id = ${of.export} AND content = ${of.content}
          RETURNING number`
        return kept.length > 0
      }, Effect.orDie),

      read: Effect.fn("PgExportContent.read")(function*(of: ContentKey, number: number) {
        const [piece] = yield* sql<{ readonly bytes: Uint8Array }>`SELECT bytes FROM data_export_pieces
          WHERE project_id = ${of.project} AND export_id = ${of.export} AND content = ${of.content}
            AND number = ${number}`
        return Option.map(Option.fromNullishOr(piece), ({ bytes }) => bytes)
      }, Effect.orDie),

      clear: Effect.fn("PgExportContent.clear")(function*(of: Omit<ContentKey, "content">, content?: Uuid) {
        const others = content === undefined ? sql`` : sql`AND content <> ${content}`
        yield* sql`DELETE FROM data_export_pieces
          WHERE project_id = ${of.project} AND export_id = ${of.export} ${others}`
      }, Effect.orDie)
    })
  })
)
