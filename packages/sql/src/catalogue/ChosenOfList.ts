import type { AggregateName } from "../functions/Functions.ts"
import type { Aggregate, Expr } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { arrayOf, isComposite, type SqlType, tupleOf, withNullable } from "../types/SqlType.ts"
import { hasOrder } from "../typing/Orders.ts"
import { call, literal, logical, predicate } from "../typing/PlanExpr.ts"
import { composed } from "./Composed.ts"

/** Tuples of values that have an order are ordered by their members; other values by their texts, so that engines agree. */
const isOrdered = ({ type }: Expr): boolean => type.kind === "Tuple" && type.elements.every((one) => !isComposite(one))

const listOf = (site: CallSite, value: Expr, filter: Expr | undefined): Aggregate => {
  const list: Aggregate = { _tag: "Aggregate", fn: "groupArray", args: [value], filter, type: arrayOf(value.type) }
  site.planning.aggregates.set(list, site.name)
  return list
}

/** A member of the list by a text over it; the default of its type where the list has none, on every engine alike. */
const memberBy = (site: CallSite, list: Expr, text: string, type: SqlType): Expr => {
  // ClickHouse has tuples of NULL where a list of tuples ends; arrays and maps are empty there.
  if (type.kind === "Array" || type.kind === "Map") return composed(site, text, [list])
  const none = literal(isComposite(type) ? defaultCell(type) : null, type)
  return site.planning.share(list, (shared) => composed(site, `if(empty(a), b, ${text})`, [shared, none]))
}

/** The first or last of the values in their order. */
const ofOne = (site: CallSite, fn: AggregateName, value: Expr, filter: Expr | undefined): Expr | undefined => {
  const list = listOf(site, value, filter)
  if (fn === "anyValue" && !isOrdered(value)) {
    return memberBy(site, list, "arraySort(x -> toJSONString(x), a)[1]", value.type)
  }
  if (value.type.kind !== "Map" && !hasOrder(value.type)) return undefined
  return memberBy(site, list, `arraySort(a)[${fn === "max" ? -1 : 1}]`, value.type)
}

/** The value beside the least or greatest key; of equal keys the least value. */
const byKey = (
  site: CallSite,
  fn: AggregateName,
  [value, key]: readonly [Expr, Expr],
  filter: Expr | undefined
): Expr => {
  const isKnown = key.type.nullable ? predicate("isNotNull", key) : undefined
  const conditions = [...filter === undefined ? [] : [filter], ...isKnown === undefined ? [] : [isKnown]]
  const type: SqlType = tupleOf([key.type, value.type])
  const pairs = listOf(
    site,
    call("tuple", [key, value], type),
    conditions.length === 0 ? undefined : logical("and", conditions)
  )
  const byValue = `arraySort(x -> ${isOrdered(value) ? "tupleElement(x, 2)" : "toJSONString(tupleElement(x, 2))"}, a)`
  const ordered = fn === "argMax" ? "arrayReverseSort" : "arraySort"
  const first = isComposite(key.type)
    ? `arraySort(x -> tupleElement(x, 1), ${byValue})[${fn === "argMax" ? "-1" : "1"}]`
    : `${ordered}(x -> tupleElement(x, 1), ${byValue})[1]`
  const own = isComposite(value.type) ? value.type : withNullable(value.type, true)
  return memberBy(site, pairs, `tupleElement(${first}, 2)`, own)
}

/** An aggregate that chooses one of tuples, arrays or maps, over a list of them; undefined for any other. */
export const chosenOfList = (
  site: CallSite,
  fn: AggregateName,
  values: ReadonlyArray<Expr>,
  filter: Expr | undefined
): Expr | undefined => {
  const [value, key] = values
  if (value === undefined || !values.some(({ type }) => isComposite(type))) return undefined
  if (fn === "argMin" || fn === "argMax") {
    const isKeyOrdered = key !== undefined && (key.type.kind === "Map" || hasOrder(key.type))
    return key === undefined || !isKeyOrdered ? undefined : byKey(site, fn, [value, key], filter)
  }
  return fn === "anyValue" || fn === "min" || fn === "max" ? ofOne(site, fn, value, filter) : undefined
}
