import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { ProjectRecord } from "../IdentityRecords.ts"

/** What may be said of a project: `timezone` is an IANA name, `week_start_day` Sunday (0) or Monday (1). */
export const ProjectFields = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  timezone: Schema.optionalKey(Schema.String),
  week_start_day: Schema.optionalKey(Schema.Literals([0, 1]))
}).annotate({ identifier: "ProjectFields" })

/** Making projects in the caller's current organisation. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.post("create", "/api/projects/", {
      payload: ProjectFields,
      success: ProjectRecord.pipe(HttpApiSchema.status(201)),
      error: [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    }).annotate(RequiredScope, "project:write")
  )
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Projects" }))
{}
