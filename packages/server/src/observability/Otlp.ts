import { isSecretName, redact } from "@hedgerow/core/shared/Redaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { version } from "@hedgerow/core/Version"
import type { RouteIndex } from "@hedgerow/http/middleware/IndexedPath"
import { resolveAlias } from "@hedgerow/http/middleware/PathAliases"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as Layer from "effect/Layer"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { TracerEnabled } from "effect/References"
import type { ObservabilityConfig } from "../config/ObservabilityConfig.ts"

/** A collector that does not answer in this time is given up for this batch. */
const exportTimeout = "5 seconds"
/** The time that each signal may go on sending when the server stops. */
const shutdownTimeout = Duration.seconds(2)

const withoutSecrets = (value: unknown): unknown => {
  if (Predicate.isString(value)) return redact(value)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!Predicate.isObject(value) || ArrayBuffer.isView(value)) return value
  if (Predicate.hasProperty(value, "key") && Predicate.isString(value.key)) {
    const name = value.key.slice(value.key.lastIndexOf(".") + 1)
    if (isSecretName(name)) return { ...value, value: { stringValue: "[redacted]" } }
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSecrets(field)]))
}

/** Removes secrets from all that leaves over OTLP. */
const redacting = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (inner) => ({
    traces: (data) => inner.traces(withoutSecrets(data) as typeof data),
    metrics: inner.metrics,
    logs: (data) => inner.logs(withoutSecrets(data) as typeof data)
  }))
)

const boundedClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transform((response, request) =>
      Effect.timeoutOrElse(response, {
        duration: exportTimeout,
        orElse: () =>
          Effect.fail(
            new HttpClientError.HttpClientError({
              reason: new HttpClientError.TransportError({ request, description: "The collector does not answer" })
            })
          )
      })
    )
  )
).pipe(Layer.provide(FetchHttpClient.layer))

/** Percent-decodes what is sound and leaves the rest as written. */
const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => Buffer.from(coded.replaceAll("%", ""), "hex").toString("utf8"))

const decodeHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").map((pair) => {
      const at = pair.indexOf("=")
      return [pair.slice(0, at).trim(), decodePercent(pair.slice(at + 1).trim())]
    })
  )

/** Requests nobody wants to see as traces. */
const untraced = new Set(["/_health", "/_ready", "/metrics"])

const tracing = (index: RouteIndex) =>
  Layer.mergeAll(
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, (request) => untraced.has(request.url)),
    Layer.succeed(
      HttpMiddleware.SpanNameGenerator,
      (request) => `${request.method} ${index.find(resolveAlias(request.url))?.template ?? "(unknown path)"}`
    )
  )

/**
 * Sends the configured signals to an OTLP collector. Without one there is no tracer at all, so that tracing costs
 * nothing. A collector that fails costs its batches, never a request.
 */
export const layer = (
  { headers, protocol, signals, url }: ObservabilityConfig["otlp"],
  index: RouteIndex
): Layer.Layer<never> => {
  const withoutTracer = Layer.succeed(TracerEnabled, false)
  if (Option.isNone(url)) return withoutTracer
  const base = url.value.replace(/\/+$/, "")
  const exporters = Layer.unwrap(Effect.map(makeUuid7, (instance) => {
    const options = (signal: string) => ({
      url: `${base}/v1/${signal}`,
      headers: Option.match(headers, {
        onNone: () => undefined,
        onSome: (headers) => decodeHeaders(Redacted.value(headers))
      }),
      resource: {
        serviceName: "hedgerow",
        serviceVersion: version,
        attributes: { "service.instance.id": instance }
      },
      shutdownTimeout
    })
    return Layer.mergeAll(
      signals.includes("traces")
        ? Layer.merge(OtlpTracer.layer(options("traces")), tracing(index))
        : withoutTracer,
      signals.includes("metrics") ? OtlpMetrics.layer(options("metrics")) : Layer.empty,
      signals.includes("logs") ? OtlpLogger.layer(options("logs")) : Layer.empty
    )
  }))
  const serialization = redacting.pipe(
    Layer.provide(protocol === "json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf)
  )
  return exporters.pipe(Layer.provide([serialization, boundedClient]))
}
