import type { FeatureFlag } from "@hedgerow/core/flags/FeatureFlag"
import { flagFacts } from "@hedgerow/core/flags/FlagFacts"
import type { FlagFilter, FlagType } from "@hedgerow/core/flags/FlagFilter"
import { flagState } from "@hedgerow/core/flags/FlagStatus"
import { DateTime } from "effect"
import { compareText } from "../query/CellOrder.ts"

const isOfType = (flag: FeatureFlag, type: FlagType): boolean => {
  if (type === "remote_config") return flag.is_remote_configuration
  return flagFacts(flag.filters).has_variants === (type === "multivariant")
}

const contains = ({ key, name }: FeatureFlag, search: string): boolean => {
  const wanted = search.toLowerCase()
  return key.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
}

type Test = (flag: FeatureFlag) => boolean

/** A test for each thing the filter names. */
const testsOf = (filter: FlagFilter): ReadonlyArray<Test> => {
  const { active, createdBy, evaluationRuntime, excludedKeys, hasEvaluationTags, ids, search, staleAt, tags, type } =
    filter
  return [
    ...(active === undefined ? [] : [(flag: FeatureFlag) => flag.active === active]),
    ...(staleAt === undefined ? [] : [(flag: FeatureFlag) => flagState(flag, staleAt).status === "stale"]),
    ...(createdBy === undefined ? [] : [(flag: FeatureFlag) => flag.created_by === createdBy]),
    ...(search === undefined ? [] : [(flag: FeatureFlag) => contains(flag, search)]),
    ...(type === undefined ? [] : [(flag: FeatureFlag) => isOfType(flag, type)]),
    ...(evaluationRuntime === undefined
      ? []
      : [(flag: FeatureFlag) => flag.evaluation_runtime === evaluationRuntime]),
    ...(ids === undefined ? [] : [(flag: FeatureFlag) => ids.includes(flag.id)]),
    ...(excludedKeys === undefined ? [] : [(flag: FeatureFlag) => !excludedKeys.includes(flag.key)]),
    ...(tags === undefined ? [] : [(flag: FeatureFlag) => flag.tags.some((tag) => tags.includes(tag))]),
    ...(hasEvaluationTags === undefined
      ? []
      : [(flag: FeatureFlag) => flag.evaluation_tags.length > 0 === hasEvaluationTags])
  ]
}

/** Whether the filter means the flag. */
export const matchesFlag = (filter: FlagFilter): Test => {
  const tests = testsOf(filter)
  return (flag) => !flag.deleted && !flag.is_internal && tests.every((test) => test(flag))
}

const numberOf = (value: unknown): number => {
  if (value === null) return Infinity
  return DateTime.isDateTime(value) ? DateTime.toEpochMillis(value) : Number(value)
}

const compareValues = (left: unknown, right: unknown): number => {
  if (typeof left === "string" && typeof right === "string") return compareText(left, right)
  const difference = numberOf(left) - numberOf(right)
  return Number.isNaN(difference) ? 0 : difference
}

/** The order that the filter asks for. */
export const flagOrder = ({ order }: FlagFilter) => (left: FeatureFlag, right: FeatureFlag): number => {
  const by = order?.by ?? "created_at"
  const sign = order?.isDescending ?? true ? -1 : 1
  return sign * (compareValues(left[by], right[by]) || left.id - right.id)
}
