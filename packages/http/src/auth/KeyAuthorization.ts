import { AccessDenied } from "@hedgerow/core/access/AccessErrors"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import type { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { isProjectSecret, type Requester } from "@hedgerow/core/access/Requester"
import { type Scope, scopeAllows } from "@hedgerow/core/access/Scope"
import { Context, Effect, Layer } from "effect"
import type { HttpRouter, HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { apiErrorAt } from "../errors/ApiError.ts"
import { answering } from "../errors/ErrorTable.ts"
import { makeThrottle } from "../limits/Throttle.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { makeAuthenticate } from "./Authenticate.ts"
import { bucketsOf, CurrentProject } from "./Authorization.ts"
import { pathProject } from "./PathProject.ts"
import { RequiredScope, TakesProjectSecrets } from "./RequiredScope.ts"

/** The caller of this request where servers may make it, with a project's secret: perhaps nobody in person. */
export class CurrentRequester
  extends Context.Service<CurrentRequester, Requester>()("@hedgerow/http/auth/KeyAuthorization/CurrentRequester")
{}

const refusals = [apiErrorAt(401), apiErrorAt(403), apiErrorAt(429)] as const

/** Lets in keys and projects' secrets with the endpoint's scope, for paths outside a project; the handler asks which project. */
export class KeyAuthorization extends HttpApiMiddleware.Service<KeyAuthorization, { provides: CurrentRequester }>()(
  "@hedgerow/http/auth/KeyAuthorization",
  { error: refusals, requiredForClient: true, security: { bearer: HttpApiSecurity.bearer } }
) {}

/** Lets in keys and projects' secrets that may use the project the path names, with the endpoint's scope. */
export class ProjectKeyAuthorization
  extends HttpApiMiddleware.Service<ProjectKeyAuthorization, { provides: CurrentProject | CurrentRequester }>()(
    "@hedgerow/http/auth/ProjectKeyAuthorization",
    { error: [...refusals, apiErrorAt(404)], requiredForClient: true, security: { bearer: HttpApiSecurity.bearer } }
  )
{}

const denied = (reason: AccessDenied["reason"]) => Effect.fail(new AccessDenied({ reason }))

/** The scope that the endpoint requires of callers that it accepts. */
const requireTaken = (requester: Requester, endpoint: HttpApiEndpoint.Top): Effect.Effect<Scope, AccessDenied> => {
  if (isProjectSecret(requester) && !Context.get(endpoint.annotations, TakesProjectSecrets)) {
    return denied({ _tag: "NoProjectSecretAccess" })
  }
  const access = Context.get(endpoint.annotations, RequiredScope)
  return access?.includes(":") === true ? Effect.succeed(access as Scope) : denied({ _tag: "NoKeyAccess" })
}

type Needs = CallerResolver | ProjectAccess | ProjectSecretKeys

const layerKeys: Layer.Layer<KeyAuthorization, never, Needs> = Layer.effect(
  KeyAuthorization,
  Effect.gen(function*() {
    const requesterOf = yield* makeAuthenticate
    const throttle = yield* makeThrottle

    const requireScope = Effect.fnUntraced(function*(requester: Requester, endpoint: HttpApiEndpoint.Top) {
      const scope = yield* requireTaken(requester, endpoint)
      if (!scopeAllows(requester.scopes, scope)) return yield* denied({ _tag: "MissingScope", scope })
    })

    return {
      bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
        const requester = yield* requesterOf
        yield* answering(requireScope(requester, endpoint))
        yield* throttle(requester, undefined, bucketsOf(endpoint))
        return yield* Effect.provideService(httpEffect, CurrentRequester, requester)
      })
    }
  })
)

const layerProjectKeys: Layer.Layer<ProjectKeyAuthorization, never, Needs> = Layer.effect(
  ProjectKeyAuthorization,
  Effect.gen(function*() {
    const requesterOf = yield* makeAuthenticate
    const access = yield* ProjectAccess
    const throttle = yield* makeThrottle

    const resolveProject = Effect.fnUntraced(function*(requester: Requester, endpoint: HttpApiEndpoint.Top) {
      const scope = yield* requireTaken(requester, endpoint)
      const context = yield* Effect.context<HttpRouter.RouteContext | HttpServerRequest.ParsedSearchParams>()
      return yield* access.named(requester, pathProject(context), scope)
    })

    return {
      bearer: Effect.fnUntraced(function*(httpEffect, { endpoint }) {
        const requester = yield* requesterOf
        const project = yield* answering(resolveProject(requester, endpoint))
        yield* noteFacts({ project: project.id })
        yield* throttle(requester, project.id, bucketsOf(endpoint))
        return yield* httpEffect.pipe(
          Effect.provideService(CurrentRequester, requester),
          Effect.provideService(CurrentProject, project)
        )
      })
    }
  })
)

export const layer: Layer.Layer<KeyAuthorization | ProjectKeyAuthorization, never, Needs> = Layer.mergeAll(
  layerKeys,
  layerProjectKeys
)
