import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import type { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import type { DefinitionRepository } from "@hedgerow/core/events/DefinitionRepository"
import type { Ingestion } from "@hedgerow/core/events/Ingestion"
import type { Queries } from "@hedgerow/core/query/Queries"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./Api.ts"
import * as Authorization from "./auth/Authorization.ts"
import * as CaptureHandlers from "./capture/CaptureHandlers.ts"
import * as DefinitionsHandlers from "./definitions/DefinitionsHandlers.ts"
import { crossOrigin } from "./edge/CrossOrigin.ts"
import { faults } from "./edge/Faults.ts"
import { pathAliases } from "./edge/PathAliases.ts"
import { requestLog } from "./edge/RequestLog.ts"
import { makeRouteIndex } from "./edge/RouteIndex.ts"
import * as ErrorResponses from "./errors/ErrorResponses.ts"
import * as HealthHandlers from "./health/HealthHandlers.ts"
import * as IdentityHandlers from "./identity/IdentityHandlers.ts"
import { openApiDocument } from "./OpenApiDocument.ts"
import * as QueryHandlers from "./query/QueryHandlers.ts"

/** What the API asks of core and its storage. */
export type HttpServices =
  | CallerResolver
  | DefinitionRepository
  | Ingestion
  | OrganizationRepository
  | ProjectAccess
  | ProjectRepository
  | Queries

const openApiPath = "/openapi.json"

/** The handlers of every group. */
export const handlers = Layer.mergeAll(
  QueryHandlers.layer,
  IdentityHandlers.layer,
  DefinitionsHandlers.layer,
  CaptureHandlers.layer,
  HealthHandlers.layer
)

/** The middleware the contract names. */
export const middleware = Layer.mergeAll(Authorization.layer, ErrorResponses.layer)

const openApiRoute = HttpRouter.add(
  "GET",
  openApiPath,
  Effect.sync(() => HttpServerResponse.jsonUnsafe(openApiDocument()))
)

/** What surrounds every route, innermost first: error bodies, cross-origin headers, aliases, log. */
const edge = HttpRouter.use((router) => {
  const index = makeRouteIndex(Api, [openApiPath])
  return router.addGlobalMiddleware((effect) =>
    effect.pipe(faults(index), crossOrigin(index), requestLog(index), pathAliases)
  )
})

/** All routes of the contract as one layer; it needs core's services and a router. */
export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(handlers), Layer.provide(middleware)),
  openApiRoute,
  edge
)

/**
 * The whole API as a web handler for embedders: `services` holds core's services with their storage, and what else
 * shall hold for every request (loggers, `TrustProxy`, …). `dispose` releases what the layer holds.
 */
export const toWebHandler = <E>(services: Layer.Layer<HttpServices, E>) =>
  HttpRouter.toWebHandler(layer.pipe(Layer.provideMerge(services), Layer.provide(HttpServer.layerServices)), {
    disableLogger: true
  })
