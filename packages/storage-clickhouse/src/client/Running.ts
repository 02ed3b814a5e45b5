import { Duration, Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"
import type { Settings } from "../protocol/Statement.ts"
import type { Suspects } from "../protocol/Suspects.ts"
import type { Connections } from "./Connections.ts"
import { kill } from "./Kill.ts"
import { drain, exchangeOf, type Request } from "./Request.ts"
import { type EngineWatch, isGivenUp } from "./Watch.ts"

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
const limitOf = (settings: Settings): Duration.Duration =>
  Duration.seconds(Number(settings["max_execution_time"]) || 86_400)

/** Milliseconds within which a statement that answers at all has answered. */
export const patienceOf = ({ settings }: Pick<Request, "settings">): number =>
  Duration.toMillis(Duration.sum(limitOf(settings), grace))

/** The request with all its settings, and the mark by which it is found in the engine. */
export const markOf = ({ base }: Target, request: Marked): { readonly request: Request; readonly mark: string } => {
  const mark = request.logComment ?? randomUUID()
  return { mark, request: { ...request, settings: { ...request.settings, ...base, log_comment: mark } } }
}

/** Stops a statement in the engine; a silent one would not hear. */
export const stop = ({ cluster, connections, watch }: Target, mark: string): Effect.Effect<void> =>
  Effect.suspend(() => watch.isSilent() ? Effect.void : kill(connections.control, mark, cluster))

/** Gives a request its mark, runs it to the end of its answer, and stops it in the engine when it is given up here. */
export const runMarked = (target: Target, marked: Marked): Effect.Effect<void, ClickHouseFailure> =>
  Effect.suspend(() => {
    const { mark, request } = markOf(target, marked)
    const { answer, end } = exchangeOf(target.connections.work, request)
    const wait = { patience: patienceOf(request), giveUp: end }
    return target.watch.guarded(
      wait,
      Effect.flatMap(answer, drain).pipe(
        Effect.onInterrupt(() => stop(target, mark)),
        Effect.tapError((failure) => isGivenUp(failure) ? stop(target, mark) : Effect.void)
      )
    )
  })
