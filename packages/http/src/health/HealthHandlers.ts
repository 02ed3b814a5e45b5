import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Context, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
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

const patience = Duration.seconds(2)

const notReady = (silent: ReadonlyArray<string>) => {
  const [verb, names] = [silent.length > 1 ? "do" : "does", silent.join(" and its ")]
  return unavailable(`The server is not ready: its ${names} ${verb} not answer.`, 1)
}

/** Ready means: the database answers within two seconds, and so does `ReadinessCheck`. */
export const layer = HttpApiBuilder.group(
  Api,
  "health",
  Effect.fnUntraced(function*(handlers) {
    const projects = yield* ProjectRepository
    const check = yield* ReadinessCheck
    const warnings = yield* ReadinessWarnings
    const scope = yield* Scope.Scope

    /** The name of what does not answer. Nobody waits for a question that is given up: a silent storage ends it late. */
    const ask = (name: string, question: Effect.Effect<unknown>) =>
      Effect.forkIn(Effect.exit(question), scope).pipe(
        Effect.flatMap((fiber) => Effect.timeoutOption(Fiber.join(fiber), patience)),
        Effect.flatMap(Option.match({
          onNone: () => Effect.as(Effect.logWarning(`Not ready: the ${name} has not answered in time`), name),
          onSome: Exit.match({
            onSuccess: () => Effect.undefined,
            onFailure: (cause) => Effect.as(Effect.logWarning("Not ready", cause), name)
          })
        }))
      )

    const probe = Effect.gen(function*() {
      const asked = [ask("database", projects.isEmpty), ask("event store", check)]
      const silent = (yield* Effect.all(asked, { concurrency: "unbounded" })).filter((name) => name !== undefined)
      if (silent.length > 0) return yield* notReady(silent)
      return warnings.length === 0 ? { status: "ok" as const } : { status: "ok" as const, warnings }
    })
    return handlers.handleAll({
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () => probe
    })
  })
)
