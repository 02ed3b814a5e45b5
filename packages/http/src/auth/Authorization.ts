import { AccessDenied } from "@hedgerow/core/access/AccessErrors"
import type { Caller } from "@hedgerow/core/access/Caller"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import type { Project } from "@hedgerow/core/access/Project"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { type Scope, scopeAllows } from "@hedgerow/core/access/Scope"
import { Context, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { type HttpApiEndpoint, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { apiErrorAt } from "../errors/ApiError.ts"
import { answering } from "../errors/ErrorTable.ts"
import { authenticate } from "./Authenticate.ts"
import { RequiredScope } from "./RequiredScope.ts"

/** Who makes this request. */
export class CurrentCaller
  extends Context.Service<CurrentCaller, Caller>()("@hedgerow/http/auth/Authorization/CurrentCaller")
{}

/** The project this request's path names; the caller may use it. */
export class CurrentProject
  extends Context.Service<CurrentProject, Project>()("@hedgerow/http/auth/Authorization/CurrentProject")
{}

const refusals = [apiErrorAt(401), apiErrorAt(403), apiErrorAt(429)] as const

/** Lets in callers whose key has the endpoint's scope: for paths outside a project. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentCaller }>()(
  "@hedgerow/http/auth/Authorization",
  { error: refusals, requiredForClient: true, security: { bearer: HttpApiSecurity.bearer } }
) {}

/** Lets in callers who may use the project the path names, with the endpoint's scope. */
export class ProjectAuthorization
  extends HttpApiMiddleware.Service<ProjectAuthorization, { provides: CurrentCaller | CurrentProject }>()(
    "@hedgerow/http/auth/ProjectAuthorization",
    { error: [...refusals, apiErrorAt(404)], requiredForClient: true, security: { bearer: HttpApiSecurity.bearer } }
  )
{}

const noKeyAccess = Effect.fail(new AccessDenied({ reason: { _tag: "NoKeyAccess" } }))

const scopeOf = (endpoint: HttpApiEndpoint.Top): Effect.Effect<Scope, AccessDenied> => {
  const access = Context.get(endpoint.annotations, RequiredScope)
  return access === undefined || access === "any key" || access === "public" ? noKeyAccess : Effect.succeed(access)
}

const requireScope = Effect.fnUntraced(function*(caller: Caller, endpoint: HttpApiEndpoint.Top) {
  if (Context.get(endpoint.annotations, RequiredScope) === "any key") return
  const scope = yield* scopeOf(endpoint)
  if (!scopeAllows(caller.scopes, scope)) {
    return yield* new AccessDenied({ reason: { _tag: "MissingScope", scope } })
  }
})

const layerAuthorization: Layer.Layer<Authorization, never, CallerResolver> = Layer.effect(
  Authorization,
  Effect.map(CallerResolver, (resolver) => ({
    bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
      const caller = yield* authenticate(resolver)
      yield* answering(requireScope(caller, endpoint))
      return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
    })
  }))
)

const layerProjectAuthorization: Layer.Layer<ProjectAuthorization, never, CallerResolver | ProjectAccess> = Layer
  .effect(
    ProjectAuthorization,
    Effect.gen(function*() {
      const resolver = yield* CallerResolver
      const access = yield* ProjectAccess

      const resolveProject = Effect.fnUntraced(function*(caller: Caller, endpoint: HttpApiEndpoint.Top) {
        const { params } = yield* HttpRouter.RouteContext
        return yield* access.resolve(caller, params["project_id"] ?? "", yield* scopeOf(endpoint))
      })

      return {
        bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
          const caller = yield* authenticate(resolver)
          const project = yield* answering(resolveProject(caller, endpoint))
          return yield* httpEffect.pipe(
            Effect.provideService(CurrentCaller, caller),
            Effect.provideService(CurrentProject, project)
          )
        })
      }
    })
  )

export const layer: Layer.Layer<Authorization | ProjectAuthorization, never, CallerResolver | ProjectAccess> = Layer
  .mergeAll(layerAuthorization, layerProjectAuthorization)
