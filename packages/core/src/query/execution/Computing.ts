import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { lengthOf, type LongText } from "@hedgerow/sql/types/LongText"
import { JsonText } from "@hedgerow/sql/types/ResultJson"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Data, Effect, Scope } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import type { PreparedQuery } from "../AnswerQuery.ts"
import type { LoggedWork } from "../log/LoggedQuery.ts"
import { makeQueryMeter, type QueryCost } from "../log/QueryCost.ts"
import {
  type QueryEngine,
  QueryEngineBusy,
  type QueryProgress,
  QueryTooLarge,
  type RunOptions
} from "../QueryEngine.ts"
import { QueryLimits } from "../QueryLimits.ts"
import type { QueryResponse } from "../QueryResponse.ts"
import { cachedText } from "./CachedAnswer.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { makeTrimming } from "./ExecutionTrimming.ts"
import type { HeldAnswers } from "./HeldAnswers.ts"
import { ResponseOfAnswers } from "./LargeAnswersInTurn.ts"
import { QueryCancelled } from "./QueryExecutionErrors.ts"
import type { QueryFailure } from "./QueryFailureText.ts"
import { QueryResultRepository } from "./QueryResultRepository.ts"
import { QuerySlots } from "./QuerySlots.ts"
import { makeSharedRuns } from "./SharedRuns.ts"

/** The number of stored answers after which a process trims the cache. */
const keptBetweenTrims = 200

/** A query that is to be computed. */
export interface Computation {
  readonly project: Project
  readonly prepared: PreparedQuery
  readonly now: EventTime
  /** Whether somebody will ask how far it is, which costs the engine something. */
  readonly isWatched: boolean
}

/** An answer that was computed. */
export interface Computed {
  /** The text of the answer, as it is kept. */
  readonly text: LongText
  readonly rows: number
  readonly cost: QueryCost
}

/** The log's view of a computed answer. */
export const computedWork = ({ cost, rows, text }: Computed): LoggedWork => ({
  isCached: false,
  cost,
  resultRows: rows,
  resultBytes: lengthOf(text)
})

const rowsOf = ({ results }: QueryResponse): number => {
  if (results instanceof JsonText) return results.items
  return Array.isArray(results) ? results.length : 0
}

const keyOf = ({ prepared, project }: Pick<Computation, "prepared" | "project">): string =>
  `${project.id}/${prepared.cacheKey}`

/** A query may be stopped and run anew; what was read before stays read. */
const furthest = (before: QueryProgress | undefined, now: QueryProgress): QueryProgress =>
  before === undefined ? now : {
    rowsRead: Math.max(before.rowsRead, now.rowsRead),
    bytesRead: Math.max(before.bytesRead, now.bytesRead),
    estimatedRowsTotal: Math.max(before.estimatedRowsTotal, now.estimatedRowsTotal),
    timeElapsed: Math.max(before.timeElapsed, now.timeElapsed),
    activeCpuTime: Math.max(before.activeCpuTime, now.activeCpuTime)
  }

/** The same engine with progress reports for each query. */
export const reporting = (
  engine: QueryEngine["Service"],
  onProgress: (progress: QueryProgress) => void
): QueryEngine["Service"] => ({
  estimate: engine.estimate,
  run: (plan, options) => engine.run(plan, { ...options, onProgress }),
  stream: (plan, options) => engine.stream(plan, { ...options, onProgress })
})

/** The same engine, which asks once before its answers become large. */
const admitting = (engine: QueryEngine["Service"], admit: NonNullable<RunOptions["admit"]>) => ({
  ...engine,
  run: (plan: QueryPlan, options: RunOptions) => engine.run(plan, { ...options, admit })
})

/** The response whose caller began to compute the answer has no room for it. */
class NoRoomInResponse extends Data.TaggedError("NoRoomInResponse")<{
  /** The answer has at least as many. */
  readonly bytes: number
}> {}

/** Computes answers in a slot of the project: equal queries one at a time, whichever callers wait for them. */
export const makeComputing = Effect.fnUntraced(function*(engine: QueryEngine["Service"], held: HeldAnswers) {
  const slots = yield* QuerySlots
  const results = yield* QueryResultRepository
  const trim = yield* makeTrimming
  const shared = makeSharedRuns<Computed, NoRoomInResponse | QueryFailure>(yield* Effect.scope)
  const progress = new Map<string, QueryProgress>()

  let keptSince = 0

  /** An answer is worth more than the keeping of it. */
  const keep = ({ now, prepared, project }: Computation, body: LongText) =>
    results.keep({ project_id: project.id, cache_key: prepared.cacheKey, body, computed_at: now }).pipe(
      Effect.andThen(Effect.suspend(() => {
        keptSince = (keptSince + 1) % keptBetweenTrims
        return keptSince === 0 ? trim : Effect.void
      })),
      Effect.catchCause((cause) => Effect.logWarning("An answer could not be kept", cause))
    )

  /** Admits the answer once when it becomes large, whichever of its statements does. */
  const makeAdmission = Effect.gen(function*() {
    const { hasRoom, turn } = yield* ResponseOfAnswers
    const { patience } = yield* ExecutionLimits
    // Whoever waits holds a slot and an open query.
    const busy = { duration: patience, orElse: () => Effect.fail(new QueryEngineBusy()) }
    const admitted = yield* Effect.cached(
      Effect.provideService(
        Effect.andThen(Effect.timeoutOrElse(turn, busy), held.admit),
        Scope.Scope,
        yield* Effect.scope
      )
    )
    let refused: NoRoomInResponse | undefined
    const admit = Effect.fnUntraced(function*(bytes: number) {
      yield* admitted
      if (hasRoom(bytes)) return
      refused = new NoRoomInResponse({ bytes })
      return yield* new QueryTooLarge({ limit: "answer" })
    })
    return { admit, refused: () => refused }
  })

  /** The rows are let go when their text is there. */
  const computeText = Effect.fnUntraced(function*(computation: Computation) {
    const { prepared, project } = computation
    const key = keyOf(computation)
    const meter = makeQueryMeter()
    const metered = meter.metered(engine)
    const watched = computation.isWatched
      ? reporting(metered, (now) => progress.set(key, furthest(progress.get(key), now)))
      : metered
    const { admit, refused } = yield* makeAdmission
    const response = yield* slots.ask({
      project: project.id,
      key,
      run: (placed) => prepared.answerText(placed(admitting(watched, admit)))
    }).pipe(Effect.mapError((failure) => refused() ?? failure))
    const { maxBytes } = yield* QueryLimits
    const text = yield* Effect.fromResult(yield* runSteps(() => cachedText(response, maxBytes)))
    const computed: Computed = { text, rows: rowsOf(response), cost: meter.cost() }
    return computed
  })

  const computeAlone = Effect.fnUntraced(
    function*(computation: Computation) {
      const { prepared } = computation
      const computed = yield* computeText(computation)
      if (prepared.isShareable) yield* keep(computation, computed.text)
      return computed
    },
    Effect.scoped,
    (effect, computation) => Effect.ensuring(effect, Effect.sync(() => progress.delete(keyOf(computation))))
  )

  let alone = 0

  const join = (computation: Computation) =>
    Effect.suspend(() => {
      const key = computation.prepared.isShareable ? keyOf(computation) : `alone ${alone++}`
      return shared.join(key, computeAlone(computation), () => new QueryCancelled())
    })

  /** An answer that found no room in the response of somebody else is computed anew. */
  const compute = Effect.fnUntraced(function*(computation: Computation): Effect.fn.Return<Computed, QueryFailure> {
    const { hasRoom } = yield* ResponseOfAnswers
    const { maxBytes } = yield* QueryLimits
    return yield* Effect.retry(join(computation), {
      while: (failure) => failure._tag === "NoRoomInResponse" && hasRoom(failure.bytes)
    }).pipe(
      Effect.catchTag("NoRoomInResponse", () => Effect.fail(new QueryTooLarge({ limit: "answer", most: maxBytes })))
    )
  })

  return {
    compute,
    /** The progress of a computation; undefined before the engine reports any. */
    progressOf: (computation: Pick<Computation, "prepared" | "project">): QueryProgress | undefined =>
      progress.get(keyOf(computation))
  }
})

/** The result of `makeComputing`. */
export type Computing = Effect.Success<ReturnType<typeof makeComputing>>
