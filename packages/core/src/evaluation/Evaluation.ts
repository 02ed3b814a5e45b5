import { DateTime } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { EvaluationRequest } from "./EvaluationRequest.ts"
import type { FlagResult } from "./FlagResult.ts"
import { type Asking, maxFlagWork, maxRequestWork, sliceWork } from "./Work.ts"

/** A person or a group whose properties are asked. */
export interface Subject {
  readonly properties: JsonRecord
  /** A property that every subject has without its being stored: `distinct_id` or `$group_key`. */
  readonly ownName: "distinct_id" | "$group_key"
  readonly ownValue: string
  /** Their stored properties cannot be read: a missing property may exist. */
  readonly isUnread?: boolean | undefined
}

/** One request on its way through the flags. */
export interface Evaluation extends Asking {
  readonly request: EvaluationRequest
  /** The work that is left for all flags. */
  total: number
  /** With so much left others run. */
  pauseAt: number
  readonly person: Subject
  /** The values of flags that others depend on, by id; false for those that are left out. Most requests need none. */
  values: Map<number, FlagResult | false> | undefined
  /** Membership of cohorts, by id, as far as it was asked: cohorts may be nested in many others. */
  memberships: Map<Subject, Map<number, boolean>> | undefined
  hasErrors: boolean
}

/** Starts a request. */
export const startEvaluation = (request: EvaluationRequest): Evaluation => ({
  request,
  now: DateTime.toEpochMillis(request.now),
  left: maxFlagWork,
  total: maxRequestWork,
  pauseAt: maxRequestWork - sliceWork,
  forms: undefined,
  gaveUp: false,
  person: {
    properties: request.personProperties,
    ownName: "distinct_id",
    ownValue: request.distinctId,
    isUnread: request.isUnread
  },
  values: undefined,
  memberships: undefined,
  hasErrors: false,
  failure: undefined
})

/** Whether something holds for a person or group. */
export type SubjectTest = (subject: Subject, evaluation: Evaluation) => boolean

const inheritedNames = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Reads a property; undefined when there is none. */
export const propertyReader = (key: string): (subject: Subject) => unknown => {
  const isInherited = inheritedNames.has(key)
  return ({ ownName, ownValue, properties }) => {
    const value = isInherited && !Object.hasOwn(properties, key) ? undefined : properties[key]
    return value === undefined && key === ownName ? ownValue : value
  }
}

/** The value of a property; undefined when there is none. */
export const valueOf = (subject: Subject, key: string): unknown => propertyReader(key)(subject)

/** Whether someone is in a cohort: tested once in a request. */
export const isMember = (subject: Subject, evaluation: Evaluation, id: number, test: SubjectTest): boolean => {
  evaluation.memberships ??= new Map()
  const known = evaluation.memberships.get(subject) ?? new Map<number, boolean>()
  evaluation.memberships.set(subject, known)
  const answer = known.get(id) ?? test(subject, evaluation)
  // A flag that cannot be evaluated does not affect the next one.
  if (evaluation.failure === undefined) known.set(id, answer)
  return answer
}

/** Makes known what a flag that others depend on answers. */
export const rememberValue = (evaluation: Evaluation, id: number, value: FlagResult | false): void => {
  evaluation.values ??= new Map()
  evaluation.values.set(id, value)
}
