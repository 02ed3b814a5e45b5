import { hasAggregate } from "../plan/ExprMeasures.ts"
import type { SelectPlan } from "../plan/Plan.ts"
import { inLevels, needsLevel } from "./Levels.ts"
import { byRanks, byRowNumbers } from "./RowChoice.ts"

/** One group has no ties, and PostgreSQL forgets its order. */
const withoutNeedlessTies = (plan: SelectPlan): SelectPlan =>
  plan.withTies === true && plan.groupBy === undefined && hasAggregate(plan) ? { ...plan, withTies: false } : plan

/** Windows over groups that are columns by now can stand in parts that need one more level. */
const levelsOf = (plan: SelectPlan): SelectPlan => needsLevel(plan) ? levelsOf(inLevels(plan)) : plan

/** The plan of a SELECT in terms that engines can write. */
export const prepared = (plan: SelectPlan, withoutLimitBy: boolean, withoutTies: boolean): SelectPlan => {
  const levelled = levelsOf(withoutNeedlessTies(plan))
  const chosen = withoutLimitBy && levelled.limitBy !== undefined ? byRowNumbers(levelled) : levelled
  return withoutTies ? byRanks(chosen) : chosen
}
