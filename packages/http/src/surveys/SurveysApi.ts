import { boolean, choice, text } from "@hedgerow/core/shared/Fields"
import { surveyTypes } from "@hedgerow/core/surveys/Survey"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { PromotionRequest, PromotionsRecord } from "../entities/PromotionSchema.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject, oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { SurveyCopies, SurveyDocumentRecord, SurveyDuplication, SurveyImport } from "./SurveyActionSchema.ts"
import { NewSurvey, SurveyChanges, SurveyRecord } from "./SurveySchema.ts"

/** The filters of lists of surveys. */
export const surveyFilterFields = {
  search: text({ verbatim: true, maxLength: 200 }).optional
    .describe(
      "Words of the name or the description, in any letter case. Only surveys with all of them are returned.",
      "notebooks"
    ),
  archived: boolean().optional.describe("Whether they are put away; without it all are returned.", false),
  type: choice(surveyTypes).optional.describe("The place where they are shown.", "popover")
}

const surveys = entityApi({
  path: "surveys",
  one: "survey",
  many: "surveys",
  scope: "survey",
  filter: surveyFilterFields,
  changesFlags: true,
  listed: SurveyRecord,
  record: SurveyRecord
})

const one = oneInProject("The survey's id.")
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** Questions to a project's users. */
export class SurveysApi extends HttpApiGroup.make("surveys")
  .add(
    surveys.list.annotateMerge(
      operation("List surveys", "A page of the surveys of the project, the newest first, archived ones included.")
    ),
    surveys.create(NewSurvey),
    surveys.activity,
    HttpApiEndpoint.post("import", "/surveys/import/", {
      params: inProject,
      payload: SurveyImport,
      success: SurveyRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation("Import a survey", "Makes a draft of a document, as `export` returns it, and returns it.")
    ).annotate(RequiredScope, "survey:write"),
    surveys.read.annotateMerge(operation("Read a survey", "The survey with this id, as it is now.")),
    surveys.update(SurveyChanges),
    surveys.replace(SurveyChanges),
    surveys.remove.annotateMerge(
      operation("Delete a survey", "Removes the survey for good, with the flags that it owns. Its responses stay.")
    ),
    surveys.activityOfOne("activityOfOne"),
    HttpApiEndpoint.post("duplicate", "/surveys/:id/duplicate_to_projects/", {
      params: one,
      payload: SurveyDuplication,
      success: SurveyCopies,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Copy a survey to projects",
        "Makes a draft of the survey in other projects of the organisation. All copies are made, or none."
      )
    ).annotate(RequiredScope, "survey:write"),
    HttpApiEndpoint.post("promote", "/surveys/:id/copy_to_projects/", {
      params: one,
      payload: PromotionRequest,
      success: PromotionsRecord,
      error: [apiErrorAt(404), apiErrorAt(409), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Promote a survey to projects",
        "Makes the survey in other projects, with the flags, cohorts and actions that it names; a survey of the same "
          + "name gets the differences. All projects get theirs, or none. `dry_run` only returns what would be done."
      )
    ).annotate(RequiredScope, "survey:write"),
    HttpApiEndpoint.get("export", "/surveys/:id/export/", {
      params: one,
      success: SurveyDocumentRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation("Export a survey", "The survey as one document without ids of its project, which `import` takes.")
    ).annotate(RequiredScope, "survey:read")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Surveys", description: "Questions to a project's users." }))
{}
