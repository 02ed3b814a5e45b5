import { Effect } from "effect"
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
  readonly person: Person | undefined
  readonly anonDistinctId: string | undefined
}

/** The keys of all persons by flag; those of the person that is named last win. */
const byFlag = (keys: ReadonlyArray<HashKey>, persons: ReadonlyArray<Uuid>): Map<string, string> =>
  new Map(
    persons.flatMap((person) =>
      keys.filter(({ personId }) => personId === person).map(({ flagKey, hashKey }) => [flagKey, hashKey] as const)
    )
  )

/**
 * The ids that flags with a continuous experience hash in place of the distinct id, by flag key. The id before a login,
 * when a request has it, is kept for the persons of both, for every such flag of the project that has nothing kept yet.
 */
export const makeExperienceContinuity = Effect.gen(function*() {
  const persons = yield* PersonRepository
  const hashKeys = yield* HashKeyRepository

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

  return Effect.fn("FlagEvaluations.hashKeys")(
    function*(definitions: FlagDefinitions, { anonDistinctId, person }: Login) {
      const project = definitions.project.id
      const before = anonDistinctId === undefined ? undefined : yield* persons.findByDistinctId(project, anonDistinctId)
      const ids = [...new Set([before, person].flatMap((one) => one === undefined ? [] : [one.id]))]
      const found = ids.length === 0 ? [] : yield* hashKeys.find(project, ids)
      if (anonDistinctId === undefined) return byFlag(found, ids)
      const flags = continuousFlags(definitions)
      const lacking = flags.filter((key) => !found.some(({ flagKey }) => flagKey === key))
      const kept = lacking.length === 0 || ids.length === 0
        ? found
        : yield* keepIfPossible(found, keep(project, ids, lacking, anonDistinctId))
      return new Map([...flags.map((key) => [key, anonDistinctId] as const), ...byFlag(kept, ids)])
    }
  )
})
