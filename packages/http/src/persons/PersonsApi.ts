import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { BulkDeletion, BulkDeletionRecord, DataDeletionRecord } from "../deletions/DeletionSchema.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"

const one = oneInProject("The person's uuid.")

/** The persons of a project. */
export class PersonsApi extends HttpApiGroup.make("persons")
  .add(
    HttpApiEndpoint.delete("remove", "/persons/:id/", {
      params: one,
      query: {
        delete_events: textParam("Whether the events of the person are deleted, too: `true`. They stay by default.")
      },
      success: DataDeletionRecord.pipe(HttpApiSchema.status(202))
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation(
        "Delete a person",
        "Removes the person at once. Its events are hidden at once where they are asked for, and a job removes them "
          + "and all that is left of the person. A later event of one of its distinct ids makes a new person."
      )),
    HttpApiEndpoint.post("bulkDelete", "/persons/bulk_delete/", {
      params: inProject,
      payload: BulkDeletion,
      success: BulkDeletionRecord.pipe(HttpApiSchema.status(202)),
      error: [apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation(
        "Delete several persons",
        "Removes at most 1,000 persons as one deletion, by uuids or by distinct ids."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Persons", description: "The people that events belong to." }))
{}
