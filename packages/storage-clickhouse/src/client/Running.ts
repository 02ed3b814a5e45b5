import { Duration, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type ClickHouseFailure, ClickHouseUnavailable } from "../ClickHouseErrors.ts"
import type { Settings } from "../Statement.ts"
import type { Connections } from "./Connections.ts"
import { kill } from "./Kill.ts"
import type { Request } from "./Request.ts"
import type { Suspects } from "./Suspects.ts"
import type { EngineWatch } from "./Watch.ts"

/** The place where statements run. */
export interface Target {
  readonly connections: Connections
  readonly watch: EngineWatch
  readonly suspects: Suspects
  readonly cluster: string | undefined
  /** Whether the engine is the embedded one. */
  readonly isEmbedded: boolean
  /** Settings of every statement. */
  readonly base: Settings
}

/** A request, and the comment it is to have. */
export type Marked = Request & { readonly logComment?: string | undefined }

/** The engine ends a statement by its limit; when even that does not arrive, the engine is taken for gone. */
export const grace = Duration.seconds(15)

/** The limit of a statement. */
export const limitOf = (settings: Settings): Duration.Duration =>
  Duration.seconds(Number(settings["max_execution_time"]) || 86_400)

/** No answer within the time is an engine that is gone. */
export const within = (duration: Duration.Duration) =>
  Effect.timeoutOrElse({
    duration,
    orElse: () => Effect.fail(new ClickHouseUnavailable({ cause: new Error("no answer within the time limit") }))
  })

/** The request with all its settings, and the mark by which it is found in the engine. */
export const markOf = ({ base }: Target, request: Marked): { readonly request: Request; readonly mark: string } => {
  const mark = request.logComment ?? randomUUID()
  return { mark, request: { ...request, settings: { ...request.settings, ...base, log_comment: mark } } }
}

/** Stops a statement in the engine; a silent one would not hear. */
export const stop = ({ cluster, connections, watch }: Target, mark: string): Effect.Effect<void> =>
  Effect.suspend(() => watch.isSilent() ? Effect.void : kill(connections.control, mark, cluster))

/** Gives a request its mark, runs it, and stops it in the engine when it is stopped here. */
export const runMarked = <A>(
  target: Target,
  marked: Marked,
  use: (request: Request) => Effect.Effect<A, ClickHouseFailure>
): Effect.Effect<A, ClickHouseFailure> => {
  const { mark, request } = markOf(target, marked)
  return use(request).pipe(
    Effect.onInterrupt(() => stop(target, mark)),
    target.watch.guarded,
    within(Duration.sum(limitOf(request.settings), grace))
  )
}
