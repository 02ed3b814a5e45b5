import { DateTime, Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { fileFormats } from "../files/MediaTypes.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

/** A uuid of version 7. */
export const DataExportId = Uuid.pipe(Schema.brand("DataExportId"))
export type DataExportId = typeof DataExportId.Type

/** All events of a time, all persons, or the rows of a query. */
export const exportModels = ["events", "persons", "query"] as const

/** Asked for, under way, its file is whole, or there will be none. */
export const exportStates = ["pending", "running", "completed", "failed"] as const

/** One file of data, made by a job and kept for a time. */
export class DataExport extends Schema.Class<DataExport>("DataExport")({
  project_id: ProjectId,
  id: DataExportId,
  model: Schema.Literals(exportModels),
  format: Schema.Literals(fileFormats),
  /** The query node whose rows are exported; null of the other models. */
  source: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  date_from: Schema.NullOr(Schema.DateTimeUtc),
  date_to: Schema.NullOr(Schema.DateTimeUtc),
  status: Schema.Literals(exportStates),
  /** The pieces of the attempt that writes the file, or wrote it; null before the first one. */
  content: Schema.NullOr(Uuid),
  rows: Schema.Int,
  bytes: Schema.Int,
  /** The reason for which there is no file. */
  error: Schema.NullOr(Schema.String),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  completed_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The export and its file are removed at this time. */
  expires_at: Schema.DateTimeUtc
}) {}

/** The words of the activity log: the text of a query may name persons, and the log outlives their deletion. */
const summaryOf = ({ format, model }: DataExport): string => `${model} as ${format}`

/** The entity of exports. */
export const dataExportEntity = entity({
  name: "DataExport",
  table: "data_exports",
  model: DataExport,
  ids: "uuid",
  activity: { scope: "DataExport", name: summaryOf }
})

/** The latest first. */
export const latestFirst: EntityQuery<DataExport> = { order: [{ field: "created_at", isDescending: true }] }

/** The states in which the job still has to make the file. */
export const openStates: ReadonlyArray<DataExport["status"]> = ["pending", "running"]

/** Whether the job still has to make the file. */
export const isOpen = ({ status }: DataExport): boolean => openStates.includes(status)

/** The name of the file, without its form: what it holds, and the day on which it was asked for. */
export const fileStemOf = ({ created_at, model }: DataExport): string =>
  `${model === "query" ? "rows" : model}-${DateTime.formatIsoDateUtc(created_at)}`
