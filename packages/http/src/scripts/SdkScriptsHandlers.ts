import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { notFound } from "../errors/RequestErrors.ts"
import { SdkScripts } from "./SdkScripts.ts"
import { SdkScriptsApi } from "./SdkScriptsApi.ts"
import { fileResponse } from "./StaticFile.ts"

/** A script that is asked for by its version never changes; the rest may be another version an hour later. */
const kept = "public, max-age=31536000, immutable"
const keptForAnHour = "public, max-age=3600"

/** Pages of any site may load the scripts, also those that take nothing from elsewhere without such a header. */
const everywhere = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

/** Sends the scripts of the browser SDK. */
export const layer = handlerGroup(
  SdkScriptsApi,
  Effect.fnUntraced(function*(handlers) {
    const scripts = yield* SdkScripts

    const answer = Effect.fnUntraced(
      function*(request: HttpServerRequest.HttpServerRequest, name: string, isCurrent: boolean) {
        const file = Option.getOrUndefined(yield* scripts.find(name))
        if (file === undefined) return yield* notFound
        return fileResponse(request, file, { ...everywhere, "cache-control": isCurrent ? kept : keptForAnHour })
      }
    )

    return handlers
      .handleRaw(
        "script",
        Effect.fn("http.sdkScripts.script")(function*({ params, query, request }) {
          return yield* answer(request, params.file, query.v !== undefined && query.v === (yield* scripts.version))
        })
      )
      .handleRaw(
        "versionedScript",
        Effect.fn("http.sdkScripts.versionedScript")(function*({ params, request }) {
          return params.version === (yield* scripts.version)
            ? yield* answer(request, params.file, true)
            : yield* notFound
        })
      )
  })
)
