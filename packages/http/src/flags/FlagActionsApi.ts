import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { flagFilterParams } from "./FeatureFlagQuery.ts"
import { FlagReferenceRecord } from "./FeatureFlagRecords.ts"
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
} from "./FlagActionRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** What can be done with flags beyond changing them. */
export class FlagActionsApi extends HttpApiGroup.make("featureFlagActions")
  .add(
    HttpApiEndpoint.post("cohort", "/feature_flags/:id/create_static_cohort_for_flag/", {
      params: one,
      success: CohortOfFlag.pipe(HttpApiSchema.status(201))
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("dashboard", "/feature_flags/:id/dashboard/", {
      params: one,
      success: Done,
      error: DashboardRefused
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("enrichDashboard", "/feature_flags/:id/enrich_usage_dashboard/", {
      params: one,
      success: Done,
      error: DashboardRefused
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("activeDependents", "/feature_flags/:id/has_active_dependents/", {
      params: one,
      success: FlagDependents
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.get("dependents", "/feature_flags/:id/dependent_flags/", {
      params: one,
      success: Schema.Array(FlagReferenceRecord)
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("copy", "/feature_flags/:id/copy_to_projects/", {
      params: one,
      payload: FlagCopyRequest,
      success: FlagCopiesRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.post("bulkKeys", "/feature_flags/bulk_keys/", {
      params,
      payload: FlagIds,
      success: FlagKeysRecord,
      error: [...bodyErrors, FlagIdsRefused]
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.get("matchingIds", "/feature_flags/matching_ids/", {
      params,
      query: flagFilterParams,
      success: MatchingIds
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("bulkDelete", "/feature_flags/bulk_delete/", {
      params,
      payload: BulkDeletion,
      success: BulkDeletionRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "feature_flag:write")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Feature flag actions" }))
{}
