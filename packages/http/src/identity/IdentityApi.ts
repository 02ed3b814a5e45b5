import { profileFields } from "@hedgerow/core/access/Users"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization, ProjectAuthorization } from "../auth/Authorization.ts"
import { AllowsBoundKeys, RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"
import { changeBody } from "../requests/RequestBody.ts"
import { OrganizationRecord, PersonalApiKeyRecord, ProjectRecord, UserRecord } from "./IdentityRecords.ts"
import { ProjectChanges } from "./projects/ProjectsApi.ts"

const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** What a user may change of themselves. */
export const UserChanges = changeBody(profileFields, {
  identifier: "UserChanges",
  description: "What users change of themselves.",
  example: { first_name: "Ada", last_name: "Lovelace" }
})

const organization = { organization_id: Schema.String }

/** Who the caller is and what they reach: the requests real clients start with. */
export class IdentityApi extends HttpApiGroup.make("identity")
  .add(
    HttpApiEndpoint.get("me", "/users/@me/", { success: UserRecord })
      .annotate(RequiredScope, "user:read").annotate(AllowsBoundKeys, true),
    HttpApiEndpoint.patch("updateMe", "/users/@me/", {
      payload: UserChanges,
      success: UserRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "user:write"),
    HttpApiEndpoint.get("currentKey", "/personal_api_keys/@current", {
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "any key"),
    HttpApiEndpoint.get("projects", "/projects/", { query: pageParams, success: pageOf(ProjectRecord) })
      .annotate(RequiredScope, "project:read"),
    HttpApiEndpoint.get("organizations", "/organizations/", { query: pageParams, success: pageOf(OrganizationRecord) })
      .annotate(RequiredScope, "organization:read"),
    HttpApiEndpoint.get("organization", "/organizations/:organization_id/", {
      params: organization,
      success: OrganizationRecord,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "organization:read"),
    HttpApiEndpoint.get("organizationProjects", "/organizations/:organization_id/projects/", {
      params: organization,
      query: pageParams,
      success: pageOf(ProjectRecord),
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "project:read")
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Identity" }))
{}

/** The project itself. */
export class ProjectApi extends HttpApiGroup.make("project")
  .add(
    HttpApiEndpoint.get("project", "/api/projects/:project_id/", {
      params: { project_id: Schema.String },
      success: ProjectRecord
    }).annotate(RequiredScope, "project:read"),
    HttpApiEndpoint.patch("updateProject", "/api/projects/:project_id/", {
      params: { project_id: Schema.String },
      payload: ProjectChanges,
      success: ProjectRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "project:write"),
    HttpApiEndpoint.patch("resetToken", "/api/projects/:project_id/reset_token/", {
      params: { project_id: Schema.String },
      success: ProjectRecord
    }).annotate(RequiredScope, "project:write")
  )
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Project" }))
{}
