import { InvalidCredentials, NotAuthenticated } from "@hedgerow/core/access/AccessErrors"
import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Caller } from "@hedgerow/core/access/Caller"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { findCredential } from "@hedgerow/core/access/Credentials"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import * as Authorization from "@hedgerow/http/auth/Authorization"
import * as KeyAuthorization from "@hedgerow/http/auth/KeyAuthorization"
import { Api } from "@hedgerow/http/contract/Api"
import * as ErrorResponses from "@hedgerow/http/errors/ErrorResponses"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { acme, other, projects, secrets } from "./Fixtures.ts"

/** The answer of every handler: the request has passed the gate. */
export const passedText = "passed"

const pass = () => Effect.succeed(HttpServerResponse.text(passedText))

type GroupName = keyof typeof Api.groups

/** Handlers for the whole contract that do nothing. */
const passingHandlers = Layer.mergeAll(
  Layer.empty,
  ...(Object.keys(Api.groups) as ReadonlyArray<GroupName>).map((name) =>
    HttpApiBuilder.group(Api, name, (handlers) => {
      for (const endpoint of Object.keys(Api.groups[name].endpoints)) {
        handlers.handleRaw(endpoint as never, pass)
      }
      return handlers as never
    })
  )
)

/** Callers by the value of their key, wherever the request has it. */
const callersByKey = (callers: ReadonlyMap<string, Caller>) =>
  Layer.succeed(CallerResolver, {
    resolve: Effect.fnUntraced(function*(request) {
      const credential = yield* findCredential(request)
      if (credential === undefined) return yield* new NotAuthenticated()
      const caller = callers.get(credential.token)
      return caller ?? (yield* new InvalidCredentials({ source: credential.source, kind: "personal key" }))
    })
  })

/** The fixed secrets, by their value. */
const projectSecrets = Layer.mock(ProjectSecretKeys)({
  identify: (value) => Effect.succeed(secrets.find(({ secure_value }) => secure_value === secureValueOf(value)))
})

/** The real access rules over the fixed projects and organisations. */
const projectAccess = ProjectAccess.layer.pipe(
  Layer.provide(Layer.mergeAll(
    Layer.mock(ProjectRepository)({
      find: (id) => Effect.succeed(Option.fromUndefinedOr(projects.find((project) => project.id === id))),
      findByToken: (token) =>
        Effect.succeed(Option.fromUndefinedOr(projects.find((project) => project.api_token === token)))
    }),
    Layer.mock(OrganizationRepository)({
      find: (id) => Effect.succeed(Option.fromUndefinedOr([acme, other].find((one) => one.id === id)))
    }),
    Layer.mock(DefinitionsVersions)({
      current: () => Effect.succeed(0),
      known: () => 0,
      changesSeen: () => 0
    })
  ))
)

/** The gate's answer to a request. */
export interface GateAnswer {
  readonly status: number
  readonly text: string
}

/**
 * The real routes, middleware and access rules of the contract with handlers that only report that they were reached.
 */
export const gateApi = (callers: ReadonlyMap<string, Caller>) => {
  const routes = HttpApiBuilder.layer(Api).pipe(
    Layer.provide(passingHandlers),
    Layer.provide(Layer.mergeAll(Authorization.layer, KeyAuthorization.layer, ErrorResponses.layer)),
    Layer.provide(Layer.mergeAll(callersByKey(callers), projectSecrets, projectAccess)),
    Layer.provide(HttpServer.layerServices)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(routes, {
    disableLogger: true
  })
  const ask = (method: string, path: string, key: string | undefined): Effect.Effect<GateAnswer> => {
    const authorization = key === undefined ? undefined : { authorization: `Bearer ${key}` }
    const init = { method, headers: { "content-type": "application/json", ...authorization } }
    const request = new Request(`http://api.test${path}`, method === "GET" ? init : { ...init, body: "{}" })
    return Effect.promise(() => handler(request)).pipe(
      Effect.flatMap((response) =>
        Effect.map(Effect.promise(() => response.text()), (text) => ({ status: response.status, text }))
      )
    )
  }
  return { ask, dispose }
}
