import { hasAggregate } from "../ExprMeasures.ts"
import type { SelectPlan } from "../Plan.ts"
import { inLevels, needsLevel } from "./Levels.ts"
import { byRanks, byRowNumbers } from "./RowChoice.ts"

/** One group has no ties, and PostgreSQL forgets its order. */
const withoutNeedlessTies = (plan: SelectPlan): SelectPlan =>
  plan.withTies === true && plan.groupBy === undefined && hasAggregate(plan) ? { ...plan, withTies: false } : plan

/** The plan of a SELECT in terms that engines can write. */
export const prepared = (plan: SelectPlan, withoutLimitBy: boolean, withoutTies: boolean): SelectPlan => {
  const levelled = needsLevel(plan) ? inLevels(plan) : withoutNeedlessTies(plan)
  const chosen = withoutLimitBy && levelled.limitBy !== undefined ? byRowNumbers(levelled) : levelled
  return withoutTies ? byRanks(chosen) : chosen
}
