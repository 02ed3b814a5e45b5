import { positiveInt4 } from "../shared/Int4.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { type Evaluation, propertyReader, type SubjectTest } from "./Evaluation.ts"
import type { FlagFailureCode } from "./FlagReason.ts"
import { flagValue } from "./FlagResult.ts"
import { operatorName, operatorOf } from "./Operators.ts"
import { spend, testWork } from "./Work.ts"

/** A filter on one property, ready to be asked. */
export interface CompiledProperty {
  /** As it was sent. */
  readonly source: JsonRecord
  readonly kind: "property" | "cohort" | "flag"
  readonly test: SubjectTest
}

const holdsForNobody: SubjectTest = () => false

/** Cannot be decided: the condition does not hold, and clients learn that something went wrong. */
const undecided: SubjectTest = (_, evaluation) => {
  evaluation.hasErrors = true
  return false
}

/** Stops the flag at hand. */
export const failing = (code: FlagFailureCode): SubjectTest => (_, evaluation) => {
  evaluation.failure = code
  return false
}

/** Stops the current flag, unless the rest of the condition does not hold anyway. */
export const unreadable = failing("database_unavailable")

/** The name of the property that a filter is on; undefined when it names none. */
export const propertyName = ({ key }: JsonRecord): string | undefined =>
  typeof key === "string" || typeof key === "number" ? String(key) : undefined

/** A filter on a property of a person or group. */
export const propertyTest = (property: JsonRecord, timeZone: string): SubjectTest => {
  const operator = operatorOf(property, timeZone)
  const key = propertyName(property)
  if (operator === undefined) return undecided
  if (key === undefined) return holdsForNobody
  const { matches, prepare, whenMissing } = operator
  const read = propertyReader(key)
  return (subject, evaluation) => {
    if (!spend(evaluation, testWork) || prepare?.(evaluation) === false) return false
    const value = read(subject)
    if (value !== undefined) return matches(value, evaluation)
    return subject.isUnread === true ? unreadable(subject, evaluation) : whenMissing
  }
}

/** The flag that a filter depends on, by its id; undefined when it names none. */
export const dependencyId = (property: JsonRecord): number | undefined =>
  property["type"] === "flag" ? positiveInt4(property["key"]) : undefined

const knownValue = (evaluation: Evaluation, id: number): boolean | string | undefined => {
  const result = evaluation.values?.get(id)
  if (result === undefined || result === false) return result
  if (result.failed !== true) return flagValue(result)
  if (result.reason.code === "database_unavailable") evaluation.failure = "database_unavailable"
  return undefined
}

/** A filter on the value of another flag, which is known before: `true` means any variant too. */
export const dependencyTest = (property: JsonRecord): SubjectTest => {
  const id = dependencyId(property)
  const { value: wanted } = property
  if (id === undefined || operatorName(property) !== "flag_evaluates_to") return holdsForNobody
  return (_, evaluation) => {
    const value = knownValue(evaluation, id)
    return value !== undefined && (wanted === true ? value !== false : value === wanted)
  }
}
