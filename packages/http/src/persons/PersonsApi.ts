import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { BulkDeletion, BulkDeletionRecord, DataDeletionRecord } from "../deletions/DeletionSchema.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageParams } from "../requests/Paging.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import {
  PersonChanges,
  PersonExportRecord,
  PersonPage,
  PersonRecord,
  SplitPerson,
  Succeeded,
  UnsetProperty,
  UpdatedProperty
} from "./PersonSchema.ts"

const one = oneInProject("The person's uuid.")
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const
const Accepted = HttpApiSchema.Empty(202)

/** The persons of a project. */
export class PersonsApi extends HttpApiGroup.make("persons")
  .add(
    HttpApiEndpoint.get("list", "/persons/", {
      params: inProject,
      query: {
        ...pageParams,
        search: textParam("A part of the e-mail address, the name or a distinct id, or the whole uuid."),
        email: textParam("The e-mail address."),
        distinct_id: textParam("A distinct id: the person that has it, other conditions are not looked at."),
        properties: textParam("Conditions as JSON: a list of property filters of the type `person` or `cohort`.")
      },
      success: PersonPage
    })
      .annotate(RequiredScope, "person:read")
      .annotateMerge(operation("List persons", "A page of the persons that fulfil all conditions, the latest first.")),
    HttpApiEndpoint.get("read", "/persons/:id/", { params: one, success: PersonRecord })
      .annotate(RequiredScope, "person:read")
      .annotateMerge(operation("Read a person", "The person with this uuid.")),
    HttpApiEndpoint.get("export", "/persons/:id/export/", {
      params: one,
      query: { offset: pageParams.offset },
      success: PersonExportRecord
    })
      .annotate(RequiredScope, "person:read")
      .annotateMerge(operation(
        "Export a person",
        "Everything that the project holds about the person. `next` leads on where there are more than 10,000 events."
      )),
    HttpApiEndpoint.patch("update", "/persons/:id/", {
      params: one,
      payload: PersonChanges,
      success: Accepted,
      error: bodyErrors
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation("Set a person's properties", "Sets properties by an event `$set`; the others stay.")),
    HttpApiEndpoint.post("updateProperty", "/persons/:id/update_property/", {
      params: one,
      payload: UpdatedProperty,
      success: Accepted,
      error: bodyErrors
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation("Set a property of a person", "Sets one property by an event `$set`.")),
    HttpApiEndpoint.post("deleteProperty", "/persons/:id/delete_property/", {
      params: one,
      payload: UnsetProperty,
      success: Succeeded.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation(
        "Remove a property of a person",
        "Removes one property by an event `$delete_person_property`."
      )),
    HttpApiEndpoint.post("split", "/persons/:id/split/", {
      params: one,
      payload: SplitPerson,
      success: Succeeded.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    })
      .annotate(RequiredScope, "person:write")
      .annotateMerge(operation(
        "Split a person",
        "Makes every distinct id but the main one a person of its own, without properties. Events that were recorded "
          + "before a merge belong to the person of their distinct id again; those recorded since stay with the person."
      )),
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
      error: bodyErrors
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
