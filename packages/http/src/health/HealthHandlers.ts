import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Context, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { unavailable } from "../errors/RequestErrors.ts"

/** What else must succeed before the server says it is ready, such as reaching the event store. */
export class ReadinessCheck extends Context.Reference<Effect.Effect<void>>(
  "@hedgerow/http/health/ReadinessCheck",
  { defaultValue: () => Effect.void }
) {}

/** What is wrong though the server serves, such as lost data: one sentence each. */
export class ReadinessWarnings extends Context.Reference<ReadonlyArray<string>>(
  "@hedgerow/http/health/ReadinessWarnings",
  { defaultValue: () => [] }
) {}

const notReady = unavailable("The server is not ready: its storage does not answer.", 1)

/** Ready means: the storage answers within two seconds, and so does `ReadinessCheck`. */
export const layer = HttpApiBuilder.group(
  Api,
  "health",
  Effect.fnUntraced(function*(handlers) {
    const projects = yield* ProjectRepository
    const check = yield* ReadinessCheck
    const warnings = yield* ReadinessWarnings
    const probe = Effect.andThen(projects.isEmpty, check).pipe(
      Effect.timeout("2 seconds"),
      Effect.catchCause((cause) => Effect.andThen(Effect.logWarning("Not ready", cause), Effect.fail(notReady))),
      Effect.as(warnings.length === 0 ? { status: "ok" as const } : { status: "ok" as const, warnings })
    )
    return handlers.handleAll({
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () => probe
    })
  })
)
