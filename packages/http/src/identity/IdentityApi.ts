import { profileFields } from "@hedgerow/core/access/Users"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization, ProjectAuthorization } from "../auth/Authorization.ts"
import { AllowsBoundKeys, RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"
import { inOrganization, inProject } from "../requests/Parameters.ts"
import { changeBody } from "../requests/RequestBody.ts"
import { operation } from "../shared/Described.ts"
import {
  OrganizationRecord,
  PersonalApiKeyRecord,
  ProjectRecord,
  ProjectUsageRecord,
  UserRecord
} from "./IdentitySchema.ts"
import { ProjectChanges, removalText } from "./projects/ProjectsApi.ts"

const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** A change of a user by themselves. */
export const UserChanges = changeBody(profileFields, {
  identifier: "UserChanges",
  description: "The fields that users change of themselves.",
  example: { first_name: "Ada", last_name: "Lovelace" }
})

/** The caller and the projects that they reach: the requests real clients start with. */
export class IdentityApi extends HttpApiGroup.make("identity")
  .add(
    HttpApiEndpoint.get("me", "/users/@me/", { success: UserRecord }).annotateMerge(
      operation(
        "Read the caller's user",
        "Returns the caller's user with their current project, their current organisation and all organisations they "
          + "belong to."
      )
    )
      .annotate(RequiredScope, "user:read").annotate(AllowsBoundKeys, true),
    HttpApiEndpoint.patch("updateMe", "/users/@me/", {
      payload: UserChanges,
      success: UserRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change the caller's user",
        "Changes the fields that the body names and returns the user. An organisation or project that the caller "
          + "does not reach is 400."
      )
    ).annotate(RequiredScope, "user:write"),
    HttpApiEndpoint.get("currentKey", "/personal_api_keys/@current", {
      success: PersonalApiKeyRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read the key of the request",
        "Returns the personal API key that the request is signed with. A caller without a key gets 404."
      )
    ).annotate(RequiredScope, "any key"),
    HttpApiEndpoint.get("projects", "/projects/", { query: pageParams, success: pageOf(ProjectRecord) }).annotateMerge(
      operation(
        "List projects",
        "Returns a page of the projects that the caller reaches, in all of their organisations."
      )
    )
      .annotate(RequiredScope, "project:read"),
    HttpApiEndpoint.get("organizations", "/organizations/", { query: pageParams, success: pageOf(OrganizationRecord) })
      .annotateMerge(operation("List organisations", "Returns a page of the organisations that the caller belongs to."))
      .annotate(RequiredScope, "organization:read"),
    HttpApiEndpoint.get("organization", "/organizations/:organization_id/", {
      params: inOrganization,
      success: OrganizationRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read an organisation",
        "Returns one organisation with the projects that the caller reaches in it. An organisation of others is 404."
      )
    ).annotate(RequiredScope, "organization:read"),
    HttpApiEndpoint.get("organizationProjects", "/organizations/:organization_id/projects/", {
      params: inOrganization,
      query: pageParams,
      success: pageOf(ProjectRecord),
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "List an organisation's projects",
        "Returns a page of the projects that the caller reaches in the organisation. An organisation of others is 404."
      )
    ).annotate(RequiredScope, "project:read")
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Identity",
    description: "The caller and their reach: the requests that clients start with."
  }))
{}

/** The project itself. */
export class ProjectApi extends HttpApiGroup.make("project")
  .add(
    HttpApiEndpoint.get("project", "/api/projects/:project_id/", {
      params: inProject,
      success: ProjectRecord
    }).annotateMerge(operation("Read a project", "Returns the project with its token for SDKs.")).annotate(
      RequiredScope,
      "project:read"
    ),
    HttpApiEndpoint.patch("updateProject", "/api/projects/:project_id/", {
      params: inProject,
      payload: ProjectChanges,
      success: ProjectRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change a project",
        "Changes the fields that the body names and returns the project. A time zone that is unknown is 400."
      )
    ).annotate(RequiredScope, "project:write"),
    HttpApiEndpoint.get("usage", "/api/projects/:project_id/usage/", {
      params: inProject,
      success: ProjectUsageRecord
    }).annotateMerge(
      operation(
        "Read a project's usage",
        "The events of the current calendar month (UTC) that count for the project's quota, beside the quota and the "
          + "sample rate."
      )
    ).annotate(RequiredScope, "project:read"),
    HttpApiEndpoint.patch("resetToken", "/api/projects/:project_id/reset_token/", {
      params: inProject,
      success: ProjectRecord
    }).annotateMerge(
      operation(
        "Reset a project's token",
        "Gives the project a new token and returns the project. The old token stops at once. Members get 403: admins "
          + "and owners may do it."
      )
    ).annotate(RequiredScope, "project:write"),
    HttpApiEndpoint.delete("removeProject", "/api/projects/:project_id/", {
      params: inProject,
      success: HttpApiSchema.NoContent
    }).annotateMerge(operation("Delete a project", removalText)).annotate(RequiredScope, "project:write")
  )
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Project",
    description: "The project in the path: its name, its settings and its token."
  }))
{}
