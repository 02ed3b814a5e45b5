import { secretKeyFields } from "@hedgerow/core/access/ProjectSecretKeyInput"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { inProject, oneInProject } from "../../requests/Parameters.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { operation } from "../../shared/Described.ts"
import { ProjectSecretKeyRecord } from "../IdentitySchema.ts"

const params = inProject
const one = oneInProject("The secret's id.")
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** The access of a new secret. */
export const NewProjectSecretKey = createBody(secretKeyFields, {
  identifier: "NewProjectSecretApiKey",
  description: "A new secret, and what it opens."
})

/** The name of a secret, and its access from now on. */
export const ProjectSecretKeyChanges = changeBody(secretKeyFields, {
  identifier: "ProjectSecretApiKeyChanges",
  description: "The name of a secret, and its rights from now on."
})

/** The secrets of a project, for servers that evaluate its flags themselves. */
export class ProjectSecretKeysApi extends HttpApiGroup.make("projectSecretKeys")
  .add(
    HttpApiEndpoint.get("list", "/project_secret_api_keys/", {
      params,
      query: pageParams,
      success: pageOf(ProjectSecretKeyRecord)
    }).annotateMerge(
      operation("List project secrets", "Returns a page of the project's secret API keys, without their values.")
    ),
    HttpApiEndpoint.post("create", "/project_secret_api_keys/", {
      params,
      payload: NewProjectSecretKey,
      success: ProjectSecretKeyRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Create a project secret",
        "Makes a secret API key and returns it with its value, which is never returned again. More than fifty in a "
          + "project are 400."
      )
    ),
    HttpApiEndpoint.get("read", "/project_secret_api_keys/:id/", { params: one, success: ProjectSecretKeyRecord })
      .annotateMerge(
        operation("Read a project secret", "Returns one secret API key of the project without its value.")
      ),
    HttpApiEndpoint.patch("update", "/project_secret_api_keys/:id/", {
      params: one,
      payload: ProjectSecretKeyChanges,
      success: ProjectSecretKeyRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change a project secret",
        "Changes the fields that the body names and returns the secret. The new scopes count at once."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/project_secret_api_keys/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      operation("Revoke a project secret", "Deletes the secret. Requests that are signed with it get 401 from then on.")
    ),
    HttpApiEndpoint.post("roll", "/project_secret_api_keys/:id/roll/", {
      params: one,
      success: ProjectSecretKeyRecord
    }).annotateMerge(
      operation(
        "Roll a project secret",
        "Gives the secret a new value and returns it once. The old value stops at once."
      )
    )
  )
  .prefix("/api/projects/:project_id")
  .annotateEndpoints(RequiredScope, "project:write")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Project secret API keys",
    description:
      "For admins and owners of the organisation. `value` is answered once, when a key is made or rolled; nobody "
      + "grants a scope they lack. `feature_flag:read` is the one scope such a key takes."
  }))
{}
