import { organizationFields } from "@hedgerow/core/access/Organizations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RefusesBoundKeys, RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { inOrganization, projectInOrganization } from "../../requests/Parameters.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { operation } from "../../shared/Described.ts"
import { OrganizationRecord, ProjectRecord } from "../IdentitySchema.ts"
import { NewProject, ProjectChanges, removalText } from "../projects/ProjectsApi.ts"

const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** A new organisation. */
export const NewOrganization = createBody(organizationFields, {
  identifier: "NewOrganization",
  description: "A new organization, which the caller owns."
})

/** A change of an organisation. */
export const OrganizationChanges = changeBody(organizationFields, {
  identifier: "OrganizationChanges",
  description: "A change of an organization."
})

/** Making and changing organisations; reading them is part of who the caller is (`IdentityApi`). */
export class OrganizationsApi extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.post("create", "/organizations/", {
      payload: NewOrganization,
      success: OrganizationRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Create an organisation",
        "Makes an organisation that the caller owns and returns it. A key that is bound to organisations gets 403."
      )
    ).annotate(RequiredScope, "organization:write").annotate(RefusesBoundKeys, true),
    HttpApiEndpoint.patch("update", "/organizations/:organization_id/", {
      params: inOrganization,
      payload: OrganizationChanges,
      success: OrganizationRecord,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Rename an organisation",
        "Changes the organisation's name and returns the organisation. Members get 403. The slug stays."
      )
    ).annotate(RequiredScope, "organization:write"),
    HttpApiEndpoint.post("createProject", "/organizations/:organization_id/projects/", {
      params: inOrganization,
      payload: NewProject,
      success: ProjectRecord.pipe(HttpApiSchema.status(201)),
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Create a project in an organisation",
        "Makes a project in the organisation and returns it with its token. Members get 403."
      )
    ).annotate(RequiredScope, "project:write"),
    HttpApiEndpoint.delete("remove", "/organizations/:organization_id/", {
      params: inOrganization,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Delete an organisation",
        "Deletes the organisation with all of its projects, everything in them and its members' membership, for good. "
          + "Its users stay. It is gone at once, its data soon after. Only owners may: others get 403."
      )
    ).annotate(RequiredScope, "organization:write"),
    HttpApiEndpoint.get("project", "/organizations/:organization_id/projects/:id/", {
      params: projectInOrganization,
      success: ProjectRecord,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Read an organisation's project",
        "Returns one project of the organisation. A project of another organisation is 404."
      )
    ).annotate(RequiredScope, "project:read"),
    HttpApiEndpoint.patch("updateProject", "/organizations/:organization_id/projects/:id/", {
      params: projectInOrganization,
      payload: ProjectChanges,
      success: ProjectRecord,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Change an organisation's project",
        "Changes the fields that the body names and returns the project."
      )
    ).annotate(RequiredScope, "project:write"),
    HttpApiEndpoint.delete("removeProject", "/organizations/:organization_id/projects/:id/", {
      params: projectInOrganization,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(operation("Delete an organisation's project", removalText)).annotate(
      RequiredScope,
      "project:write"
    )
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Organizations",
    description: "Making and changing organisations and their projects."
  }))
{}
