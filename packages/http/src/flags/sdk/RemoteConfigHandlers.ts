import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { notFound } from "../../errors/RequestErrors.ts"
import { type RemoteConfig, remoteConfig } from "./RemoteConfig.ts"
import { RemoteConfigApi } from "./RemoteConfigApi.ts"

/**
 * The time for which browsers may keep it: a new flag reaches them through `/flags` anyway, except the first one, since
 * a browser without flags does not ask.
 */
const cacheControl = ({ hasFeatureFlags }: RemoteConfig): string => hasFeatureFlags ? "public, max-age=60" : "no-cache"

const answer = (contentType: string, textOf: (config: RemoteConfig) => string) => (config: RemoteConfig) =>
  HttpServerResponse.text(textOf(config), { contentType, headers: { "cache-control": cacheControl(config) } })

const asJson = answer("application/json", ({ json }) => json)
const asScript = answer("application/javascript; charset=utf-8", ({ script }) => script)

/** Returns the features of a project to browser SDKs. */
export const layer = handlerGroup(
  RemoteConfigApi,
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations

    const configOf = Effect.fnUntraced(function*(token: string) {
      const project = Option.getOrUndefined(yield* evaluations.projectOf(token))
      return project === undefined ? yield* notFound : remoteConfig(yield* evaluations.definitions(project.id))
    })

    return handlers
      .handleRaw("json", ({ params }) => Effect.map(configOf(params.token), asJson))
      .handleRaw("script", ({ params }) => Effect.map(configOf(params.token), asScript))
  })
)
