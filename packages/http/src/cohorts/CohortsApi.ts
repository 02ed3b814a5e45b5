import { boolean, integer, text } from "@hedgerow/core/shared/Fields"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { CohortChanges, CohortPersonRecord, CohortRecord, NewCohort } from "./CohortSchema.ts"

/** The filters of lists of cohorts. */
export const cohortFilterFields = {
  search: text({ verbatim: true }).optional.describe("A part of the name, in any letter case.", "paying"),
  is_static: boolean().optional.describe("Whether the members are listed.", true),
  created_by_id: integer().optional.describe("The id of the user who created it.", 1)
}

const cohorts = entityApi({
  path: "cohorts",
  one: "cohort",
  many: "cohorts",
  scope: "cohort",
  filter: cohortFilterFields,
  listed: CohortRecord,
  record: CohortRecord
})

/** Named sets of a project's persons. */
export class CohortsApi extends HttpApiGroup.make("cohorts")
  .add(
    cohorts.list,
    cohorts.create(NewCohort),
    cohorts.read,
    cohorts.update(CohortChanges),
    cohorts.refuseRemoval,
    HttpApiEndpoint.get("persons", "/cohorts/:id/persons/", {
      params: oneInProject("The cohort's id."),
      query: pageParams,
      success: pageOf(CohortPersonRecord)
    })
      .annotate(RequiredScope, "cohort:read")
      .annotateMerge(
        operation("List the persons of a cohort", "A page of its members by id, as they were last found.")
      ),
    cohorts.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Cohorts", description: "Named sets of a project's persons." }))
{}
