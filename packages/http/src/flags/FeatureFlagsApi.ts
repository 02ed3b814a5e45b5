import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ActivityPage, activityPageParams } from "../activity/ActivityPage.ts"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { ProjectKeyAuthorization } from "../auth/KeyAuthorization.ts"
import { RequiredScope, TakesProjectSecrets } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { pageOf } from "../requests/Paging.ts"
import { flagsQuery } from "./FeatureFlagQuery.ts"
import {
  FeatureFlagChanges,
  FeatureFlagRecord,
  FeatureFlagStatusRecord,
  FlagStatusUnknown,
  NewFeatureFlag
} from "./FeatureFlagRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

const change = {
  params: one,
  headers: { "if-match": Schema.optionalKey(Schema.String) },
  payload: FeatureFlagChanges,
  success: FeatureFlagRecord,
  error: [...bodyErrors, apiErrorAt(409), apiErrorAt(412)]
} as const

/** A project's feature flags. */
export class FeatureFlagsApi extends HttpApiGroup.make("featureFlags")
  .add(
    HttpApiEndpoint.get("list", "/feature_flags/", {
      params,
      query: flagsQuery,
      success: pageOf(FeatureFlagRecord)
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("create", "/feature_flags/", {
      params,
      payload: NewFeatureFlag,
      success: FeatureFlagRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/feature_flags/:id/", {
      params: one,
      headers: { "if-none-match": Schema.optionalKey(Schema.String) },
      success: [FeatureFlagRecord, HttpApiSchema.Empty(304)]
    }).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.patch("update", "/feature_flags/:id/", change).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.put("replace", "/feature_flags/:id/", change).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.delete("remove", "/feature_flags/:id/", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(405)
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("activity", "/feature_flags/activity/", {
      params,
      query: activityPageParams,
      success: ActivityPage
    }).annotate(RequiredScope, "activity_log:read"),
    HttpApiEndpoint.get("activityOfOne", "/feature_flags/:id/activity/", {
      params: one,
      query: activityPageParams,
      success: ActivityPage
    }).annotate(RequiredScope, "activity_log:read"),
    HttpApiEndpoint.get("status", "/feature_flags/:id/status/", {
      params: one,
      success: FeatureFlagStatusRecord,
      error: FlagStatusUnknown
    }).annotate(RequiredScope, "feature_flag:read")
  )
  .middleware(ProjectAuthorization)
  .add(
    HttpApiEndpoint.get("remoteConfig", "/feature_flags/:id/remote_config/", {
      params: one,
      query: { token: Schema.optionalKey(Schema.String) },
      success: Schema.NullOr(Schema.String),
      error: apiErrorAt(503)
    })
      .annotate(RequiredScope, "feature_flag:read")
      .annotate(TakesProjectSecrets, true)
      .annotate(RateLimited, ["remote_config"])
      .middleware(ProjectKeyAuthorization)
  )
  .prefix("/api/projects/:project_id")
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Feature flags",
    description:
      "`PUT` changes what it names, as `PATCH` does. `DELETE` is always refused: `deleted` of `PATCH` marks a flag as deleted and "
      + "restores it. A record comes with an `ETag`, as in `\"3-9f86d081…\"`: `If-Match` with it, or with a version alone as in "
      + "`\"3\"`, makes the version a condition of a change, and `If-None-Match` with it is answered 304 while the record is as "
      + "it was sent. `remote_config` takes an id or a key and answers the payload's JSON text. `activity` of one flag and "
      + "`remote_config` answer 404 without a body when there is no such flag."
  }))
{}
