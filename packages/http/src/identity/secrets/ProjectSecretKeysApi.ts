import { secretKeyFields } from "@hedgerow/core/access/ProjectSecretKeyInput"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { ProjectSecretKeyRecord } from "../IdentityRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** What a new secret may open. */
export const NewProjectSecretKey = createBody(secretKeyFields, {
  identifier: "NewProjectSecretApiKey",
  description: "A new secret, and what it opens."
})

/** What a secret is called, and what it may open from now on. */
export const ProjectSecretKeyChanges = changeBody(secretKeyFields, {
  identifier: "ProjectSecretApiKeyChanges",
  description: "What a secret is called, and what it opens from now on."
})

/** The secrets of a project, for servers that evaluate its flags themselves. */
export class ProjectSecretKeysApi extends HttpApiGroup.make("projectSecretKeys")
  .add(
    HttpApiEndpoint.get("list", "/project_secret_api_keys/", {
      params,
      query: pageParams,
      success: pageOf(ProjectSecretKeyRecord)
    }),
    HttpApiEndpoint.post("create", "/project_secret_api_keys/", {
      params,
      payload: NewProjectSecretKey,
      success: ProjectSecretKeyRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }),
    HttpApiEndpoint.get("read", "/project_secret_api_keys/:id/", { params: one, success: ProjectSecretKeyRecord }),
    HttpApiEndpoint.patch("update", "/project_secret_api_keys/:id/", {
      params: one,
      payload: ProjectSecretKeyChanges,
      success: ProjectSecretKeyRecord,
      error: bodyErrors
    }),
    HttpApiEndpoint.delete("revoke", "/project_secret_api_keys/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }),
    HttpApiEndpoint.post("roll", "/project_secret_api_keys/:id/roll/", {
      params: one,
      success: ProjectSecretKeyRecord
    })
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
