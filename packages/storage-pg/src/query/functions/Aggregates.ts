import type { AggregateName } from "@hedgerow/core/query/sql/Functions"
import type { Aggregate, Expr } from "@hedgerow/core/query/sql/Plan"
import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import { mayBeNaN } from "@hedgerow/core/query/sql/render/Rendering"
import { canLackSum } from "@hedgerow/core/query/sql/ResultTypes"
import { isInteger } from "@hedgerow/core/query/sql/SqlType"
import type { ExprRenderer } from "../ExprRenderer.ts"

type Rendering = (aggregate: Aggregate, r: ExprRenderer) => string

const filterOf = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "" : ` FILTER (WHERE ${conditions.join(" AND ")})`

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
    case "Array":
    case "Tuple":
      return { x: `${x}::text COLLATE "C"`, back: "::jsonb" }
    default:
      return { x, back: "" }
  }
}

/** PostgreSQL's greatest float is NaN, which counts here only when there is nothing else. */
const extreme = (name: "min" | "max"): Rendering => (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const { back, x } = comparable(arg, r.value(arg))
  const filter = conditions(aggregate, r)
  const all = `${name}(${x})${filterOf(filter)}${back}`
  return name === "max" && mayBeNaN(arg)
    ? `COALESCE(max(${x})${filterOf([...filter, `${x} <> 'NaN'::float8`])}, ${all})`
    : all
}

/** The terms of an ORDER BY: NaN, then NULL, come last in both directions. */
export const orderTerms = (expr: Expr, x: string, descending: boolean): string => {
  const direction = descending ? " DESC" : ""
  const nulls = descending && expr.type.nullable ? " NULLS LAST" : ""
  const collated = expr.type.kind === "String" ? `${x} COLLATE "C"` : x
  const notNumbers = descending && mayBeNaN(expr) ? `(${x} = 'NaN'::float8), ` : ""
  return `${notNumbers}${collated}${direction}${nulls}`
}

const atExtreme = (descending: boolean): Rendering => (aggregate, r) => {
  const [taken, by] = [argument(aggregate, 0), argument(aggregate, 1)]
  const [x, y] = [r.value(taken), r.value(by)]
  const filter = [`${x} IS NOT NULL`, `${y} IS NOT NULL`, ...conditions(aggregate, r)]
  const order = `${orderTerms(by, y, descending)}, ${orderTerms(taken, x, false)}`
  return `(array_agg(${x} ORDER BY ${order})${filterOf(filter)})[1]`
}

/** Floats below this have a sum, however many they are. */
const ordinary = "'1e290'::float8"

/** The sum of the floats by IEEE 754, NULL for none. */
const floatSum = (x: string, filter: ReadonlyArray<string>): string => {
  const over = (name: string, condition: string) => `${name}(${x})${filterOf([...filter, condition])}`
  return `hg_sum(${over("sum", `abs(${x}) < ${ordinary}`)}, ${over("hg_sum_large", `NOT abs(${x}) < ${ordinary}`)})`
}

/** Integers are summed as numeric, which holds any sum of them. */
const sum: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const filter = conditions(aggregate, r)
  const x = r.value(arg)
  const total = isInteger(arg.type) ? `sum(${x})${filterOf(filter)}` : floatSum(x, filter)
  const orZero = arg.type.nullable ? total : `COALESCE(${total}, 0)`
  if (!isInteger(aggregate.type)) return `${orZero}::float8`
  return canLackSum(aggregate) ? `hg_numeric_int(${orZero})` : `${orZero}::int8`
}

/** The sum, divided as a float. */
const avg: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const filter = conditions(aggregate, r)
  const x = r.value(arg)
  const total = isInteger(arg.type) ? `sum(${x})${filterOf(filter)}::float8` : floatSum(x, filter)
  return `hg_divide(${total}, NULLIF(count(${x})${filterOf(filter)}, 0)::float8)`
}

const counted = (distinct: string): Rendering => (aggregate, r) => {
  const arg = aggregate.args[0]
  return `count(${arg === undefined ? "*" : `${distinct}${r.value(arg)}`})${filterOf(conditions(aggregate, r))}`
}

/** How each aggregate is written. */
export const aggregateRenderings = {
  count: counted(""),
  countDistinct: counted("DISTINCT "),
  sum,
  avg,
  min: extreme("min"),
  max: extreme("max"),
  anyValue: extreme("min"),
  argMin: atExtreme(false),
  argMax: atExtreme(true)
} satisfies Record<AggregateName, Rendering>
