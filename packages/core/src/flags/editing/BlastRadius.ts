import { Effect, Result } from "effect"
import type { Cohort } from "../../cohorts/Cohort.ts"
import { faultsBelow, issueOf } from "../../evaluation/filters/FilterFault.ts"
import { ownConditionFaults } from "../../evaluation/filters/FilterNameFaults.ts"
import { filterFaults } from "../../evaluation/filters/FilterRules.ts"
import { cohortsOf } from "../../evaluation/FlagConditions.ts"
import { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import { choice } from "../../shared/Fields.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Affected, AffectedCondition } from "./FlagAudience.ts"
import { requireSound } from "./FlagInput.ts"

/** A condition of which one wants to know whom it would concern. */
export interface BlastCondition extends AffectedCondition {
  /** The share of them that would be meant; not counted. */
  readonly rolloutPercentage: number
}

const aggregation = "aggregation_group_type_index"

const missing = InvalidInput.at(["condition"], "required", "Missing condition for which to get blast radius")

const otherGroups = InvalidInput.at(
  ["condition"],
  "invalid_input",
  "Invalid group type index for feature flag condition."
)

type Place = readonly [string, ...ReadonlyArray<string>]

const readGroupType = (value: unknown, place: Place): Effect.Effect<GroupTypeIndex | null, InvalidInput> => {
  const read = choice(GroupTypeIndex.literals).nullable.orElse(null).read(value)
  return Result.isSuccess(read)
    ? Effect.succeed(read.success)
    : Effect.fail(InvalidInput.at(place, "invalid_input", "Invalid group type index."))
}

/** The fault's place as this request knows it: the condition is the only one. */
const inCondition = ({ code, message, path, rule }: InputIssue): InputIssue => ({
  path: ["condition", ...path.slice(3)],
  code,
  message,
  ...(rule === undefined ? undefined : { rule })
})

/** The request's own word or the condition's; they must not contradict each other. */
const groupTypeOf = Effect.fnUntraced(function*(sent: unknown, condition: JsonRecord) {
  const asked = yield* readGroupType(sent, ["group_type_index"])
  const own = yield* readGroupType(condition[aggregation], ["condition", aggregation])
  return asked !== null && own !== null && asked !== own ? yield* otherGroups : asked ?? own
})

const isOfOtherGroups = (property: JsonRecord, groupType: GroupTypeIndex | null): boolean => {
  if (property["type"] === "flag") return false
  return groupType === null ? property["type"] === "group" : property["group_type_index"] !== groupType
}

const unknownCohorts = (filters: JsonRecord, cohorts: ReadonlyArray<Cohort>): ReadonlyArray<InputIssue> => {
  const known = new Set<number>(cohorts.map(({ id }) => id))
  return cohortsOf(filters).filter((id) => !known.has(id)).map((id) => ({
    path: ["condition", "properties"],
    code: "cohort_does_not_exist",
    message: `Cohort with id ${id} does not exist`
  }))
}

/**
 * Reads a condition by the rules of flags; `cohorts` are those it may name. Values of other flags are not counted, nor
 * is the rollout.
 */
export const readBlastCondition = Effect.fnUntraced(function*(body: unknown, cohorts: ReadonlyArray<Cohort>) {
  const { condition, group_type_index: sent } = isJsonRecord(body) ? body : {}
  if (!isJsonRecord(condition)) return yield* missing
  const groupTypeIndex = yield* groupTypeOf(sent, condition)
  const properties = Array.isArray(condition["properties"]) ? condition["properties"].filter(isJsonRecord) : []
  if (properties.some((property) => isOfOtherGroups(property, groupTypeIndex))) return yield* otherGroups
  const { properties: sentProperties, rollout_percentage: percentage } = condition
  const counted = { properties: sentProperties, rollout_percentage: percentage }
  const filters = { groups: [counted], aggregation_group_type_index: groupTypeIndex }
  const names = faultsBelow(["groups", 0], ownConditionFaults(condition))
  const own = [...names, ...filterFaults(filters)].map(issueOf).map(inCondition)
  yield* requireSound([...own, ...unknownCohorts(filters, cohorts)])
  return {
    properties: properties.filter(({ type }) => type !== "flag"),
    groupTypeIndex,
    rolloutPercentage: typeof percentage === "number" ? percentage : 100
  } satisfies BlastCondition
})

/** About how many of those affected the condition's rollout lets in. */
export const afterRollout = ({ affected }: Affected, { rolloutPercentage }: BlastCondition): number =>
  Math.round(affected * rolloutPercentage / 100)
