import { DateTime, Effect } from "effect"
import type { CohortId } from "../cohorts/Cohort.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import { cutText, maxGroupLength } from "../events/CapturedText.ts"
import { GroupRepository } from "../persons/GroupRepository.ts"
import type { Person } from "../persons/Person.ts"
import { PersonRepository } from "../persons/PersonRepository.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { type EvaluationNeeds, needs } from "./evaluation/EvaluationNeeds.ts"
import type { EvaluationRequest } from "./evaluation/EvaluationRequest.ts"
import { overlayPersonProperties } from "./evaluation/PersonProperties.ts"
import { continuousFlags, makeExperienceContinuity } from "./ExperienceContinuity.ts"
import type { FlagDefinitions } from "./FlagDefinitions.ts"
import { toldProperties } from "./FlagPlaces.ts"
import type { FlagSubject } from "./FlagSubject.ts"
import { GeoIp } from "./GeoIp.ts"

const nothing: JsonRecord = {}
const noHashKeys: ReadonlyMap<string, string> = new Map()
const noCohorts: ReadonlySet<number> = new Set()

const hasAll = (properties: JsonRecord, keys: ReadonlySet<string>): boolean => {
  for (const key of keys) if (!Object.hasOwn(properties, key)) return false
  return true
}

/** Whether the person must be looked up: the request itself may tell all that is asked of them. */
const needsPerson = ({ person, personProperties, staticCohorts }: EvaluationNeeds, told: JsonRecord) =>
  person && (staticCohorts.size > 0 || !hasAll(told, personProperties))

/** A login is kept for every flag of the project that ensures a continuous experience, whichever flags are asked for. */
const needsHashKeys = (definitions: FlagDefinitions, needed: EvaluationNeeds, anonDistinctId: string | undefined) =>
  needed.hashKeys || anonDistinctId !== undefined && continuousFlags(definitions).length > 0

/** The key as groups are stored by it; undefined when no group has such a key. */
const groupKey = (key: unknown): string | undefined => {
  const text = typeof key === "number" ? String(key) : key
  return typeof text === "string" && text !== "" ? cutText(text, maxGroupLength) : undefined
}

/** Adds to a subject what is stored of it, as far as the flags that are asked for need it and the request does not tell. */
export const makeFlagLookups = Effect.gen(function*() {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const cohorts = yield* CohortRepository
  const hashKeysOf = yield* makeExperienceContinuity
  const locate = yield* GeoIp

  const groupProperties = Effect.fnUntraced(
    function*({ groupTypes, project }: FlagDefinitions, needed: EvaluationNeeds["groups"], subject: FlagSubject) {
      const properties: Record<string, JsonRecord> = { ...subject.groupProperties }
      for (const [type, keys] of needed) {
        const index = groupTypes.get(type)
        const key = groupKey(subject.groups?.[type])
        const told = properties[type] ?? nothing
        if (index === undefined || key === undefined || hasAll(told, keys)) continue
        const stored = yield* groups.find(project.id, index, key)
        if (stored !== undefined) properties[type] = { ...stored.properties, ...told }
      }
      return properties
    }
  )

  const membershipsOf = ({ project }: FlagDefinitions, person: Person | undefined, ids: ReadonlySet<number>) =>
    person === undefined || ids.size === 0
      ? Effect.succeed(noCohorts)
      : cohorts.membershipsOf(project.id, person.id, Array.from(ids, (id) => id as CohortId))

  return Effect.fnUntraced(
    function*(definitions: FlagDefinitions, subject: FlagSubject): Effect.fn.Return<EvaluationRequest> {
      const { compiled, project } = definitions
      const needed = needs(compiled, subject.selection?.flagKeys)
      const distinctId = cutText(subject.distinctId)
      const anonDistinctId = subject.anonDistinctId === undefined ? undefined : cutText(subject.anonDistinctId)
      const told = toldProperties(subject, needed.personProperties, locate)
      const withHashKeys = needsHashKeys(definitions, needed, anonDistinctId)
      const person = withHashKeys || needsPerson(needed, told)
        ? yield* persons.findByDistinctId(project.id, distinctId)
        : undefined
      return {
        distinctId,
        deviceId: subject.deviceId,
        groups: subject.groups ?? nothing,
        personProperties: overlayPersonProperties(person?.properties ?? nothing, told),
        groupProperties: yield* groupProperties(definitions, needed.groups, subject),
        hashKeys: withHashKeys ? yield* hashKeysOf(definitions, { person, anonDistinctId }) : noHashKeys,
        staticCohorts: yield* membershipsOf(definitions, person, needed.staticCohorts),
        now: yield* DateTime.now,
        selection: subject.selection
      }
    }
  )
})
