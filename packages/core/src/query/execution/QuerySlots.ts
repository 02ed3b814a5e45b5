import { Context, Deferred, Duration, Effect, Layer, type Scope } from "effect"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import type { QueryEngineBusy } from "../QueryEngine.ts"
import { StatementSlots } from "./EngineSlots.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { TooManyQueries } from "./QueryExecutionErrors.ts"
import { QuerySlotRepository } from "./QuerySlotRepository.ts"
import { makeShortQueries, type Question } from "./ShortQueries.ts"
import { ShortSlotCount } from "./ShortSlots.ts"
import { inOwnSlot, type Slotted } from "./SlottedStatements.ts"

/** The time for which a process keeps its slots without a sign of life. */
const lease = Duration.seconds(30)

/** The interval in which a server gives back a slot that it has not used for as long. */
const upkeep = Duration.seconds(10)

/**
 * The milliseconds after which the first in the queue looks whether other servers have given slots back, then ever
 * less.
 */
const firstLook = 134
const longestLook = 1_700

/** The slots of a project that this process has. */
interface Share {
  granted: number
  used: number
  /** Slots that were in use at any time since the last upkeep. */
  peak: number
  readonly waiting: Array<Deferred.Deferred<void>>
}

/**
 * Lets queries of a project run, up to a limit at once over all servers; the others wait in the order in which they
 * came. Slots are leased by a process one by one and kept for a while, so that a query alone asks the storage for
 * nothing. A query with a slot then takes one of the engine's slots, of which no project has the last, and runs its
 * statements on the engine that it is given.
 */
export class QuerySlots extends Context.Service<QuerySlots, {
  readonly hold: <A, E, R>(
    project: ProjectId,
    query: (slotted: Slotted) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | QueryEngineBusy | TooManyQueries, R>
  /** As `hold`, and a short query waits for no long one: see `makeShortQueries`. */
  readonly ask: <A, E, R>(question: Question<A, E, R>) => Effect.Effect<A, E | QueryEngineBusy | TooManyQueries, R>
  /** As `hold`, as long as the scope is open. */
  readonly enter: (project: ProjectId) => Effect.Effect<Slotted, QueryEngineBusy | TooManyQueries, Scope.Scope>
}>()("@hedgerow/core/query/execution/QuerySlots") {
  static readonly layer: Layer.Layer<QuerySlots, never, QuerySlotRepository> = Layer.effect(
    QuerySlots,
    Effect.gen(function*() {
      const repository = yield* QuerySlotRepository
      const { concurrent, patience } = yield* ExecutionLimits
      const slots = yield* StatementSlots
      const shortSlots = yield* ShortSlotCount
      const node = yield* makeUuid7
      const shares = new Map<ProjectId, Share>()

      const shareOf = (project: ProjectId): Share => {
        const share = shares.get(project) ?? { granted: 0, used: 0, peak: 0, waiting: [] }
        shares.set(project, share)
        return share
      }

      const use = (share: Share) => {
        share.used++
        share.peak = Math.max(share.peak, share.used)
      }

      const untilFrom = (now: EventTime) => now + Duration.toMillis(lease) * 1000 as EventTime

      /** The slot goes to the query that has waited longest. */
      const release = (share: Share) =>
        Effect.suspend(() => {
          const next = share.waiting.shift()
          if (next !== undefined) return Effect.asVoid(Deferred.succeed(next, undefined))
          share.used--
          return Effect.void
        })

      const takeOne = Effect.fnUntraced(function*(project: ProjectId, share: Share) {
        const now = yield* currentTime
        const taken = yield* repository.take({ project, node, capacity: concurrent, now, until: untilFrom(now) })
        if (!taken) return
        share.granted++
        use(share)
        yield* release(share)
      })

      /**
       * Waits until a slot of this process is handed on, or other servers leave one; only the first looks. Whoever
       * leaves meanwhile takes no slot along: one that the storage gives is noted here in the same step.
       */
      const wait = Effect.fnUntraced(function*(project: ProjectId, share: Share, granted: Deferred.Deferred<void>) {
        const leave = Effect.suspend(() => {
          const index = share.waiting.indexOf(granted)
          if (index === -1) return release(share)
          share.waiting.splice(index, 1)
          return Effect.void
        })
        const look = Effect.gen(function*() {
          for (let pause = firstLook;; pause = Math.min(pause * 2, longestLook)) {
            if (share.waiting[0] === granted) yield* Effect.uninterruptible(takeOne(project, share))
            if (yield* Deferred.isDone(granted)) return
            yield* Effect.timeoutOption(Deferred.await(granted), pause)
          }
        })
        const patiently = Effect.timeoutOrElse(look, {
          duration: patience,
          orElse: () => Effect.fail(new TooManyQueries({ concurrent }))
        })
        yield* Effect.onError(Effect.interruptible(patiently), () => leave)
      })

      const giveBack = (project: ProjectId, share: Share, slots: number) =>
        Effect.suspend(() => {
          share.granted -= slots
          const keep = Effect.sync(() => {
            share.granted += slots
          })
          return Effect.onError(repository.give(project, node, slots), () => keep)
        })

      const keepUp = Effect.gen(function*() {
        for (const [project, share] of shares) {
          const idle = share.granted - share.peak
          share.peak = share.used
          if (idle > 0) yield* giveBack(project, share, idle)
          if (share.granted === 0 && share.waiting.length === 0) shares.delete(project)
        }
        if (shares.size > 0) yield* repository.renew(node, untilFrom(yield* currentTime))
      }).pipe(Effect.catchCause((cause) => Effect.logWarning("Slots of queries could not be kept", cause)))

      const scope = yield* Effect.scope
      let isKeptUp = false

      /** Goes on as long as this process has slots. */
      const startUpkeep = Effect.suspend(() => {
        if (isKeptUp) return Effect.void
        isKeptUp = true
        const polling = Effect.gen(function*() {
          while (shares.size > 0) {
            yield* Effect.sleep(upkeep)
            yield* keepUp
          }
          isKeptUp = false
        })
        return Effect.asVoid(Effect.forkIn(polling, scope))
      })

      /** Uses a slot that this process has, or queues for one. */
      const enqueue = (share: Share): Deferred.Deferred<void> | undefined => {
        if (share.waiting.length === 0 && share.used < share.granted) {
          use(share)
          return undefined
        }
        const granted = Deferred.makeUnsafe<void>()
        share.waiting.push(granted)
        return granted
      }

      /** Only its waits can be interrupted: between them, whatever was taken has somebody who gives it back. */
      const acquire = Effect.fnUntraced(function*(project: ProjectId) {
        const share = shareOf(project)
        const granted = enqueue(share)
        yield* startUpkeep
        if (granted !== undefined) yield* wait(project, share, granted)
        yield* Effect.onError(slots.take(project), () => release(share))
        return leaveBoth(project, share)
      }, Effect.uninterruptible)

      const leaveBoth = (project: ProjectId, share: Share) => Effect.andThen(slots.leave(project), release(share))

      /** As `acquire`, where nothing has to be waited for. */
      const acquireFree = (project: ProjectId): Effect.Effect<void> | undefined => {
        const share = shares.get(project)
        const isFree = share !== undefined && share.waiting.length === 0 && share.used < share.granted
        if (!isFree || !slots.takeFree(project)) return undefined
        use(share)
        return leaveBoth(project, share)
      }

      yield* Effect.addFinalizer(() =>
        Effect.forEach([...shares], ([project, share]) => giveBack(project, share, share.granted), { discard: true })
          .pipe(
            Effect.catchCause(() => Effect.void)
          )
      )

      return QuerySlots.of({
        hold: (project, query) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(
              acquire(project),
              (leave) => Effect.ensuring(restore(Effect.suspend(() => query(inOwnSlot(slots, project)))), leave)
            )
          ),
        ask: makeShortQueries({ take: acquire, takeFree: acquireFree }, slots, shortSlots),
        enter: (project) =>
          Effect.map(
            Effect.acquireRelease(acquire(project), (leave) => leave),
            () => inOwnSlot(slots, project)
          )
      })
    })
  ).pipe(Layer.provide(StatementSlots.layer))
}
