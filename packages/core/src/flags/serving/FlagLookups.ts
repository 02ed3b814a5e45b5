import { DateTime, Effect, Exit, Fiber, Option, Scope } from "effect"
import { GoesOnStale, longestDoubt } from "../../caching/Staleness.ts"
import type { CohortId } from "../../cohorts/Cohort.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import { type EvaluationNeeds, needs } from "../../evaluation/EvaluationNeeds.ts"
import type { EvaluationRequest } from "../../evaluation/EvaluationRequest.ts"
import { overlayNamedProperties } from "../../evaluation/PersonProperties.ts"
import { GroupRepository } from "../../persons/GroupRepository.ts"
import type { Person } from "../../persons/Person.ts"
import { PersonRepository } from "../../persons/PersonRepository.ts"
import { cutText, maxGroupLength } from "../../shared/CapturedText.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { isStorageDown } from "../../shared/StorageDown.ts"
import { continuousFlags, makeExperienceContinuity } from "./ExperienceContinuity.ts"
import type { FlagDefinitions } from "./FlagDefinitions.ts"
import { reportedProperties } from "./FlagLocations.ts"
import type { FlagSubject } from "./FlagSubject.ts"
import { GeoIp } from "./GeoIp.ts"

const nothing: JsonRecord = {}
const noHashKeys: ReadonlyMap<string, string> = new Map()
const noCohorts: ReadonlySet<number> = new Set()

const hasAll = (properties: JsonRecord, keys: ReadonlySet<string>): boolean => {
  for (const key of keys) if (!Object.hasOwn(properties, key)) return false
  return true
}

/** The identifiers that evaluation reads of every person. */
const identifiers = ["$device_id", "distinct_id"]

/** The names that evaluation reads of a person. */
const namesRead = ({ personProperties }: EvaluationNeeds) => [...identifiers, ...personProperties]

/** Whether the person must be looked up: the request itself may have all facts that flags ask for. */
const needsPerson = ({ person, personProperties, staticCohorts }: EvaluationNeeds, reported: JsonRecord) =>
  person && (staticCohorts.size > 0 || !hasAll(reported, personProperties))

/** A login is kept for every flag of the project that ensures a continuous experience, whichever flags are asked for. */
const needsHashKeys = (definitions: FlagDefinitions, needed: EvaluationNeeds, anonDistinctId: string | undefined) =>
  needed.hashKeys || anonDistinctId !== undefined && continuousFlags(definitions).length > 0

/** The key as groups are stored by it; undefined when no group has such a key. */
const groupKey = (key: unknown): string | undefined => {
  const text = typeof key === "number" ? String(key) : key
  return typeof text === "string" && text !== "" ? cutText(text, maxGroupLength) : undefined
}

/** The facts of a subject that the control plane knows. */
interface Stored {
  readonly person: Person | undefined
  readonly groupProperties: Readonly<Record<string, JsonRecord>>
  readonly hashKeys: ReadonlyMap<string, string>
  readonly staticCohorts: ReadonlySet<number>
}

/** The facts that are needed. */
interface Needed {
  readonly needs: EvaluationNeeds
  readonly subject: FlagSubject
  readonly distinctId: string
  readonly anonDistinctId: string | undefined
  readonly person: boolean
  readonly hashKeys: boolean
}

const makeStored = Effect.gen(function*() {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const cohorts = yield* CohortRepository
  const hashKeysOf = yield* makeExperienceContinuity

  const groupProperties = Effect.fnUntraced(
    function*({ groupTypes, project }: FlagDefinitions, needed: EvaluationNeeds["groups"], subject: FlagSubject) {
      const properties: Record<string, JsonRecord> = { ...subject.groupProperties }
      for (const [type, keys] of needed) {
        const index = groupTypes.get(type)
        const key = groupKey(subject.groups?.[type])
        const reported = properties[type] ?? nothing
        if (index === undefined || key === undefined || hasAll(reported, keys)) continue
        const stored = yield* groups.find(project.id, index, key)
        if (stored !== undefined) properties[type] = { ...stored.properties, ...reported }
      }
      return properties
    }
  )

  const membershipsOf = ({ project }: FlagDefinitions, person: Person | undefined, ids: ReadonlySet<number>) =>
    person === undefined || ids.size === 0
      ? Effect.succeed(noCohorts)
      : cohorts.membershipsOf(project.id, person.id, Array.from(ids, (id) => id as CohortId))

  return Effect.fnUntraced(function*(definitions: FlagDefinitions, needed: Needed): Effect.fn.Return<Stored> {
    const { anonDistinctId, distinctId, needs, subject } = needed
    const person = needed.hashKeys || needed.person
      ? yield* persons.findByDistinctId(definitions.project.id, distinctId)
      : undefined
    return {
      person,
      groupProperties: yield* groupProperties(definitions, needs.groups, subject),
      hashKeys: needed.hashKeys ? yield* hashKeysOf(definitions, { distinctId, person, anonDistinctId }) : noHashKeys,
      staticCohorts: yield* membershipsOf(definitions, person, needs.staticCohorts)
    }
  })
})

/**
 * Waits for the storage only as long as is bearable; undefined when it is away or silent. The question goes on beside: to
 * stop one of a silent storage would take longer than its answer is waited for.
 */
const bearably = (scope: Scope.Scope) => <A>(effect: Effect.Effect<A>): Effect.Effect<A | undefined> =>
  Effect.forkIn(Effect.exit(effect), scope).pipe(
    Effect.flatMap((fiber) => Effect.timeoutOption(Fiber.join(fiber), longestDoubt)),
    Effect.map(Option.getOrUndefined),
    Effect.flatMap((exit) => {
      if (exit === undefined || Exit.isSuccess(exit)) return Effect.succeed(exit?.value)
      return Effect.flatMap(
        isStorageDown(exit.cause),
        (isDown) => isDown ? Effect.undefined : Effect.failCause(exit.cause)
      )
    })
  )

/**
 * Adds the stored facts of a subject, as far as the wanted flags need them and the request does not have them.
 * Where `GoesOnStale` is set, a storage that is away or silent leaves the request as it is.
 */
export const makeFlagLookups = Effect.gen(function*() {
  const locate = yield* GeoIp
  const read = yield* makeStored
  const soon = bearably(yield* Scope.Scope)

  /** The facts that could be read; a storage that has just not returned the version is not even asked. */
  const storedOf = Effect.fnUntraced(function*(definitions: FlagDefinitions, needed: Needed) {
    const staleness = yield* GoesOnStale
    const isAsked = needed.person || needed.hashKeys || needed.needs.groups.size > 0
    if (staleness === undefined || !isAsked) return yield* read(definitions, needed)
    return staleness.isStale ? undefined : yield* soon(read(definitions, needed))
  })

  return Effect.fnUntraced(
    function*(definitions: FlagDefinitions, subject: FlagSubject): Effect.fn.Return<EvaluationRequest> {
      const needed = needs(definitions.compiled, subject.selection?.flagKeys)
      const distinctId = cutText(subject.distinctId)
      const anonDistinctId = subject.anonDistinctId === undefined ? undefined : cutText(subject.anonDistinctId)
      const reported = reportedProperties(subject, needed.personProperties, locate)
      const stored = yield* storedOf(definitions, {
        needs: needed,
        subject,
        distinctId,
        anonDistinctId,
        person: needsPerson(needed, reported),
        hashKeys: needsHashKeys(definitions, needed, anonDistinctId)
      })
      return {
        distinctId,
        deviceId: subject.deviceId,
        groups: subject.groups ?? nothing,
        // Whether there is an initial value is unknown too.
        personProperties: stored === undefined
          ? reported
          : overlayNamedProperties(stored.person?.properties ?? nothing, reported, namesRead(needed)),
        groupProperties: stored?.groupProperties ?? subject.groupProperties ?? {},
        hashKeys: stored?.hashKeys ?? noHashKeys,
        staticCohorts: stored?.staticCohorts ?? noCohorts,
        isUnread: stored === undefined ? true : undefined,
        now: yield* DateTime.now,
        selection: subject.selection
      }
    }
  )
})
