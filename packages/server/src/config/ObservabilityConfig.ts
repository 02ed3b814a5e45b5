import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const HttpUrl = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^\s/?#]+\S*$/, { message: "must be an http:// or https:// URL" })
)

/** `name=value,name=value`, values percent-encoded. */
const HeaderList = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.isPattern(/^\s*[\w!#$%&'*+.^`|~-]+=[^,]*(,\s*[\w!#$%&'*+.^`|~-]+=[^,]*)*$/, {
      message: "must be name=value pairs with commas between them"
    })
  )
)

const Signals = Schema.String.check(
  Schema.isPattern(/^(traces|metrics|logs)(,(traces|metrics|logs))*$/, {
    message: "must be some of traces, metrics, logs with commas between them"
  })
)

const own = Config.all({
  logFormat: Config.option(Config.Literals(["pretty", "json"], "LOG_FORMAT")),
  slowRequest: Config.Duration("SLOW_REQUEST").pipe(Config.withDefault(Duration.seconds(5))),
  metrics: Config.option(Config.Literals(["on", "off"], "METRICS")),
  otlpUrl: Config.option(Config.schema(HttpUrl, "OTLP_URL")),
  otlpHeaders: Config.option(Config.schema(HeaderList, "OTLP_HEADERS")),
  otlpProtocol: Config.Literals(["json", "protobuf"], "OTLP_PROTOCOL").pipe(Config.withDefault("protobuf" as const)),
  otlpSignals: Config.schema(Signals, "OTLP_SIGNALS").pipe(Config.withDefault("traces"))
}).pipe(Config.nested("HEDGEROW"))

/** The names other programs use for the same. */
const standard = Config.all({
  url: Config.option(Config.schema(HttpUrl, "OTEL_EXPORTER_OTLP_ENDPOINT")),
  headers: Config.option(Config.schema(HeaderList, "OTEL_EXPORTER_OTLP_HEADERS"))
})

/** The settings of logs, metrics and traces, from `HEDGEROW_*` and two `OTEL_*` variables. */
export const ObservabilityConfig = Config.map(Config.all({ own, standard }), ({ own, standard }) => ({
  logFormat: own.logFormat,
  slowRequest: own.slowRequest,
  metrics: own.metrics,
  otlp: {
    url: Option.orElse(own.otlpUrl, () => standard.url),
    headers: Option.orElse(own.otlpHeaders, () => standard.headers),
    protocol: own.otlpProtocol,
    signals: own.otlpSignals.split(",")
  }
}))

export type ObservabilityConfig = Config.Success<typeof ObservabilityConfig>
