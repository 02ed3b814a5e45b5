import { PersonalApiKeyValue, ProjectTokenValue } from "@hedgerow/core/access/Bootstrap"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { Config, Duration, Option, Redacted, Result, Schema } from "effect"
import { aiSettings } from "../ai/AiSettings.ts"
import { allowedHosts } from "./AllowedHosts.ts"
import { allowedOrigins } from "./AllowedOrigins.ts"
import { clickHouseSettings } from "./ClickHouseSettings.ts"
import { httpLimits } from "./HttpLimits.ts"
import { mailSettings } from "./MailSettings.ts"
import { ObservabilityConfig } from "./ObservabilityConfig.ts"
import { providerSettings } from "./ProviderSettings.ts"
import { querySettings, streamSettings } from "./QuerySettings.ts"
import { rateLimits } from "./RateLimitSettings.ts"
import { isServiceUrl } from "./ServiceLinks.ts"

const PostgresUrl = Schema.RedactedFromValue(
  Schema.String.check(Schema.isPattern(/^postgres(ql)?:\/\/\S+$/, { message: "must be a postgres:// URL" }))
)

/** 0 asks the system for a free port. */
const PortNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65535 }))

const defaultPort = 8000

/** Kubernetes puts the address of a service called `hedgerow` into the same variable: that sets no port. */
const port = Config.option(Config.String("PORT")).pipe(
  Config.flatMap((given) =>
    Option.exists(given, isServiceUrl)
      ? Config.succeed(defaultPort)
      : Config.schema(PortNumber, "PORT").pipe(Config.withDefault(defaultPort))
  )
)

const SchemaName = Schema.String.check(
  Schema.isPattern(/^[a-z_][a-z0-9_]{0,62}$/, { message: "must be a lower-case PostgreSQL identifier" })
)

/** Well below the time that an append of events has. */
const Silence = Schema.DurationFromString.check(
  Schema.makeFilter(
    (duration) => Duration.between(duration, { minimum: Duration.seconds(1), maximum: Duration.seconds(30) }),
    { message: "must be from 1 to 30 seconds" }
  )
)

const SecretKeysText = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.makeFilter((text) =>
      Result.match(parseSecretKeys(text), {
        onFailure: (problem) => problem,
        onSuccess: (keys) => keys.length > 0 || "holds no key"
      })
    )
  )
)

/** A text that passed the check above has keys. */
const secretKeyList = Config.schema(SecretKeysText, "SECRET_KEYS").pipe(
  Config.map((text) => Result.getOrElse(parseSecretKeys(Redacted.value(text)), () => []))
)

const optional = <A>(config: Config.Config<A>): Config.Config<Option.Option<A>> => Config.option(config)

const withObservability = <A extends object>(config: Config.Config<A>) =>
  Config.map(Config.all([config, ObservabilityConfig]), ([own, observability]) => ({ ...own, observability }))

/**
 * All settings of the server, from `HEDGEROW_*` environment variables. A bad value fails with the variable's name;
 * docs/configuration.md explains each.
 */
export const ServerConfig = Config.all({
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  port,
  storage: Config.Literals(["memory", "embedded", "external"], "STORAGE").pipe(
    Config.withDefault("embedded" as const)
  ),
  dataDir: Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")),
  databaseUrl: optional(Config.schema(PostgresUrl, "DATABASE_URL")),
  databaseSchema: Config.schema(SchemaName, "DATABASE_SCHEMA").pipe(Config.withDefault("hedgerow")),
  clickHouse: clickHouseSettings,
  logLevel: Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info" as const)),
  console: Config.Boolean("CONSOLE").pipe(Config.withDefault(true)),
  publicUrl: optional(Config.URL("PUBLIC_URL")),
  allowedHosts,
  allowedOrigins,
  trustProxy: Config.Boolean("TRUST_PROXY").pipe(Config.withDefault(false)),
  outgoing: Config.all({
    allowsPrivate: Config.Boolean("OUTGOING_PRIVATE").pipe(Config.withDefault(false)),
    allowsHttp: Config.Boolean("OUTGOING_HTTP").pipe(Config.withDefault(false))
  }),
  mail: mailSettings,
  provider: providerSettings,
  geoIpDatabase: optional(Config.NonEmptyString("GEOIP_DATABASE")),
  queries: querySettings,
  streams: streamSettings,
  storeSilence: Config.schema(Silence, "STORE_SILENCE").pipe(Config.withDefault(Duration.seconds(5))),
  secretKeys: optional(secretKeyList),
  http: httpLimits,
  rateLimits,
  ai: aiSettings,
  bootstrap: Config.all({
    personalApiKey: optional(Config.schema(PersonalApiKeyValue, "BOOTSTRAP_PERSONAL_API_KEY")),
    projectToken: optional(Config.schema(ProjectTokenValue, "BOOTSTRAP_PROJECT_TOKEN")),
    projectName: Config.NonEmptyString("BOOTSTRAP_PROJECT_NAME").pipe(Config.withDefault("Default project"))
  })
}).pipe(Config.nested("HEDGEROW"), withObservability)

export type ServerConfig = Config.Success<typeof ServerConfig>
