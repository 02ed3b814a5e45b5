import { unwrapped } from "@hedgerow/sql/clickhouse/Conjuncts"
import type { ExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"

/** A condition that holds only where `value` is one of `ids`. */
export interface BoundIds {
  readonly value: Expr
  readonly ids: ReadonlyArray<Cell>
}

const ofEquality = (value: Expr | undefined, id: Expr | undefined): BoundIds | undefined =>
  value !== undefined && value._tag !== "Literal" && id?._tag === "Literal" && id.value !== null
    ? { value, ids: [id.value] }
    : undefined

const ofAlternatives = (alternatives: ReadonlyArray<Expr>, exprKey: ExprKeys): BoundIds | undefined => {
  const [first, ...others] = alternatives.map((one) => boundIds(unwrapped(one), exprKey))
  if (first === undefined) return undefined
  const key = exprKey(first.value)
  const ids = [...first.ids]
  for (const other of others) {
    if (other === undefined || exprKey(other.value) !== key) return undefined
    ids.push(...other.ids)
  }
  return { value: first.value, ids: [...new Set(ids)] }
}

/** The ids that `value = id`, `value IN (id, …)` and alternatives of these bind. */
export const boundIds = (condition: Expr, exprKey: ExprKeys): BoundIds | undefined => {
  if (condition._tag === "InList") {
    const { items, negated, value } = condition
    return negated || items.includes(null) || items.length === 0 ? undefined : { value, ids: [...new Set(items)] }
  }
  if (condition._tag !== "Call") return undefined
  const { args, fn } = condition
  if (fn === "or") return ofAlternatives(args, exprKey)
  if (fn !== "equals" && fn !== "isNotDistinct") return undefined
  return ofEquality(args[0], args[1]) ?? ofEquality(args[1], args[0])
}
