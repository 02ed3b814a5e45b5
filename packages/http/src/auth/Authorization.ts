import { AccessDenied } from "@hedgerow/core/access/AccessErrors"
import type { Caller } from "@hedgerow/core/access/Caller"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { type NamedProject, ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import type { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { type Scope, scopeAllows } from "@hedgerow/core/access/Scope"
import type { Project } from "@hedgerow/core/identity/Project"
import { Context, Effect, Layer, Option } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { apiErrorAt } from "../errors/ApiError.ts"
import { answering } from "../errors/ErrorTable.ts"
import { RateLimited } from "../limits/RateBuckets.ts"
import { makeThrottle } from "../limits/Throttle.ts"
import { noteFactsIn } from "../shared/RequestFacts.ts"
import { makeAuthenticate, requireCaller } from "./Authenticate.ts"
import { pathProject } from "./PathProject.ts"
import { AllowsBoundKeys, RefusesBoundKeys, RequiredScope } from "./RequiredScope.ts"

/** The caller of this request. */
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

const denied = (reason: AccessDenied["reason"]) => Effect.fail(new AccessDenied({ reason }))

/** The scope that a caller needs, or none when every caller that passed so far may go on. */
const scopeNeeded = (
  caller: Caller,
  endpoint: HttpApiEndpoint.Top
): Effect.Effect<Option.Option<Scope>, AccessDenied> => {
  const access = Context.get(endpoint.annotations, RequiredScope)
  switch (access) {
    case "any key":
      return Effect.succeedNone
    case "no key":
      return caller.key === undefined ? Effect.succeedNone : denied({ _tag: "KeySelfManagement" })
    case "public":
    case undefined:
      return denied({ _tag: "NoKeyAccess" })
    default:
      return Effect.succeedSome(access)
  }
}

/** Lets pass callers with these scopes. */
export const requireScopes = (caller: Caller, scopes: ReadonlyArray<Scope>): Effect.Effect<void, AccessDenied> => {
  const missing = scopes.find((scope) => !scopeAllows(caller.scopes, scope))
  return missing === undefined ? Effect.void : denied({ _tag: "MissingScope", scope: missing })
}

/** Lets pass callers with the scope. */
export const requireScope = (caller: Caller, scope: Scope): Effect.Effect<void, AccessDenied> =>
  requireScopes(caller, [scope])

/** Outside of projects: the scope, then the bounds of the key, unless the endpoint is exempt from them. */
const requireAccess = Effect.fnUntraced(function*(
  access: ProjectAccess["Service"],
  caller: Caller,
  endpoint: HttpApiEndpoint.Top
) {
  const scope = Option.getOrUndefined(yield* scopeNeeded(caller, endpoint))
  if (scope === undefined) return
  if (Context.get(endpoint.annotations, AllowsBoundKeys)) return yield* requireScope(caller, scope)
  if (Context.get(endpoint.annotations, RefusesBoundKeys)) return yield* access.requireUnbound(caller, scope)
  const { params } = yield* HttpRouter.RouteContext
  const organization = params["organization_id"]
  if (organization === undefined) yield* access.require(caller, scope)
  else yield* access.organization(caller, organization, scope)
})

/** Finds the caller; a project's secret opens nothing here. */
const makeCallerOf = Effect.map(
  makeAuthenticate,
  (requester) => Effect.flatMap(requester, (found) => answering(requireCaller(found)))
)

/** The buckets that a request to the endpoint is counted in. */
export const bucketsOf = (endpoint: HttpApiEndpoint.Top) => Context.get(endpoint.annotations, RateLimited)

type Needs = CallerResolver | ProjectAccess | ProjectSecretKeys

const layerAuthorization: Layer.Layer<Authorization, never, Needs> = Layer.effect(
  Authorization,
  Effect.gen(function*() {
    const callerOf = yield* makeCallerOf
    const access = yield* ProjectAccess
    const throttle = yield* makeThrottle
    return {
      bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
        const caller = yield* callerOf
        yield* answering(requireAccess(access, caller, endpoint))
        yield* throttle(caller, undefined, bucketsOf(endpoint))
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      })
    }
  })
)

const layerProjectAuthorization: Layer.Layer<ProjectAuthorization, never, Needs> = Layer
  .effect(
    ProjectAuthorization,
    Effect.gen(function*() {
      const callerOf = yield* makeCallerOf
      const access = yield* ProjectAccess
      const throttle = yield* makeThrottle

      const resolveProject = (caller: Caller, endpoint: HttpApiEndpoint.Top, path: NamedProject) =>
        Effect.flatMapEager(
          scopeNeeded(caller, endpoint),
          (scope) => Option.isNone(scope) ? denied({ _tag: "NoKeyAccess" }) : access.named(caller, path, scope.value)
        )

      return {
        bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
          const caller = yield* callerOf
          const context = yield* Effect.context<HttpRouter.RouteContext | HttpServerRequest.ParsedSearchParams>()
          const project = yield* answering(resolveProject(caller, endpoint, pathProject(context)))
          noteFactsIn(context, { project: project.id })
          yield* throttle(caller, project.id, bucketsOf(endpoint))
          return yield* Effect.updateContext(
            httpEffect,
            (context: Context.Context<never>) =>
              Context.add(Context.add(context, CurrentCaller, caller), CurrentProject, project)
          )
        })
      }
    })
  )

export const layer: Layer.Layer<Authorization | ProjectAuthorization, never, Needs> = Layer
  .mergeAll(layerAuthorization, layerProjectAuthorization)
