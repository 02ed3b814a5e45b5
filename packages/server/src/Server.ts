import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap, type Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import * as Workers from "@hedgerow/core/Workers"
import { MaxCaptureBytes } from "@hedgerow/http/capture/CaptureBody"
import * as Http from "@hedgerow/http/Http"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import { PublicUrl, TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { MaxJsonBytes } from "@hedgerow/http/requests/JsonBody"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpListener from "./HttpListener.ts"
import * as Observability from "./observability/Observability.ts"
import * as RequireHost from "./RequireHost.ts"
import * as SecretKeyFile from "./SecretKeyFile.ts"
import type { ServerConfig } from "./ServerConfig.ts"
import { startupBanner } from "./StartupBanner.ts"
import { storage, StorageWatch } from "./Storage.ts"

/** What the first start made, if this is one. */
class FirstStart extends Context.Service<FirstStart, Option.Option<Bootstrapped>>()(
  "@hedgerow/server/Server/FirstStart"
) {
  static readonly layer = (options: ServerConfig["bootstrap"]) => Layer.effect(FirstStart, bootstrap(options))
}

const settings = (config: ServerConfig) =>
  Layer.mergeAll(
    Layer.succeed(MaxCaptureBytes, config.http.maxCaptureBytes),
    Layer.succeed(MaxJsonBytes, config.http.maxBodyBytes),
    Option.match(config.rateLimits, { onNone: () => Layer.empty, onSome: RateLimiter.layer }),
    Layer.succeed(TrustProxy, config.trustProxy),
    Layer.succeed(PublicUrl, config.publicUrl),
    Layer.succeed(QueryLimits, { ...defaultLimits, timeout: config.queryTimeout })
  )

const announce = (config: ServerConfig) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const server = yield* HttpServer.HttpServer
    yield* Console.log(startupBanner(HttpServer.formatAddress(server.address), config, yield* FirstStart))
  }))

/**
 * The whole server. It listens after storage and domain are ready and says so once its routes answer; on close it stops
 * accepting, finishes running requests and jobs, writes what is queued and only then lets the storage go.
 */
export const layer = (config: ServerConfig) =>
  announce(config).pipe(
    Layer.provideMerge(
      HttpRouter.serve(Layer.mergeAll(Http.layer, Observability.routes(config), RequireHost.layer), {
        disableLogger: true,
        disableListenLog: true
      })
    ),
    Layer.provide(HttpListener.layer({ host: config.host, port: config.port }, config.http.listener)),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provideMerge(Workers.layer),
    Layer.provide(Layer.mergeAll(Domain.layer, ApiKeyCallers.layer, FirstStart.layer(config.bootstrap))),
    Layer.provide(SecretKeyFile.layer(config)),
    Layer.provideMerge(storage(config, "refuse")),
    Layer.provide(settings(config)),
    Layer.provide(Observability.services(config))
  )

/** Runs the server until it is interrupted; fails when its storage ends by itself. */
export const run = (config: ServerConfig) =>
  Effect.scoped(Effect.flatMap(
    Layer.build(layer(config)),
    (context) => Context.get(context, StorageWatch).ended
  ))
