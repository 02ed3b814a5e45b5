import type { DataExportId } from "@hedgerow/core/exports/DataExport"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** A piece of the file of an export. */
export interface ExportPieceRow {
  readonly project_id: ProjectId
  readonly export: DataExportId
  readonly content: Uuid
  readonly bytes: Uint8Array
}
