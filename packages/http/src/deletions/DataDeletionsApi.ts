import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject as params } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { DataDeletionRecord, NewDataDeletion } from "./DeletionSchema.ts"

const deletions = entityApi({
  path: "data_deletions",
  one: "deletion",
  many: "deletions",
  scope: "data_deletion",
  filter: {},
  listed: DataDeletionRecord,
  record: DataDeletionRecord
})

/** Deletions of events, and of persons, as they go on. */
export class DataDeletionsApi extends HttpApiGroup.make("dataDeletions")
  .add(
    deletions.list,
    HttpApiEndpoint.post("create", "/data_deletions/", {
      params,
      payload: NewDataDeletion,
      success: [DataDeletionRecord.pipe(HttpApiSchema.status(201)), DataDeletionRecord],
      error: [apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "data_deletion:write")
      .annotateMerge(operation(
        "Delete events",
        "Hides the events from every query at once and has a job remove them; `201`. With `dry_run` it counts them and "
          + "changes nothing; `200`."
      )),
    deletions.read,
    deletions.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({
      title: "Deletions of data",
      description: "Events are deleted by person, distinct id, name and time; the deletions of persons are listed, too."
    })
  )
{}
