import { atOnce, runSteps, type Steps } from "@hedgerow/sql/types/Steps"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { GroupTypes } from "../persons/GroupProcessing.ts"
import { Transaction } from "../shared/Transaction.ts"
import { sliceChars, WorkSlice } from "../shared/WorkSlice.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import type { DefinitionUpdate } from "./DefinitionUpdate.ts"
import { KnownDefinitions } from "./KnownDefinitions.ts"
import { propertyTypesOf } from "./PropertyTypesRealm.ts"
import type { SeenEvent } from "./SeenProperties.ts"
import { type KnownTypes, noTypes, TypedProperties } from "./TypedProperties.ts"
import { UnknownNames } from "./UnknownNames.ts"

/** Counts of a project are written at most this often. */
export const writeInterval = Duration.seconds(10)

/** The most names and pairs that are remembered; then the memory starts anew, which costs some needless writes. */
const maxRemembered = 200_000

/** The most names whose counts are written at a time. */
const maxWritten = 5_000

/** The cost of reading an event, in characters: its names, many of them short. */
const costOf = ({ event }: SeenEvent): number => event.properties.length

/** Work on an event, in which others have their turn where the event is large. */
const inTurns = (seen: SeenEvent, steps: () => Steps<void>): Effect.Effect<void> =>
  costOf(seen) > sliceChars ? runSteps(steps) : Effect.sync(() => atOnce(steps()))

/** The names of one project that this server remembers. */
class Learnt {
  readonly project: ProjectId
  readonly names: KnownDefinitions
  #types: KnownTypes = noTypes
  /** The time at which counts were last written. */
  writtenAt = 0
  /** New names were learnt: their counts do not wait. */
  hasNews = false

  constructor(project: ProjectId) {
    this.project = project
    this.names = new KnownDefinitions(project)
  }

  /** Takes over the types, where they are others than before. */
  follow(types: KnownTypes): void {
    if (types === this.#types) return
    this.#types = types
    this.names.retype(types)
  }

  isDue(now: number): boolean {
    return this.hasNews || now - this.writtenAt >= Duration.toMillis(writeInterval)
  }
}

/**
 * Learns names from events and counts them. Names are stored before their first event is, counts together with later
 * batches: a server that is killed forgets the counts it has not written.
 *
 * None of this may run inside a transaction: two fibers would wait for each other.
 */
export class DefinitionInference extends Context.Service<DefinitionInference, {
  /** Stores the names that are not known yet. Call it before the events are stored. */
  readonly prepare: (project: ProjectId, events: ReadonlyArray<SeenEvent>, types: GroupTypes) => Effect.Effect<void>
  /** Counts stored events. Never fails: counts that cannot be written now are written later. */
  readonly count: (project: ProjectId, events: ReadonlyArray<SeenEvent>, types: GroupTypes) => Effect.Effect<void>
  /** Writes what this server has counted of the project. */
  readonly flush: (project: ProjectId) => Effect.Effect<void>
}>()("@hedgerow/core/definitions/DefinitionInference") {
  /** Writes all counts when the scope closes. */
  static readonly layer: Layer.Layer<
    DefinitionInference,
    never,
    DefinitionRepository | DefinitionsVersions | Transaction | TypedProperties
  > = Layer.effect(
    DefinitionInference,
    Effect.gen(function*() {
      const repository = yield* DefinitionRepository
      const transaction = yield* Transaction
      const versions = yield* DefinitionsVersions
      const typed = yield* TypedProperties
      const writing = yield* Semaphore.make(1)
      const projects = new Map<ProjectId, Learnt>()
      /** Those with counts that are not written. */
      const pending = new Set<Learnt>()

      const learntOf = (project: ProjectId): Learnt => {
        const known = projects.get(project) ?? new Learnt(project)
        projects.set(project, known)
        return known
      }

      const learn = (project: ProjectId, update: DefinitionUpdate) =>
        transaction.run(
          Effect.andThen(
            repository.learn(project, update),
            update.changesTypes ? versions.bump(propertyTypesOf(project)) : Effect.void
          )
        )

      const writeOne = Effect.fnUntraced(function*(learnt: Learnt) {
        while (learnt.names.hasPending) {
          const update = learnt.names.take(maxWritten)
          yield* learn(learnt.project, update).pipe(
            Effect.onError(() => Effect.sync(() => learnt.names.giveBack(update)))
          )
        }
        pending.delete(learnt)
      })

      /** One write at a time, so that the second one finds the names of the first. */
      const write = (isMeant: (learnt: Learnt) => boolean) =>
        writing.withPermit(
          Effect.suspend(() => Effect.forEach([...pending].filter(isMeant), writeOne, { discard: true }))
        )

      const tryToWrite = (isMeant: (learnt: Learnt) => boolean) =>
        Effect.catchCause(
          write(isMeant),
          (cause) => Effect.logWarning("Counts of definitions could not be written", cause)
        )

      const writeDue = Effect.fnUntraced(function*(now: number) {
        const due = new Set([...pending].filter((learnt) => learnt.isDue(now)))
        if (due.size === 0) return
        for (const learnt of due) {
          learnt.hasNews = false
          learnt.writtenAt = now
        }
        yield* tryToWrite((learnt) => due.has(learnt))
      })

      const forgetTooMany = () => {
        let size = 0
        for (const { names } of projects.values()) size += names.size
        if (size > maxRemembered) projects.clear()
      }

      yield* Effect.addFinalizer(() => tryToWrite(() => true))

      return DefinitionInference.of({
        prepare: Effect.fnUntraced(function*(project, events, types) {
          forgetTooMany()
          learntOf(project).follow(yield* typed.of(project))
          const unknown = new UnknownNames(project)
          const slice = new WorkSlice()
          for (const seen of events) {
            yield* inTurns(seen, () => learntOf(project).names.compare(seen, types, unknown))
            if (slice.isOver(costOf(seen))) yield* Effect.yieldNow
          }
          const { update } = unknown
          if (update === undefined) return
          yield* learn(project, update)
          const learnt = learntOf(project)
          learnt.names.remember(update)
          learnt.hasNews = true
        }),
        count: Effect.fnUntraced(function*(project, events, types) {
          const learnt = learntOf(project)
          const slice = new WorkSlice()
          for (const seen of events) {
            yield* inTurns(seen, () => learnt.names.count(seen, types))
            if (slice.isOver(costOf(seen))) yield* Effect.yieldNow
          }
          if (learnt.names.hasPending) pending.add(learnt)
          yield* writeDue(yield* Clock.currentTimeMillis)
        }),
        flush: Effect.fn("DefinitionInference.flush")((project: ProjectId) =>
          write((learnt) => learnt.project === project)
        )
      })
    })
  )
}
