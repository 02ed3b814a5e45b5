import type { Expr } from "../plan/Plan.ts"
import { arrayOf, isComposite, lambdaOf, type SqlType, tupleOf } from "../types/SqlType.ts"
import { call } from "./PlanExpr.ts"

/** Whether values have an order by their members: lists and tuples of what has one. Maps have that of their pairs. */
export const hasOrder = (type: SqlType): boolean => {
  if (type.kind === "Array") return hasOrder(type.element)
  return type.kind === "Tuple" ? type.elements.every(hasOrder) : !isComposite(type)
}

/** A value by which one is ordered: of a map the list of its pairs, as ClickHouse has it. */
export const orderKey = (value: Expr): Expr => {
  const { type } = value
  if (type.kind !== "Map") return value
  const params = [
    { _tag: "Ref", name: "key of a pair", type: type.key },
    { _tag: "Ref", name: "value of a pair", type: type.value }
  ] as const
  const pair = call("tuple", params, tupleOf([type.key, type.value]))
  const lambda: Expr = { _tag: "Lambda", params, body: pair, type: lambdaOf(pair.type) }
  const keys = call("mapKeys", [value], arrayOf(type.key))
  const values = call("mapValues", [value], arrayOf(type.value))
  return call("arrayMap", [lambda, keys, values], arrayOf(pair.type))
}
