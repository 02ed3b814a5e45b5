import { flagsCopyFields } from "@hedgerow/core/flags/OrganizationFlags"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { createBody } from "../requests/RequestBody.ts"
import { FeatureFlagRecord } from "./FeatureFlagRecords.ts"

const organization = { organization_id: Schema.String }

/** Where a flag is to be copied to, by its key. */
export const FlagsCopyRequest = createBody(flagsCopyFields, {
  identifier: "FeatureFlagsCopyRequest",
  description: "Which flag is copied, by its key, and where to."
})

/** What became of each project; `schedule_errors` tells which plans of the flag could not be copied. */
export const FlagsCopyRecord = Schema.Struct({
  success: Schema.Array(Schema.Struct({
    ...FeatureFlagRecord.fields,
    team_id: Schema.Int,
    schedule_errors: Schema.Array(Schema.String)
  })),
  failed: Schema.Array(Schema.Struct({
    project_id: Schema.Int,
    error_message: Schema.String,
    errors: Schema.String
  }))
}).annotate({ identifier: "FeatureFlagsCopy" })

/** A flag in one project of the organisation. */
export const PlacedFlagRecord = Schema.Struct({
  flag_id: Schema.Int,
  team_id: Schema.Int,
  created_by: FeatureFlagRecord.fields.created_by,
  filters: FeatureFlagRecord.fields.filters,
  created_at: FeatureFlagRecord.fields.created_at,
  active: Schema.Boolean
}).annotate({ identifier: "PlacedFeatureFlag" })

/** Flags over the projects of an organisation. */
export class OrganizationFlagsApi extends HttpApiGroup.make("organizationFlags")
  .add(
    HttpApiEndpoint.post("copy", "/feature_flags/copy_flags/", {
      params: organization,
      payload: FlagsCopyRequest,
      success: FlagsCopyRecord,
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    }).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/feature_flags/:key/", {
      params: { ...organization, key: Schema.String },
      success: Schema.Array(PlacedFlagRecord),
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "feature_flag:read")
  )
  .prefix("/api/organizations/:organization_id")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Feature flags of an organization",
    description:
      "One flag in several projects. `copy_flags` copies it into each project by itself: what fails in one stands "
      + "in `failed`, and the others have their copies."
  }))
{}
