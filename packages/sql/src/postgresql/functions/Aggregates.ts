import type { AggregateName } from "../../functions/Functions.ts"
import type { Aggregate, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLackSum } from "../../plan/ResultTypes.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import { isComposite, isExact, isInteger, scaleOf } from "../../types/SqlType.ts"
import { toDocument } from "../Documents.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"
import { isNative } from "../PgType.ts"
import { sortKey } from "../SortKinds.ts"
import { exactOrNull } from "./Arithmetic.ts"
import { unscaled } from "./Conversion.ts"

type Rendering = (aggregate: Aggregate, r: ExprRenderer) => string

/** The clauses after the call of an aggregate. */
const filterOf = (conditions: ReadonlyArray<string>, { over }: ExprRenderer): string =>
  (conditions.length === 0 ? "" : ` FILTER (WHERE ${conditions.join(" AND ")})`) + over

/**
 * A function that skips NULL, over the rows that meet conditions. Over windows the others are NULL: FILTER takes no
 * aggregates, of which windows over groups are made.
 */
const over = (name: string, x: string, conditions: ReadonlyArray<string>, r: ExprRenderer): string =>
  r.over === "" || conditions.length === 0
    ? `${name}(${x})${filterOf(conditions, r)}`
    : `${name}(CASE WHEN ${conditions.join(" AND ")} THEN ${x === "*" ? "1" : x} END)${r.over}`

const conditions = (aggregate: Aggregate, r: ExprRenderer): ReadonlyArray<string> =>
  aggregate.filter === undefined ? [] : [r.holds(aggregate.filter)]

/** A type PostgreSQL orders but has no min and max for goes through one it has. */
const comparable = (expr: Expr, x: string): { readonly x: string; readonly back: string } => {
  switch (expr.type.kind) {
    case "String":
      return { x: `${x} COLLATE "C"`, back: "" }
    case "Bool":
      return { x: `${x}::int4`, back: "::boolean" }
    case "UUID":
      return { x: `${x}::text COLLATE "C"`, back: "::uuid" }
    case "JSON":
      return { x: `hg_json(${x}) COLLATE "C"`, back: "::jsonb" }
    default:
      return { x, back: "" }
  }
}

/** PostgreSQL's greatest float is NaN, which counts here only without other values. */
const extreme = (name: "min" | "max"): Rendering => (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const { back, x } = comparable(arg, r.value(arg))
  const filter = conditions(aggregate, r)
  const all = `${over(name, x, filter, r)}${back}`
  return name === "max" && mayBeNaN(arg)
    ? `COALESCE(${over("max", x, [...filter, `${x} <> 'NaN'::float8`], r)}, ${all})`
    : all
}

/**
 * A text as it is ordered. A property has its collation: with another it would be no longer the key that it is grouped by,
 * and its document would be carried through the sort.
 */
const ordered = ({ _tag }: Expr, x: string): string => _tag === "Property" ? x : `${x} COLLATE "C"`

/** The terms of an ORDER BY: NaN, then NULL, come last in both directions. */
export const orderTerms = (expr: Expr, x: string, descending: boolean): string => {
  const direction = descending ? " DESC" : ""
  if (expr.type.kind === "Array" && isComposite(expr.type.element)) return `${sortKey(x, expr.type)}${direction}`
  const nulls = descending && expr.type.nullable ? " NULLS LAST" : ""
  const { kind } = expr.type.kind === "Array" ? expr.type.element : expr.type
  const collated = kind === "String"
    ? ordered(expr, x)
    : expr.type.kind === "JSON"
    ? `hg_json(${x}) COLLATE "C"`
    : x
  const notNumbers = descending && mayBeNaN(expr) ? `(${x} = 'NaN'::float8), ` : ""
  return `${notNumbers}${collated}${direction}${nulls}`
}

const atExtreme = (descending: boolean): Rendering => (aggregate, r) => {
  const [taken, by] = [argument(aggregate, 0), argument(aggregate, 1)]
  const [x, y] = [r.value(taken), r.value(by)]
  const filter = [`${x} IS NOT NULL`, `${y} IS NOT NULL`, ...conditions(aggregate, r)]
  const order = `${orderTerms(by, y, descending)}, ${orderTerms(taken, x, false)}`
  return `(array_agg(${x} ORDER BY ${order})${filterOf(filter, r)})[1]`
}

const distinctOf = ({ distinct }: Aggregate): string => distinct === true ? "DISTINCT " : ""

/** The values in the frame of a window, without an order of their own and without a most number of them. */
const membersOver = (aggregate: Aggregate, r: ExprRenderer): string => {
  const arg = argument(aggregate, 0)
  const x = r.value(arg)
  const filter = conditions(aggregate, r)
  if (aggregate.type.kind === "Array" && !isNative(aggregate.type)) {
    const members = over("jsonb_agg", toDocument(x, aggregate.type.element), filter, r)
    const known = filter.length > 0 || arg.type.nullable
      ? `jsonb_path_query_array(${members}, 'strict $[*] ? (@.type() != "null")')`
      : members
    return `COALESCE(${known}, '[]'::jsonb)`
  }
  return `COALESCE(array_remove(${over("array_agg", x, filter, r)}, NULL), '{}')`
}

/** Without an order of its own in any. */
const groupArray: Rendering = (aggregate, r) => {
  const x = r.value(argument(aggregate, 0))
  const terms = (aggregate.orderBy ?? []).map(({ descending, expr }) => orderTerms(expr, r.value(expr), descending))
  const order = terms.length === 0 ? "" : ` ORDER BY ${terms.join(", ")}`
  const most = aggregate.parameters?.[0]
  if (r.over !== "") return membersOver(aggregate, r)
  const filter = filterOf([`${x} IS NOT NULL`, ...conditions(aggregate, r)], r)
  if (aggregate.type.kind === "Array" && !isNative(aggregate.type)) {
    const document = toDocument(x, aggregate.type.element)
    const list = `COALESCE(jsonb_agg(${distinctOf(aggregate)}${document}${order})${filter}, '[]'::jsonb)`
    return most === undefined ? list : `jsonb_path_query_array(${list}, '$[0 to ${Number(most) - 1}]')`
  }
  const all = `COALESCE(array_agg(${distinctOf(aggregate)}${x}${order})${filter}, '{}')`
  return most === undefined ? all : `(${all})[1:${Number(most)}]`
}

const bits = (name: string, none: number): Rendering => (aggregate, r) => {
  const x = r.value(argument(aggregate, 0))
  return `COALESCE(${over(name, `${distinctOf(aggregate)}${x}::int8`, conditions(aggregate, r), r)}, ${none})`
}

/** NULL is left out. */
const quantile: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const x = mayBeNaN(arg) ? `NULLIF(${r.value(arg)}, 'NaN'::float8)` : `${r.value(arg)}::float8`
  const level = r.parameters.float8(Number(aggregate.parameters?.[0] ?? 0.5))
  return `percentile_cont(${level}) WITHIN GROUP (ORDER BY ${x})${filterOf(conditions(aggregate, r), r)}`
}

/** Floats below this have a sum, however many they are. */
const ordinary = "'1e290'::float8"

/** The sum of the floats by IEEE 754, NULL for none. */
const floatSum = (aggregate: Aggregate, x: string, r: ExprRenderer): string => {
  const part = (name: string, condition: string) =>
    over(name, `${distinctOf(aggregate)}${x}`, [...conditions(aggregate, r), condition], r)
  return `hg_sum(${part("sum", `abs(${x}) < ${ordinary}`)}, ${part("hg_sum_large", `NOT abs(${x}) < ${ordinary}`)})`
}

/** The sum of the integers: numeric holds any. */
const integerSum = (aggregate: Aggregate, x: string, r: ExprRenderer): string =>
  over("sum", `${distinctOf(aggregate)}${x}`, conditions(aggregate, r), r)

const totalOf = (aggregate: Aggregate, arg: Expr, r: ExprRenderer): string =>
  (isInteger(arg.type) || isExact(arg.type) ? integerSum : floatSum)(aggregate, r.value(arg), r)

/** Integers are summed as numeric, which holds any sum of them. */
const sum: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const total = totalOf(aggregate, arg, r)
  const orZero = arg.type.nullable ? total : `COALESCE(${total}, 0)`
  if (isExact(aggregate.type)) return canLackSum(aggregate) ? exactOrNull(orZero, aggregate.type) : orZero
  if (!isInteger(aggregate.type)) return `${orZero}::float8`
  return canLackSum(aggregate) ? `hg_numeric_int(${orZero})` : `${orZero}::int8`
}

/** The sum, divided as a float. */
const avg: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const sum = totalOf(aggregate, arg, r)
  const total = isInteger(arg.type) || isExact(arg.type) ? `${unscaled(sum, scaleOf(arg.type))}::float8` : sum
  const count = over("count", `${distinctOf(aggregate)}${r.value(arg)}`, conditions(aggregate, r), r)
  return `hg_divide(${total}, NULLIF(${count}, 0)::float8)`
}

/** By the method of Youngs and Cramer, which leaves a trace of rounding where a value never changes. */
const covariance: Rendering = (aggregate, r) => {
  const [x, y] = [r.value(argument(aggregate, 0)), r.value(argument(aggregate, 1))]
  const values = [...new Set([x, y])]
  const filter = [...values.map((one) => `abs(${one}) <= '1e70'::float8`), ...conditions(aggregate, r)]
  const isSame = values.map((one) => `${over("min", one, filter, r)} = ${over("max", one, filter, r)}`)
  const both = r.over === ""
    ? `covar_pop(${x}, ${y})${filterOf(filter, r)}`
    : `covar_pop(CASE WHEN ${filter.join(" AND ")} THEN ${x} END, ${y})${r.over}`
  return `CASE WHEN ${isSame.join(" OR ")} THEN 0 ELSE ${both} END`
}

const count: Rendering = (aggregate, r) => {
  const arg = aggregate.args[0]
  return over("count", arg === undefined ? "*" : r.value(arg), conditions(aggregate, r), r)
}

/** PostgreSQL has no DISTINCT over windows. */
const countDistinct: Rendering = (aggregate, r) => {
  const x = r.value(argument(aggregate, 0))
  const filter = conditions(aggregate, r)
  if (r.over === "") return `count(DISTINCT ${x})${filterOf(filter, r)}`
  return `COALESCE(hg_distinct_count(array_remove(${over("array_agg", x, filter, r)}, NULL)), 0)`
}

/** The form of each aggregate. */
export const aggregateRenderings = {
  count,
  countDistinct,
  sum,
  avg,
  covariance,
  min: extreme("min"),
  max: extreme("max"),
  anyValue: extreme("min"),
  argMin: atExtreme(false),
  argMax: atExtreme(true),
  groupArray,
  groupBitAnd: bits("bit_and", -1),
  groupBitOr: bits("bit_or", 0),
  groupBitXor: bits("bit_xor", 0),
  quantile
} satisfies Record<AggregateName, Rendering>
