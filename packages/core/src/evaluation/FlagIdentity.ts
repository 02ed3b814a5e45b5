import { recordOrEmpty } from "../shared/JsonRecord.ts"
import type { Aggregation } from "./CompiledCondition.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import { type Evaluation, type Subject } from "./Evaluation.ts"
import { cutIdentifier } from "./Hashing.ts"

/** The identifier of a group; a value that is neither text nor number counts as empty. */
const groupKey = (key: unknown): string => {
  if (typeof key === "string") return cutIdentifier(key)
  return typeof key === "number" ? String(key) : ""
}

/** The key of the group of a type that the request names; undefined when it names none. */
const requestedGroup = (groupType: string | undefined, { request: { groups } }: Evaluation): string | undefined => {
  if (groupType === undefined || !Object.hasOwn(groups, groupType)) return undefined
  const key = groups[groupType]
  return key === undefined ? undefined : groupKey(key)
}

const deviceId = ({ request: { deviceId, personProperties } }: Evaluation): string | undefined => {
  const id = deviceId ?? personProperties["$device_id"]
  return typeof id === "string" && id !== "" ? id : undefined
}

/** The id that a person is hashed by; undefined when the flag is about devices and the request names none. */
const personIdentifier = ({ source }: CompiledFlag, evaluation: Evaluation): string | undefined => {
  if (source.bucketing_identifier === "device_id") return deviceId(evaluation)
  const { distinctId, hashKeys, isUnread } = evaluation.request
  // The identifier kept at the login decides, and it cannot be read.
  if (source.ensure_experience_continuity && isUnread === true) evaluation.failure = "database_unavailable"
  return source.ensure_experience_continuity ? hashKeys.get(source.key) ?? distinctId : distinctId
}

/** The subject of a condition, and the id that is hashed. */
export interface Identity {
  readonly subject: Subject
  /** Undefined when nothing can be hashed: they are outside every rollout. */
  readonly identifier: string | undefined
}

/** The subject of a flag or condition; undefined when the request names no such group. */
export const identityOf = (
  flag: CompiledFlag,
  aggregation: Aggregation,
  evaluation: Evaluation
): Identity | undefined => {
  if (aggregation === "person") {
    const identifier = personIdentifier(flag, evaluation)
    return { subject: evaluation.person, identifier: identifier === undefined ? undefined : cutIdentifier(identifier) }
  }
  const key = requestedGroup(aggregation.groupType, evaluation)
  if (aggregation.groupType === undefined || key === undefined) return undefined
  const { groupProperties } = evaluation.request
  const properties = Object.hasOwn(groupProperties, aggregation.groupType)
    ? recordOrEmpty(groupProperties[aggregation.groupType])
    : {}
  const { isUnread } = evaluation.request
  return { subject: { properties, ownName: "$group_key", ownValue: key, isUnread }, identifier: key }
}
