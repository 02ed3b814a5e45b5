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
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { flagsQuery } from "./FeatureFlagQuery.ts"
import {
  FeatureFlagChanges,
  FeatureFlagRecord,
  FeatureFlagStatusRecord,
  FlagStatusUnknown,
  NewFeatureFlag
} from "./FeatureFlagSchema.ts"

const params = inProject
const one = oneInProject("The flag's id.")
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

const change = {
  params: one,
  headers: {
    "if-match": textParam("The `ETag` or the version that the change starts from, as in `\"3\"`; another one is 412.")
  },
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
    }).annotateMerge(
      operation(
        "List feature flags",
        "Returns a page of the project's flags that are not deleted. Filters narrow together; a value that a filter "
          + "does not take is ignored."
      )
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.post("create", "/feature_flags/", {
      params,
      payload: NewFeatureFlag,
      success: FeatureFlagRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Create a feature flag",
        "Makes a flag and returns it. A key that another flag has is 400, and so are filters that break a rule."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/feature_flags/:id/", {
      params: one,
      headers: { "if-none-match": textParam("The `ETag` of an earlier answer.") },
      success: [FeatureFlagRecord, HttpApiSchema.Empty(304)]
    }).annotateMerge(
      operation(
        "Read a feature flag",
        "Returns one flag with its `ETag`. With `If-None-Match` the answer is 304 while the flag is the same."
      )
    ).annotate(RequiredScope, "feature_flag:read"),
    HttpApiEndpoint.patch("update", "/feature_flags/:id/", change).annotateMerge(
      operation(
        "Change a feature flag",
        "Changes the fields that the body names and returns the flag. A change that is based on an older version is "
          + "409 when the same fields differ, and 412 with `If-Match`. One that others must approve is 409, too: it waits "
          + "as a change request."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.put("replace", "/feature_flags/:id/", change).annotateMerge(
      operation(
        "Change a feature flag (PUT)",
        "Changes the fields that the body names, as `PATCH` does. Fields that the body leaves out stay."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.delete("remove", "/feature_flags/:id/", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(405)
    }).annotateMerge(
      operation(
        "Refuse to delete a feature flag",
        "Always returns 405. A flag is deleted with `PATCH` and `{\"deleted\": true}`."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("activity", "/feature_flags/activity/", {
      params,
      query: activityPageParams,
      success: ActivityPage
    }).annotateMerge(
      operation(
        "List the activity of all feature flags",
        "Returns a page of the changes of the project's flags, newest first."
      )
    ).annotate(RequiredScope, "activity_log:read"),
    HttpApiEndpoint.get("activityOfOne", "/feature_flags/:id/activity/", {
      params: one,
      query: activityPageParams,
      success: ActivityPage
    }).annotateMerge(
      operation(
        "List a feature flag's activity",
        "Returns a page of the changes of one flag, newest first. A flag that is not there is 404 without a body."
      )
    ).annotate(RequiredScope, "activity_log:read"),
    HttpApiEndpoint.get("status", "/feature_flags/:id/status/", {
      params: one,
      success: FeatureFlagStatusRecord,
      error: FlagStatusUnknown
    }).annotateMerge(
      operation(
        "Read a feature flag's status",
        "Returns whether the flag is still of use, and why. A flag that is not there is 404 with `unknown`."
      )
    ).annotate(RequiredScope, "feature_flag:read")
  )
  .middleware(ProjectAuthorization)
  .add(
    HttpApiEndpoint.get("remoteConfig", "/feature_flags/:id/remote_config/", {
      params: one,
      query: { token: textParam("The project's token, beside `@current` as the project's id.") },
      success: Schema.NullOr(Schema.String),
      error: apiErrorAt(503)
    }).annotateMerge(
      operation(
        "Read a remote configuration",
        "Returns the JSON text of the flag's payload, decrypted. The id in the path may be the flag's key. A flag "
          + "that is not there is 404 without a body."
      )
    )
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
