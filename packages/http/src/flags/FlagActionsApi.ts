import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject, oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { flagFilterParams } from "./FeatureFlagQuery.ts"
import { FlagReferenceRecord } from "./FeatureFlagSchema.ts"
import {
  BulkDeletion,
  BulkDeletionRecord,
  CohortOfFlag,
  DashboardRefused,
  Done,
  FlagCopiesRecord,
  FlagCopyRequest,
  FlagDependents,
  FlagIds,
  FlagIdsRefused,
  FlagKeysRecord,
  MatchingIds
} from "./FlagActionSchema.ts"

const params = inProject
const one = oneInProject("The flag's id.")
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** The actions on flags beyond changes. */
export class FlagActionsApi extends HttpApiGroup.make("featureFlagActions")
  .add(
    HttpApiEndpoint.post("cohort", "/feature_flags/:id/create_static_cohort_for_flag/", {
      params: one,
      success: CohortOfFlag.pipe(HttpApiSchema.status(201))
    }).annotateMerge(
      operation(
        "Create a cohort of a flag's users",
        "Makes a static cohort of the persons whom the flag is on for and returns it."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("dashboard", "/feature_flags/:id/dashboard/", {
      params: one,
      success: Done,
      error: DashboardRefused
    }).annotateMerge(
      operation(
        "Create a usage dashboard",
        "Makes a dashboard of the flag's use. A flag that has one keeps it. A "
          + "dashboard that cannot be made is 400."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("enrichDashboard", "/feature_flags/:id/enrich_usage_dashboard/", {
      params: one,
      success: Done,
      error: DashboardRefused
    }).annotateMerge(
      operation(
        "Enrich a usage dashboard",
        "Adds views and interactions to the flag's usage dashboard. A flag without a dashboard or without enriched "
          + "analytics is 400, and so is a dashboard that has them already."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("activeDependents", "/feature_flags/:id/has_active_dependents/", {
      params: one,
      success: FlagDependents
    }).annotateMerge(operation("Check for active dependents", "Returns the active flags that depend on this one."))
      .annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.get("dependents", "/feature_flags/:id/dependent_flags/", {
      params: one,
      success: Schema.Array(FlagReferenceRecord)
    }).annotateMerge(
      operation("List dependent flags", "Returns the active flags that depend on this one, as a plain list.")
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("copy", "/feature_flags/:id/copy_to_projects/", {
      params: one,
      payload: FlagCopyRequest,
      success: FlagCopiesRecord,
      error: [...bodyErrors, apiErrorAt(409)]
    }).annotateMerge(
      operation(
        "Copy a flag to projects",
        "Copies the flag with its cohorts and the flags it depends on into other projects of the organisation. All "
          + "copies are made, or none. `dry_run` only returns what would be done."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("bulkKeys", "/feature_flags/bulk_keys/", {
      params,
      payload: FlagIds,
      success: FlagKeysRecord,
      error: [...bodyErrors, FlagIdsRefused]
    }).annotateMerge(
      operation(
        "Find the keys of flags",
        "Returns the keys of the flags with these ids. Ids that are no ids are named in `warning`; when all are "
          + "wrong the answer is 400."
      )
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.get("matchingIds", "/feature_flags/matching_ids/", {
      params,
      query: flagFilterParams,
      success: MatchingIds
    }).annotateMerge(
      operation(
        "List the ids of matching flags",
        "Returns the ids of all flags that the list with the same filters has: what `bulk_delete` with them would "
          + "delete. Filters are read strictly: an unknown one or a value that is none of its own is 400."
      )
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("bulkDelete", "/feature_flags/bulk_delete/", {
      params,
      payload: BulkDeletion,
      success: BulkDeletionRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Delete many flags",
        "Marks up to 1,000 flags as deleted and returns what became of each. A flag that others depend on stays and "
          + "stands in `errors`. Filters are read as strictly as by `matching_ids`."
      )
    ).annotate(RequiredScope, "feature_flag:write")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Feature flag actions",
    description: "Actions on flags beyond changing them: copying, deleting many, dashboards, cohorts."
  }))
{}
