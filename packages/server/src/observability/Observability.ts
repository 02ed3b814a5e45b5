import { readGauge } from "@hedgerow/core/shared/Measuring"
import { version } from "@hedgerow/core/Version"
import { routeIndex } from "@hedgerow/http/Http"
import { SlowRequest } from "@hedgerow/http/middleware/RequestLog"
import { FurtherPaths } from "@hedgerow/http/middleware/RouteIndex"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { isLoopback } from "../config/AllowedHosts.ts"
import type { ServerConfig } from "../config/ServerConfig.ts"
import * as Console from "../console/Console.ts"
import * as Guides from "../guides/Guides.ts"
import { StorageStatus } from "../storage/StorageStatus.ts"
import * as ApiDocs from "./ApiDocs.ts"
import * as MetricsRoute from "./MetricsRoute.ts"
import * as Otlp from "./Otlp.ts"
import { observeProcess } from "./ProcessMetrics.ts"
import * as StartPage from "./StartPage.ts"

/** Metrics are served where only this computer can read them, unless configuration decides. */
const servesMetrics = ({ host, observability }: ServerConfig): boolean =>
  Option.match(observability.metrics, { onNone: () => isLoopback(host), onSome: (setting) => setting === "on" })

const pathsOf = (config: ServerConfig): ReadonlyArray<string> => [
  ...ApiDocs.docsPaths,
  Guides.guidesPath,
  ...(config.console ? Console.consolePaths : []),
  ...(servesMetrics(config) ? [MetricsRoute.metricsPath] : [])
]

/** The routes that the server adds to the contract's. */
export const routes = (config: ServerConfig) =>
  Layer.mergeAll(
    ApiDocs.layer,
    Guides.layer,
    config.console ? Console.layer(StartPage.startPage) : StartPage.layer,
    servesMetrics(config) ? MetricsRoute.layer : Layer.empty
  )

/** Says in a metric what runs here. */
export const buildInfo = (config: ServerConfig) =>
  Layer.effectDiscard(Effect.flatMap(StorageStatus, ({ events }) =>
    readGauge(
      "hedgerow_build_info",
      {
        description: "Always 1; version, storage and what holds the events are labels",
        attributes: { version, storage: config.storage, events }
      },
      () => 1
    )))

/**
 * The services of the whole server: its own metrics, apart from other servers of the same process, the exporters of
 * metrics and traces, and the thresholds of slow work.
 */
export const services = (config: ServerConfig) =>
  Layer.mergeAll(
    Layer.effectDiscard(observeProcess),
    Otlp.layer(config.observability.otlp, routeIndex(pathsOf(config)))
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(
      Layer.sync(Metric.MetricRegistry, () => new Map()),
      Layer.succeed(SlowRequest, config.observability.slowRequest),
      Layer.succeed(FurtherPaths, pathsOf(config))
    ))
  )
