import { runSteps } from "@hedgerow/sql/types/Steps"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as ActionsHandlers from "./actions/ActionsHandlers.ts"
import * as ActivityHandlers from "./activity/ActivityHandlers.ts"
import * as AlertsHandlers from "./alerts/AlertsHandlers.ts"
import * as Authorization from "./auth/Authorization.ts"
import * as KeyAuthorization from "./auth/KeyAuthorization.ts"
import * as CaptureHandlers from "./capture/CaptureHandlers.ts"
import * as CohortsHandlers from "./cohorts/CohortsHandlers.ts"
import { Api } from "./contract/Api.ts"
import * as DashboardsHandlers from "./dashboards/DashboardsHandlers.ts"
import * as InsightChartHandlers from "./dashboards/InsightChartHandlers.ts"
import * as InsightsHandlers from "./dashboards/InsightsHandlers.ts"
import * as DefinitionsHandlers from "./definitions/DefinitionsHandlers.ts"
import * as DataDeletionsHandlers from "./deletions/DataDeletionsHandlers.ts"
import { openApiSteps } from "./documents/OpenApiDocument.ts"
import { errorResponse } from "./errors/ApiError.ts"
import * as ErrorResponses from "./errors/ErrorResponses.ts"
import { methodNotAllowed } from "./errors/RequestErrors.ts"
import * as ExperimentActionsHandlers from "./experiments/ExperimentActionsHandlers.ts"
import * as ExperimentResultsHandlers from "./experiments/ExperimentResultsHandlers.ts"
import * as ExperimentsHandlers from "./experiments/ExperimentsHandlers.ts"
import * as ExperimentTimeseriesHandlers from "./experiments/ExperimentTimeseriesHandlers.ts"
import * as HoldoutsHandlers from "./experiments/HoldoutsHandlers.ts"
import * as ExperimentReportHandlers from "./experiments/report/ExperimentReportHandlers.ts"
import * as SavedMetricsHandlers from "./experiments/SavedMetricsHandlers.ts"
import * as DataExportsHandlers from "./exports/DataExportsHandlers.ts"
import * as ChangeRequestsHandlers from "./flags/approvals/ChangeRequestsHandlers.ts"
import * as FeatureFlagsHandlers from "./flags/FeatureFlagsHandlers.ts"
import * as FlagActionsHandlers from "./flags/FlagActionsHandlers.ts"
import * as FlagAnswersHandlers from "./flags/FlagAnswersHandlers.ts"
import * as OrganizationFlagsHandlers from "./flags/OrganizationFlagsHandlers.ts"
import * as ScheduledChangesHandlers from "./flags/scheduling/ScheduledChangesHandlers.ts"
import * as FlagsHandlers from "./flags/sdk/FlagsHandlers.ts"
import * as LocalEvaluationHandlers from "./flags/sdk/LocalEvaluationHandlers.ts"
import * as OfrepHandlers from "./flags/sdk/ofrep/OfrepHandlers.ts"
import * as RemoteConfigHandlers from "./flags/sdk/RemoteConfigHandlers.ts"
import * as HealthHandlers from "./health/HealthHandlers.ts"
import * as IdentityHandlers from "./identity/IdentityHandlers.ts"
import * as PersonalApiKeysHandlers from "./identity/keys/PersonalApiKeysHandlers.ts"
import * as MembersHandlers from "./identity/members/MembersHandlers.ts"
import * as OrganizationsHandlers from "./identity/organizations/OrganizationsHandlers.ts"
import * as ProjectsHandlers from "./identity/projects/ProjectsHandlers.ts"
import * as ProjectSecretKeysHandlers from "./identity/secrets/ProjectSecretKeysHandlers.ts"
import { AllowedOrigins } from "./middleware/CrossOrigin.ts"
import type { RouteIndex } from "./middleware/IndexedPath.ts"
import { makeRequestMetrics } from "./middleware/RequestMetrics.ts"
import { requestMiddleware } from "./middleware/RequestMiddleware.ts"
import { FurtherPaths, makeRouteIndex } from "./middleware/RouteIndex.ts"
import { shadowedMethods } from "./middleware/ShadowedPaths.ts"
import * as GroupsHandlers from "./persons/GroupsHandlers.ts"
import * as PersonsHandlers from "./persons/PersonsHandlers.ts"
import * as QueryHandlers from "./query/QueryHandlers.ts"
import * as QueryPreparationHandlers from "./query/QueryPreparationHandlers.ts"
import * as SdkScriptsHandlers from "./scripts/SdkScriptsHandlers.ts"
import * as SharedPageHandlers from "./sharing/SharedPageHandlers.ts"
import * as SharingHandlers from "./sharing/SharingHandlers.ts"
import * as OwnSessionsHandlers from "./signin/account/OwnSessionsHandlers.ts"
import * as SecondFactorHandlers from "./signin/account/SecondFactorHandlers.ts"
import * as InvitesHandlers from "./signin/invites/InvitesHandlers.ts"
import { LoginThrottle } from "./signin/LoginThrottle.ts"
import * as ProviderHandlers from "./signin/providers/ProviderHandlers.ts"
import * as SignInHandlers from "./signin/SignInHandlers.ts"
import * as SubscriptionsHandlers from "./subscriptions/SubscriptionsHandlers.ts"
import * as UnsubscribeHandlers from "./subscriptions/UnsubscribeHandlers.ts"
import * as HostedSurveyHandlers from "./surveys/hosted/HostedSurveyHandlers.ts"
import * as SurveySdkHandlers from "./surveys/sdk/SurveySdkHandlers.ts"
import * as SurveySummariesHandlers from "./surveys/summaries/SurveySummariesHandlers.ts"
import * as SurveyResponsesHandlers from "./surveys/SurveyResponsesHandlers.ts"
import * as SurveysHandlers from "./surveys/SurveysHandlers.ts"
import * as SqlVariablesHandlers from "./variables/SqlVariablesHandlers.ts"
import * as WebhooksHandlers from "./webhooks/WebhooksHandlers.ts"

const openApiPath = "/openapi.json"

/** The handlers of every group. */
export const handlers = Layer.mergeAll(
  Layer.mergeAll(
    SignInHandlers.layer,
    SignInHandlers.layerAccount,
    InvitesHandlers.layer,
    InvitesHandlers.layerLinks,
    InvitesHandlers.layerOwn,
    OwnSessionsHandlers.layer,
    SecondFactorHandlers.layer,
    ProviderHandlers.layer,
    ProviderHandlers.layerIdentities
  ).pipe(Layer.provide(LoginThrottle.layer)),
  QueryHandlers.layer,
  QueryPreparationHandlers.layer,
  IdentityHandlers.layer,
  PersonalApiKeysHandlers.layer,
  OrganizationsHandlers.layer,
  MembersHandlers.layer,
  ProjectsHandlers.layer,
  ProjectSecretKeysHandlers.layer,
  ActionsHandlers.layer,
  SqlVariablesHandlers.layer,
  AlertsHandlers.layer,
  WebhooksHandlers.layer,
  SubscriptionsHandlers.layer,
  SharedPageHandlers.layer,
  SharingHandlers.layer,
  UnsubscribeHandlers.layer,
  ActivityHandlers.layer,
  ChangeRequestsHandlers.layer,
  CohortsHandlers.layer,
  DashboardsHandlers.layer,
  InsightChartHandlers.layer,
  InsightsHandlers.layer,
  DataDeletionsHandlers.layer,
  DataExportsHandlers.layer,
  DefinitionsHandlers.layer,
  GroupsHandlers.layer,
  PersonsHandlers.layer,
  CaptureHandlers.layer,
  FeatureFlagsHandlers.layer,
  FlagActionsHandlers.layer,
  FlagAnswersHandlers.layer,
  OrganizationFlagsHandlers.layer,
  ScheduledChangesHandlers.layer,
  SurveyResponsesHandlers.layer,
  SurveysHandlers.layer,
  SurveySummariesHandlers.layer,
  SurveySdkHandlers.layer,
  ExperimentReportHandlers.layer,
  ExperimentResultsHandlers.layer,
  ExperimentsHandlers.layer,
  ExperimentActionsHandlers.layer,
  HoldoutsHandlers.layer,
  ExperimentTimeseriesHandlers.layer,
  SavedMetricsHandlers.layer,
  HostedSurveyHandlers.layer,
  SdkScriptsHandlers.layer,
  FlagsHandlers.layer,
  LocalEvaluationHandlers.layer,
  OfrepHandlers.layer,
  RemoteConfigHandlers.layer,
  HealthHandlers.layer
)

/** The middleware the contract names. */
export const middleware = Layer.mergeAll(Authorization.layer, KeyAuthorization.layer, ErrorResponses.layer)

/** The document is made when it is first asked for. */
const openApiRoute = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const document = yield* Effect.cached(
    Effect.map(runSteps(openApiSteps), (made) => HttpServerResponse.jsonUnsafe(made))
  )
  yield* router.add("GET", openApiPath, document)
}))

/** Every path of the server by URL: the contract's and those it adds. */
export const routeIndex = (furtherPaths: ReadonlyArray<string>): RouteIndex =>
  makeRouteIndex(Api, [openApiPath, ...furtherPaths])

/** What every request passes around its route, and the methods that a path has not while another has them. */
const aroundRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const index = routeIndex(yield* FurtherPaths)
  const metrics = yield* makeRequestMetrics
  for (const { method, path } of shadowedMethods(index.all)) {
    yield* router.add(
      method,
      path.template as `/${string}`,
      (request) => Effect.succeed(errorResponse(methodNotAllowed(request.method, path.methods)))
    )
  }
  yield* router.addGlobalMiddleware(requestMiddleware(index, metrics, yield* AllowedOrigins))
}))

/** All routes of the contract as one layer; it needs core's services and a router. */
export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(handlers), Layer.provide(middleware)),
  openApiRoute,
  aroundRoutes
)

/** The services that the API needs of core and its storage. */
export type HttpServices = Exclude<
  Layer.Services<typeof layer>,
  HttpRouter.HttpRouter | Layer.Success<typeof HttpServer.layerServices> | HttpRouter.Request<string, unknown>
>

/** A router's limit for one part of a path: keys of flags have up to 400 characters, ids of queries up to 200. */
export const routerConfig = { maxParamLength: 1_000 }

/** All routes as one effect for hosts that have a request at hand, such as tests. */
export const toHttpEffect = Effect.suspend(() =>
  HttpRouter.toHttpEffect(layer.pipe(Layer.provide(HttpServer.layerServices)))
).pipe(Effect.provideService(HttpRouter.RouterConfig, routerConfig))

/**
 * The whole API as a web handler for embedders: `services` holds core's services with their storage, and what else
 * shall hold for every request (loggers, `TrustProxy`, …). `dispose` releases what the layer holds.
 */
export const toWebHandler = <E>(services: Layer.Layer<HttpServices, E>) =>
  HttpRouter.toWebHandler(layer.pipe(Layer.provideMerge(services), Layer.provide(HttpServer.layerServices)), {
    disableLogger: true,
    routerConfig
  })
