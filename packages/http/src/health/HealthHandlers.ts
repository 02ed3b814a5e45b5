import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Cause, Context, Data, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { unavailable } from "../errors/RequestErrors.ts"
import { HealthApi } from "./HealthApi.ts"

/** The reason for which the server is not ready although its storage may answer. */
export class NotReady extends Data.TaggedError("NotReady")<{ readonly reason: string }> {}

/** The other checks that must succeed before the server is ready, such as reaching the event store. */
export class ReadinessCheck extends Context.Reference<Effect.Effect<void, NotReady>>(
  "@hedgerow/http/health/ReadinessCheck",
  { defaultValue: () => Effect.void }
) {}

/** The faults of a server that serves all the same, such as lost data: one sentence each. */
export class ReadinessWarnings extends Context.Reference<Effect.Effect<ReadonlyArray<string>>>(
  "@hedgerow/http/health/ReadinessWarnings",
  { defaultValue: () => Effect.succeed([]) }
) {}

const patience = Duration.seconds(2)

/** The reason for which the server is not ready: the name of a store that does not answer, or a text. */
type Lack = { readonly silent: string } | { readonly reason: string }

const notReady = (lacks: ReadonlyArray<Lack>) => {
  const silent = lacks.flatMap((lack) => "silent" in lack ? [lack.silent] : [])
  const reasons = lacks.flatMap((lack) => "reason" in lack ? [lack.reason] : [])
  const silence = silent.length === 0
    ? []
    : [`its ${silent.join(" and its ")} ${silent.length > 1 ? "do" : "does"} not answer`]
  return unavailable(`The server is not ready: ${[...reasons, ...silence].join("; ")}.`, 1)
}

const lackOf = (name: string, cause: Cause.Cause<unknown>): Lack => {
  const error = Cause.squash(cause)
  return error instanceof NotReady ? { reason: error.reason } : { silent: name }
}

/** Ready means: the database answers within two seconds, and so does `ReadinessCheck`. */
export const layer = handlerGroup(
  HealthApi,
  Effect.fnUntraced(function*(handlers) {
    const projects = yield* ProjectRepository
    const check = yield* ReadinessCheck
    const readWarnings = yield* ReadinessWarnings
    const scope = yield* Scope.Scope

    /** The checks that fail. Nobody waits for a question that is given up: a silent storage ends it late. */
    const ask = <E>(name: string, question: Effect.Effect<unknown, E>): Effect.Effect<Lack | undefined> =>
      Effect.forkIn(Effect.exit(question), scope).pipe(
        Effect.flatMap((fiber) => Effect.timeoutOption(Fiber.join(fiber), patience)),
        Effect.flatMap(Option.match({
          onNone: () =>
            Effect.as(Effect.logWarning(`Not ready: the ${name} has not answered in time`), { silent: name }),
          onSome: Exit.match({
            onSuccess: () => Effect.undefined,
            onFailure: (cause) => Effect.as(Effect.logWarning("Not ready", cause), lackOf(name, cause))
          })
        }))
      )

    const probe = Effect.gen(function*() {
      const asked = [ask("database", projects.isEmpty), ask("event store", check)]
      const lacks = (yield* Effect.all(asked, { concurrency: "unbounded" })).filter((lack) => lack !== undefined)
      if (lacks.length > 0) return yield* notReady(lacks)
      const warnings = yield* readWarnings
      return warnings.length === 0 ? { status: "ok" as const } : { status: "ok" as const, warnings }
    })
    return handlers.handleAll({
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () => probe
    })
  })
)
