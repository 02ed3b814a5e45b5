import { mediaTypes } from "@hedgerow/core/files/MediaTypes"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { DataExportRecord, NewDataExport } from "./ExportSchema.ts"

const exports = entityApi({
  path: "exports",
  one: "export",
  many: "exports",
  scope: "export",
  filter: {},
  listed: DataExportRecord,
  record: DataExportRecord
})

const one = oneInProject("The export's id.")

const fileOf = (contentType: string, description: string) =>
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType })).annotate({ description })

const NdjsonFile = fileOf(
  mediaTypes.ndjson,
  "A line for each row: a JSON object of its cells by the names of the columns."
)
const CsvFile = fileOf(mediaTypes.csv, "A line with the names of the columns, then a line for each row.")
const ParquetFile = fileOf(mediaTypes.parquet, "A Parquet file.")

/** Files of data, made by jobs. */
export class DataExportsApi extends HttpApiGroup.make("dataExports")
  .add(
    exports.list,
    exports.create(NewDataExport),
    exports.read,
    HttpApiEndpoint.delete("remove", "/exports/:id/", { params: one, success: HttpApiSchema.NoContent })
      .annotate(RequiredScope, "export:write")
      .annotateMerge(
        operation("Delete an export", "Removes the export with its file for good; one under way is stopped.")
      ),
    HttpApiEndpoint.get("content", "/exports/:id/content/", {
      params: one,
      success: [NdjsonFile, CsvFile, ParquetFile],
      error: [apiErrorAt(404)]
    })
      .annotate(RequiredScope, "export:read")
      .annotateMerge(operation(
        "Download an export",
        "Sends the file, or with `Range` a part of it (`206`, RFC 9110). While the file is not whole the answer is `404`."
      )),
    exports.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({
      title: "Exports of data",
      description: "Events, persons and rows of queries as files, which jobs make and which are kept for a day."
    })
  )
{}
