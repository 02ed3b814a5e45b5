import { flagsCopyFields } from "@hedgerow/core/flags/copying/OrganizationFlags"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inOrganization } from "../requests/Parameters.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described, operation } from "../shared/Described.ts"
import { FeatureFlagRecord } from "./FeatureFlagSchema.ts"

/** The targets of a flag's copy, and the flag by its key. */
export const FlagsCopyRequest = createBody(flagsCopyFields, {
  identifier: "FeatureFlagsCopyRequest",
  description: "The flag that is copied, by its key, and the targets."
})

/** The outcome for each project; `schedule_errors` lists the plans of the flag that could not be copied. */
export const FlagsCopyRecord = Schema.Struct({
  success: described(
    Schema.Array(Schema.Struct({
      ...FeatureFlagRecord.fields,
      team_id: described(Schema.Int, "The project's id."),
      schedule_errors: described(
        Schema.Array(Schema.String),
        "The scheduled changes that could not be copied, in words."
      )
    })),
    "The copies."
  ),
  failed: described(
    Schema.Array(Schema.Struct({
      project_id: described(Schema.Int, "The project's id."),
      error_message: described(Schema.String, "The fault, in words."),
      errors: described(Schema.String, "The same once more.")
    })),
    "The projects without a copy."
  )
}).annotate({ identifier: "FeatureFlagsCopy" })

/** A flag in one project of the organisation. */
export const PlacedFlagRecord = Schema.Struct({
  flag_id: described(Schema.Int, "The flag's id."),
  team_id: described(Schema.Int, "The project's id."),
  created_by: FeatureFlagRecord.fields.created_by,
  filters: FeatureFlagRecord.fields.filters,
  created_at: FeatureFlagRecord.fields.created_at,
  active: described(Schema.Boolean, "Whether the flag is on at all.")
}).annotate({ identifier: "PlacedFeatureFlag" })

/** Flags over the projects of an organisation. */
export class OrganizationFlagsApi extends HttpApiGroup.make("organizationFlags")
  .add(
    HttpApiEndpoint.post("copy", "/feature_flags/copy_flags/", {
      params: inOrganization,
      payload: FlagsCopyRequest,
      success: FlagsCopyRecord,
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    }).annotateMerge(
      operation(
        "Copy a flag by key",
        "Copies a flag into projects of the organisation, each by itself. Failed projects stand in "
          + "`failed`."
      )
    ).annotate(RequiredScope, "feature_flag:write"),
    HttpApiEndpoint.get("read", "/feature_flags/:key/", {
      params: { ...inOrganization, key: described(Schema.String, "The flag's key.") },
      success: Schema.Array(PlacedFlagRecord),
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Find a flag in all projects",
        "Returns the flag with this key in each project that the caller reaches. An empty list means that no project "
          + "has it."
      )
    ).annotate(RequiredScope, "feature_flag:read")
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
