import { Clock, Duration, Effect, Exit, Fiber, Option, Predicate, type Scope } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import type { QueryEngine, QueryEngineBusy } from "../QueryEngine.ts"
import type { Slots } from "./EngineSlots.ts"
import type { TooManyQueries } from "./QueryExecutionErrors.ts"
import { knownShortTime, QuestionTimes, shortTime } from "./QuestionTimes.ts"
import { makeShortSlots } from "./ShortSlots.ts"
import { inOwnSlot, type Slotted } from "./SlottedStatements.ts"

type Refusal = QueryEngineBusy | TooManyQueries

/** The ways to a common slot: a slot of the project and a slot of the engine. */
export interface CommonSlots {
  /** Waits for one; the value gives it back. Only its waits can be interrupted. */
  readonly take: (project: ProjectId) => Effect.Effect<Effect.Effect<void>, Refusal>
  /** Takes one that is free; undefined where none is. The value gives it back. */
  readonly takeFree: (project: ProjectId) => Effect.Effect<void> | undefined
}

/** A query of a project. */
export interface Question<A, E, R> {
  readonly project: ProjectId
  /** Equal for equal questions. */
  readonly key: string
  /** Only reads: it may be stopped, and run again. */
  readonly run: (slotted: Slotted) => Effect.Effect<A, E, R>
}

/** The same engine for a query that is expected to be short. */
const asShort = (engine: QueryEngine["Service"]): QueryEngine["Service"] => ({
  estimate: engine.estimate,
  run: (plan, options) => engine.run(plan, { ...options, isShort: true }),
  stream: (plan, options) => engine.stream(plan, { ...options, isShort: true })
})

/** A query in a short slot has less memory than others. */
const needsMore = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Option.exists(
    Exit.findErrorOption(exit),
    (error) =>
      Predicate.isTagged(error, "QueryTooLarge") && Predicate.hasProperty(error, "limit")
      && error.limit === "memory"
  )

/**
 * Runs queries in common slots, and those that find none free, and are not known to be long, in short slots meanwhile. A
 * query that is not over there within `shortTime`, or `knownShortTime` where it was short before, is stopped, and runs anew in
 * its common slot.
 */
export const makeShortQueries = (common: CommonSlots, slots: Slots, count: number) => {
  const times = new QuestionTimes()
  const enter = makeShortSlots(count)

  /** Notes how long an answer took that has `limit` to be short. */
  const timed = <A, E, R>(
    key: string,
    limit: Duration.Duration,
    self: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      const start = clock.currentTimeMillisUnsafe()
      const note = Effect.sync(() => {
        const now = clock.currentTimeMillisUnsafe()
        times.saw(key, now - start < Duration.toMillis(limit), now)
      })
      return Effect.tap(self, () => note)
    })

  const inCommon = <A, E, R>({ key, project, run }: Question<A, E, R>) =>
    timed(key, shortTime, Effect.suspend(() => run(inOwnSlot(slots, project))))

  /** A place in the queue for a common slot, until the scope ends; whatever was given meanwhile is given back. */
  const queue = (project: ProjectId) =>
    Effect.acquireRelease(
      Effect.forkChild(common.take(project), { startImmediately: true }),
      (fiber) =>
        Effect.andThen(
          Fiber.interrupt(fiber),
          Effect.flatMap(Fiber.await(fiber), (exit) => Exit.isSuccess(exit) ? exit.value : Effect.void)
        )
    )

  /** The end of a query in a short slot; none where it takes too long, or needs more than it may have there. */
  const tried = Effect.fnUntraced(function*<A, E, R>(
    { key, project, run }: Question<A, E, R>,
    limit: Duration.Duration,
    granted: Effect.Effect<unknown, Refusal>,
    leave: Effect.Effect<void>
  ): Effect.fn.Return<Option.Option<Exit.Exit<A, E>>, never, R | Scope.Scope> {
    const slotted = inOwnSlot(slots, project)
    const query = timed(key, limit, Effect.suspend(() => run((engine) => slotted(asShort(engine)))))
    const running = yield* Effect.forkScoped(query, { startImmediately: true })
    const ended = Fiber.await(running)
    const isGranted = Effect.matchCauseEffect(granted, { onFailure: () => Effect.never, onSuccess: () => leave })
    const isOver = yield* Effect.raceAllFirst([
      Effect.as(ended, false),
      Effect.as(isGranted, false),
      Effect.as(Effect.sleep(limit), true)
    ])
    const exit = isOver ? Option.none() : Option.some(yield* ended)
    if (Option.exists(exit, (end) => !needsMore(end))) return exit
    const now = yield* Clock.currentTimeMillis
    times.saw(key, false, now)
    yield* Fiber.interrupt(running)
    return Option.none()
  })

  const queued = Effect.fnUntraced(function*<A, E, R>(question: Question<A, E, R>, isKnown: boolean) {
    const { project } = question
    const granted = Effect.asVoid(Fiber.join(yield* queue(project)))
    const short = yield* Effect.acquireRelease(Effect.sync(() => enter(project, isKnown)), ({ leave }) => leave)
    const isShort = yield* Effect.raceFirst(Effect.as(granted, false), Effect.as(short.begun, true))
    const end = isShort
      ? yield* tried(question, isKnown ? knownShortTime : shortTime, granted, short.leave)
      : Option.none()
    if (Option.isSome(end)) return yield* end.value
    yield* short.leave
    yield* granted
    return yield* inCommon(question)
  }, Effect.scoped)

  return <A, E, R>(question: Question<A, E, R>): Effect.Effect<A, E | Refusal, R> =>
    Effect.suspend(() => {
      const { key, project } = question
      return Effect.uninterruptibleMask((restore) => {
        const free = common.takeFree(project)
        if (free !== undefined) return Effect.ensuring(restore(inCommon(question)), free)
        return restore(Clock.clockWith((clock) => {
          const expected = times.expected(key, clock.currentTimeMillisUnsafe())
          if (expected !== "long" && count > 0) return queued(question, expected === "short")
          return Effect.acquireUseRelease(common.take(project), () => inCommon(question), (leave) => leave)
        }))
      })
    })
}
