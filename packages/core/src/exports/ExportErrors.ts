import { Schema } from "effect"

/** The project has no such export. */
export class DataExportNotFound extends Schema.TaggedError<DataExportNotFound>()("DataExportNotFound", {}) {}

/** The file of the export is not made yet, or there will be none. */
export class ExportNotReady extends Schema.TaggedError<ExportNotReady>()("ExportNotReady", {
  status: Schema.String
}) {}

/** The export was removed, or another attempt writes its file: this one has nothing to do. */
export class ExportGone extends Schema.TaggedError<ExportGone>()("ExportGone", {}) {}

/** The file has more bytes than a file may have. */
export class ExportTooLarge extends Schema.TaggedError<ExportTooLarge>()("ExportTooLarge", {
  most: Schema.Int
}) {
  override get message(): string {
    const most = this.most.toLocaleString("en")
    return `The file has more than ${most} bytes. Export events of a shorter time, or fewer rows of the query.`
  }
}
