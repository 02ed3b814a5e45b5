import type { NamedProject } from "@hedgerow/core/access/ProjectAccess"
import { Context } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"

/** The project that a request names: by its path, and by `token` in its query. */
export const pathProject = (
  context: Context.Context<HttpRouter.RouteContext | HttpServerRequest.ParsedSearchParams>
): NamedProject => {
  const { params } = Context.get(context, HttpRouter.RouteContext)
  const { token } = Context.get(context, HttpServerRequest.ParsedSearchParams)
  return { projectId: params["project_id"] ?? "", token: typeof token === "string" ? token : token?.[0] }
}
