import type { ExprKeys } from "../plan/ExprKeys.ts"
import type { Aggregate, QueryPlan } from "../plan/Plan.ts"
import { argument, visitPlan } from "../plan/PlanWalk.ts"

/** The levels of all quantiles of the same values, in ascending order. */
export type QuantileLevels = (quantile: Aggregate) => ReadonlyArray<number>

/** The level of a quantile. */
export const levelOf = ({ parameters }: Aggregate): number => Number(parameters?.[0] ?? 0.5)

/** Finds the quantiles of a plan that are of the same values: the engine collects and sorts them once. */
export const quantileLevels = (plan: QueryPlan, keyOf: ExprKeys): QuantileLevels => {
  const valuesOf = (quantile: Aggregate): string =>
    `${keyOf(argument(quantile, 0))} ${quantile.filter === undefined ? "" : keyOf(quantile.filter)}`
  const found = new Map<string, Set<number>>()
  visitPlan(plan, {
    expr: (expr) => {
      if (expr._tag !== "Aggregate" || expr.fn !== "quantile") return
      const values = valuesOf(expr)
      found.set(values, (found.get(values) ?? new Set()).add(levelOf(expr)))
    }
  })
  return (quantile) => [...found.get(valuesOf(quantile)) ?? [levelOf(quantile)]].toSorted((one, other) => one - other)
}
