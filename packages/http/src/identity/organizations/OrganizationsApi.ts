import { organizationFields } from "@hedgerow/core/access/Organizations"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RefusesBoundKeys, RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { OrganizationRecord, ProjectRecord } from "../IdentityRecords.ts"
import { NewProject } from "../projects/ProjectsApi.ts"

const organization = { organization_id: Schema.String }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** A new organisation. */
export const NewOrganization = createBody(organizationFields, {
  identifier: "NewOrganization",
  description: "A new organization, which the caller owns."
})

/** What may be changed of an organisation. */
export const OrganizationChanges = changeBody(organizationFields, {
  identifier: "OrganizationChanges",
  description: "What may be changed of an organization."
})

/** Making and changing organisations; reading them is part of who the caller is (`IdentityApi`). */
export class OrganizationsApi extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.post("create", "/organizations/", {
      payload: NewOrganization,
      success: OrganizationRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "organization:write").annotate(RefusesBoundKeys, true),
    HttpApiEndpoint.patch("update", "/organizations/:organization_id/", {
      params: organization,
      payload: OrganizationChanges,
      success: OrganizationRecord,
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotate(RequiredScope, "organization:write"),
    HttpApiEndpoint.post("createProject", "/organizations/:organization_id/projects/", {
      params: organization,
      payload: NewProject,
      success: ProjectRecord.pipe(HttpApiSchema.status(201)),
      error: [apiErrorAt(404), ...bodyErrors]
    }).annotate(RequiredScope, "project:write")
  )
  .prefix("/api")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Organizations" }))
{}
