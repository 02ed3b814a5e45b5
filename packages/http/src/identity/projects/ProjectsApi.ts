import { projectFields } from "@hedgerow/core/access/Projects"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { changeBody, createBody } from "../../requests/RequestBody.ts"
import { operation } from "../../shared/Described.ts"
import { ProjectRecord } from "../IdentitySchema.ts"

/** A new project. */
export const NewProject = createBody(projectFields, {
  identifier: "NewProject",
  description: "A new project. Nothing needs to be said of it."
})

/** A change of a project. */
export const ProjectChanges = changeBody(projectFields, {
  identifier: "ProjectChanges",
  description: "A change of a project."
})

/** The text of the endpoints that delete a project. */
export const removalText = "Deletes the project with everything in it, its events included, for good. It is gone at "
  + "once for every request, and its token and secrets open nothing; its rows are removed soon after. Members get 403: "
  + "admins and owners may do it."

/** Making projects in the caller's current organisation. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.post("create", "/api/projects/", {
      payload: NewProject,
      success: ProjectRecord.pipe(HttpApiSchema.status(201)),
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    }).annotateMerge(
      operation(
        "Create a project",
        "Makes a project in the caller's current organisation and returns it with its token. A caller without an "
          + "organisation gets 404. Members get 403."
      )
    ).annotate(RequiredScope, "project:write")
  )
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Projects",
    description: "Making projects in the caller's current organisation."
  }))
{}
