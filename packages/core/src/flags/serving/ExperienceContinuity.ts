import { type Duration, Effect, Scope, Semaphore } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import type { Person } from "../../persons/Person.ts"
import { PersonRepository } from "../../persons/PersonRepository.ts"
import { isStorageDown } from "../../shared/StorageDown.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { FlagDefinitions } from "./FlagDefinitions.ts"
import { type HashKey, HashKeyRepository } from "./HashKeyRepository.ts"

/** Whether a flag keeps its value for a user who logs in; those about groups or devices do so anyway. */
const isContinuous = (flag: FeatureFlag): boolean =>
  flag.active && flag.ensure_experience_continuity && flag.bucketing_identifier !== "device_id"
  && (flag.filters["aggregation_group_type_index"] ?? null) === null

const known = new WeakMap<FlagDefinitions, ReadonlyArray<string>>()

/** The keys of a project's flags that ensure a continuous experience. */
export const continuousFlags = (definitions: FlagDefinitions): ReadonlyArray<string> => {
  const keys = known.get(definitions) ?? definitions.flags.filter(isContinuous).map(({ key }) => key)
  known.set(definitions, keys)
  return keys
}

/** The user of a request and, if it has one, their distinct id before the login. */
interface Login {
  readonly distinctId: string
  readonly person: Person | undefined
  readonly anonDistinctId: string | undefined
}

/** The waits for a person whom an event creates that was sent beside the request, 25 seconds in all. */
const waits: ReadonlyArray<Duration.Input> = Array.from({ length: 8 }, (_, index) => 100 * 2 ** index)

/** The logins that wait at once for their person; the identifiers of others are not kept. */
const maxWaiting = 200

/** The keys of all persons by flag; those of the person that is named last win. */
const byFlag = (keys: ReadonlyArray<HashKey>, persons: ReadonlyArray<Uuid>): Map<string, string> =>
  new Map(
    persons.flatMap((person) =>
      keys.filter(({ personId }) => personId === person).map(({ flagKey, hashKey }) => [flagKey, hashKey] as const)
    )
  )

const idsOf = (persons: ReadonlyArray<Person | undefined>): ReadonlyArray<Uuid> => [
  ...new Set(persons.flatMap((person) => person === undefined ? [] : [person.id]))
]

/**
 * The ids that flags with a continuous experience hash in place of the distinct id, by flag key. The id before a login,
 * when a request has it, is kept for the persons of both, for every such flag of the project that has nothing kept yet.
 * SDKs send the request and the event that creates the person at once: while there is none, the id is kept later.
 */
export const makeExperienceContinuity = Effect.gen(function*() {
  const persons = yield* PersonRepository
  const hashKeys = yield* HashKeyRepository
  const waiting = yield* Semaphore.make(maxWaiting)
  const scope = yield* Scope.Scope

  const personOf = (project: ProjectId, distinctId: string | undefined) =>
    distinctId === undefined ? Effect.undefined : persons.findByDistinctId(project, distinctId)

  const keep = Effect.fnUntraced(
    function*(project: ProjectId, ids: ReadonlyArray<Uuid>, flags: ReadonlyArray<string>, hashKey: string) {
      yield* hashKeys.add(project, ids.flatMap((personId) => flags.map((flagKey) => ({ personId, flagKey, hashKey }))))
      // Somebody else may have been faster.
      return yield* hashKeys.find(project, ids)
    }
  )

  /** While nothing can be written, as after a fail-over, flags use the identifiers kept so far. */
  const keepIfPossible = (
    found: ReadonlyArray<HashKey>,
    keeping: Effect.Effect<ReadonlyArray<HashKey>>
  ): Effect.Effect<ReadonlyArray<HashKey>> =>
    Effect.catchCause(
      keeping,
      (cause) =>
        Effect.flatMap(isStorageDown(cause), (isDown) => isDown ? Effect.succeed(found) : Effect.failCause(cause))
    )

  const keepOnceKnown = Effect.fnUntraced(
    function*(project: ProjectId, flags: ReadonlyArray<string>, anonDistinctId: string, distinctId: string) {
      for (const wait of waits) {
        yield* Effect.sleep(wait)
        const ids = idsOf([yield* personOf(project, anonDistinctId), yield* personOf(project, distinctId)])
        if (ids.length > 0) return yield* keep(project, ids, flags, anonDistinctId)
      }
      return []
    }
  )

  /** Keeps the id beside the request, which does not wait for it. */
  const keepLater = (...login: Parameters<typeof keepOnceKnown>): Effect.Effect<ReadonlyArray<HashKey>> =>
    keepOnceKnown(...login).pipe(
      Effect.catchCause((cause) => Effect.logWarning("The identifier of a login could not be kept", cause)),
      waiting.withPermitsIfAvailable(1),
      Effect.forkIn(scope),
      Effect.as([])
    )

  return Effect.fn("FlagEvaluations.hashKeys")(
    function*(definitions: FlagDefinitions, { anonDistinctId, distinctId, person }: Login) {
      const project = definitions.project.id
      const ids = idsOf([yield* personOf(project, anonDistinctId), person])
      const found = ids.length === 0 ? [] : yield* hashKeys.find(project, ids)
      if (anonDistinctId === undefined) return byFlag(found, ids)
      const flags = continuousFlags(definitions)
      const lacking = flags.filter((key) => !found.some(({ flagKey }) => flagKey === key))
      const keeping = ids.length === 0
        ? keepLater(project, lacking, anonDistinctId, distinctId)
        : keepIfPossible(found, keep(project, ids, lacking, anonDistinctId))
      const kept = lacking.length === 0 ? found : yield* keeping
      return new Map([...flags.map((key) => [key, anonDistinctId] as const), ...byFlag(kept, ids)])
    }
  )
})
