import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap, type Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import * as Domain from "@hedgerow/core/Domain"
import { CaptureLimits } from "@hedgerow/core/events/CaptureLimits"
import { EngineLimits } from "@hedgerow/core/query/EngineLimits"
import { ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { StreamLimits } from "@hedgerow/core/query/execution/StreamLimits"
import { defaultQueryLogLimits, QueryLogSettings } from "@hedgerow/core/query/log/QueryLogSettings"
import { QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
import { StoreSilence } from "@hedgerow/core/shared/StoreWatch"
import * as Workers from "@hedgerow/core/Workers"
import { MaxCaptureBytes, MaxCaptureBytesHeld } from "@hedgerow/http/capture/CaptureBody"
import { MaxDefinitionStreams, MaxProjectDefinitionStreams } from "@hedgerow/http/flags/sdk/DefinitionStreams"
import { MaxChangeStreams, MaxProjectChangeStreams } from "@hedgerow/http/flags/sdk/ofrep/ChangeStreams"
import { ReadinessCheck, ReadinessWarnings } from "@hedgerow/http/health/HealthHandlers"
import * as Http from "@hedgerow/http/Http"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import { AllowedOrigins } from "@hedgerow/http/middleware/CrossOrigin"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { MaxJsonBytes } from "@hedgerow/http/requests/JsonBody"
import * as SessionCallers from "@hedgerow/http/signin/SessionCallers"
import { isUnreachable as isClickHouseUnreachable } from "@hedgerow/storage-clickhouse/client/Unreachable"
import { QueryMemoryLimit } from "@hedgerow/storage-memory/query/RowBudget"
import { isUnreachable as isPostgresUnreachable } from "@hedgerow/storage-pg/database/Unreachable"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ChatCompletions } from "../ai/ChatCompletions.ts"
import * as ModelDrafter from "../ai/ModelDrafter.ts"
import * as ModelSummarizer from "../ai/ModelSummarizer.ts"
import { hostRule } from "../config/AllowedHosts.ts"
import type { ServerConfig } from "../config/ServerConfig.ts"
import * as HttpListener from "../listener/HttpListener.ts"
import * as RequireHost from "../listener/RequireHost.ts"
import { sharedSettings } from "../listener/SharedSettings.ts"
import * as Observability from "../observability/Observability.ts"
import * as OutgoingRequests from "../outgoing/OutgoingRequests.ts"
import * as SmtpMail from "../outgoing/SmtpMail.ts"
import * as Pictures from "../pictures/Pictures.ts"
import * as PosthogJs from "../scripts/PosthogJs.ts"
import * as NodePasswords from "../signin/NodePasswords.ts"
import * as OpenIdConnect from "../signin/OpenIdConnect.ts"
import { diskHasSpace } from "../storage/DiskReadiness.ts"
import { type Engines, makeEngines } from "../storage/Engines.ts"
import * as SecretKeyFile from "../storage/SecretKeyFile.ts"
import { type StorageLayer, storageOn } from "../storage/Storage.ts"
import { StorageStatus } from "../storage/StorageStatus.ts"
import { keepCompiled } from "./CompileCache.ts"
import * as GeoIpDatabase from "./GeoIpDatabase.ts"
import { heapShare } from "./HeapShare.ts"
import { StartSteps } from "./StartSteps.ts"
import { startupBanner } from "./StartupBanner.ts"

/** The data created by the first start, if this is one. */
class FirstStart extends Context.Service<FirstStart, Option.Option<Bootstrapped>>()(
  "@hedgerow/server/serving/Server/FirstStart"
) {
  static readonly layer = (options: ServerConfig["bootstrap"]) => Layer.effect(FirstStart, bootstrap(options))
}

const settings = (config: ServerConfig) =>
  Layer.mergeAll(
    Layer.succeed(IsStorageDown, (defect) => isPostgresUnreachable(defect) || isClickHouseUnreachable(defect)),
    Layer.succeed(CaptureLimits, { ...CaptureLimits.defaultValue(), maxEvents: config.http.maxCaptureEvents }),
    Layer.succeed(MaxCaptureBytes, config.http.maxCaptureBytes),
    Layer.succeed(MaxCaptureBytesHeld, config.http.maxCaptureBytesHeld),
    Layer.succeed(MaxDefinitionStreams, config.http.maxDefinitionStreams),
    Layer.succeed(MaxJsonBytes, config.http.maxBodyBytes),
    Layer.succeed(MaxProjectDefinitionStreams, config.http.maxProjectDefinitionStreams),
    Layer.succeed(MaxChangeStreams, config.http.maxChangeStreams),
    Layer.succeed(MaxProjectChangeStreams, config.http.maxProjectChangeStreams),
    Option.match(config.rateLimits, { onNone: () => Layer.empty, onSome: RateLimiter.layer }),
    Option.match(config.ai, {
      onNone: () => Layer.empty,
      onSome: (ai) =>
        Layer.merge(ModelDrafter.layer, ai.summaries ? ModelSummarizer.layer(ai) : Layer.empty).pipe(
          Layer.provide(ChatCompletions.layer(ai))
        )
    }),
    OutgoingRequests.layer(config.outgoing),
    Option.match(config.mail.url, {
      onNone: () => Layer.empty,
      onSome: (url) => SmtpMail.layer({ url, from: config.mail.from })
    }),
    NodePasswords.layer,
    Option.match(config.provider, { onNone: () => Layer.empty, onSome: OpenIdConnect.layer }),
    Pictures.layer,
    Layer.succeed(StoreSilence, config.storeSilence),
    Layer.succeed(AllowedOrigins, config.allowedOrigins),
    Layer.succeed(TrustProxy, config.trustProxy),
    Layer.succeed(PublicUrl, config.publicUrl),
    Layer.succeed(QueryLimits, config.queries),
    Layer.succeed(EngineLimits, config.queries.engine),
    Layer.sync(QueryMemoryLimit, heapShare),
    Layer.succeed(ExecutionLimits, config.queries),
    Layer.succeed(StreamLimits, config.streams),
    Layer.succeed(QueryLogSettings, { ...defaultQueryLogLimits, ...config.queries.log })
  )

const unmailedLinks =
  "HEDGEROW_PUBLIC_URL is not set: who forgets a password is sent no link, as the server does not know its own address."

const announce = (config: ServerConfig) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const server = yield* HttpServer.HttpServer
    const notices = yield* (yield* StorageStatus).notices
    yield* Effect.forEach(notices, (notice) => Effect.logWarning(notice), { discard: true })
    if (Option.isSome(config.mail.url) && Option.isNone(config.publicUrl)) yield* Effect.logWarning(unmailedLinks)
    const address = HttpServer.formatAddress(server.address)
    yield* (yield* StartSteps).ready
    const setup = yield* (yield* AccountLinks).issueSetup
    yield* Console.log(startupBanner(address, config, notices, yield* FirstStart, setup))
    yield* keepCompiled
  }))

/** Ready also means that there is room on the disk, and that what holds the events answers. */
const readiness = (config: ServerConfig) =>
  Layer.merge(
    Layer.effect(
      ReadinessCheck,
      Effect.gen(function*() {
        const { answers } = yield* StorageStatus
        return config.storage === "embedded" ? Effect.andThen(yield* diskHasSpace(config.dataDir), answers) : answers
      })
    ),
    Layer.effect(ReadinessWarnings, Effect.map(StorageStatus, ({ warnings }) => warnings))
  )

/** Everything that answers are made of, and what the first start made. */
const domain = (config: ServerConfig, storage: StorageLayer) =>
  Layer.mergeAll(SessionCallers.layer(ApiKeyCallers.layer), FirstStart.layer(config.bootstrap)).pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(storage)
  )

/** The routes of the contract. What is around them is built first, so that it is around refused hosts, too. */
const hosted = (config: ServerConfig) => Layer.provideMerge(RequireHost.layer(hostRule(config)), Http.layer)

/** A router with all routes; work in the background runs beside it. */
const router = (config: ServerConfig) =>
  Layer.mergeAll(hosted(config), Observability.routes(config)).pipe(
    Layer.provideMerge(Layer.provide(HttpRouter.layer, Layer.succeed(HttpRouter.RouterConfig, Http.routerConfig))),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provide(Layer.mergeAll(readiness(config), Observability.buildInfo(config))),
    Layer.provide(Workers.layer)
  )

/** Serves answers. The errors that are left, the server answers itself, whatever they are. */
const serve = <E, R>(answers: () => Effect.Effect<HttpServerResponse, E, R>) => {
  const served = HttpServer.serveEffect(answers())
  return Layer.effectDiscard(Effect.updateContext(served, sharedSettings<Effect.Services<typeof served>>))
}

const serving = Layer.unwrap(Effect.map(HttpRouter.HttpRouter, ({ asHttpEffect }) => serve(asHttpEffect)))

/**
 * The whole server. It listens after storage, domain and routes are ready and prints the banner once they answer; on
 * close it stops accepting, finishes running requests and jobs, writes queued events and only then closes the storage.
 * A request's context has the settings, and not the services of the routes: it is copied for each request.
 */
export const layer = (config: ServerConfig, engines: Engines = makeEngines(config, "refuse")) => {
  const storage = storageOn(config, engines)
  // A setting, too: what is sealed is opened while a request is answered.
  const secretKeys = SecretKeyFile.layer(config).pipe(Layer.provide(storage))
  const below = domain(config, storage).pipe(Layer.provide(secretKeys))
  const listening = serving.pipe(
    Layer.provideMerge(HttpListener.layer({ host: config.host, port: config.port }, config.http.listener)),
    Layer.provide(router(config).pipe(Layer.provide(below))),
    Layer.provide(secretKeys)
  )
  return Layer.merge(announce(config).pipe(Layer.provide(below), Layer.provideMerge(listening)), storage).pipe(
    Layer.provide(Layer.mergeAll(settings(config), GeoIpDatabase.layer(config), PosthogJs.layer)),
    Layer.provide(Observability.services(config))
  )
}
