import { type DataExport, fileStemOf } from "@hedgerow/core/exports/DataExport"
import { mediaTypes } from "@hedgerow/core/files/MediaTypes"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { namingMakers } from "../entities/EntityHandlers.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { DataExportRecord } from "./ExportSchema.ts"

const recordOf = (people: ReadonlyMap<UserId, User>) => (row: DataExport): typeof DataExportRecord.Type => ({
  id: row.id,
  export_format: mediaTypes[row.format],
  model: row.model === "query" ? null : row.model,
  date_from: isoTextOrNull(row.date_from),
  date_to: isoTextOrNull(row.date_to),
  export_context: row.source === null ? null : { source: row.source },
  status: row.status,
  has_content: row.status === "completed",
  filename: `${fileStemOf(row)}.${row.format}`,
  rows: row.rows,
  bytes: row.bytes,
  exception: row.error,
  created_by: namedUser(people, row.created_by),
  created_at: isoText(row.created_at),
  completed_at: isoTextOrNull(row.completed_at),
  expires_after: isoText(row.expires_at)
})

/** Exports on the wire, with the names of those who asked for them. */
export const exportRecords = namingMakers(recordOf)
