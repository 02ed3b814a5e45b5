import type { Expr } from "../Plan.ts"
import { choice } from "../resolve/Choice.ts"
import { comparable, unify } from "../resolve/Coerce.ts"
import { inSet } from "../resolve/Membership.ts"
import { compare, type Comparison, match, type Matching } from "../resolve/NullRules.ts"
import { call, isNullLiteral, nullLiteral } from "../resolve/PlanExpr.ts"
import { isComposite, withNullable } from "../SqlType.ts"
import { anyCase, type CallSite, type Entries, type FunctionEntry } from "./CallSite.ts"
import { argumentOf } from "./ParameterTypes.ts"

const comparing = (lower: FunctionEntry["lower"]): FunctionEntry => ({ min: 2, max: 2, comparison: true, lower })

const ordering = (op: Comparison): FunctionEntry =>
  comparing((site) => compare(op, site.arg(0), site.arg(1), site.place.nulls, site))

const matching = (op: Matching): FunctionEntry =>
  comparing((site) =>
    match(op, site.arg(0), site.arg(1), { rule: site.place.nulls, share: site.planning.share, span: site })
  )

/** Conditions and values in turn, then the value of all other rows. */
const multiIf = (site: CallSite): Expr => {
  const isCondition = (index: number): boolean => index % 2 === 0 && index < site.count - 1
  const conditions = site.args.flatMap((_, index) => isCondition(index) ? [argumentOf(site, index, "condition")] : [])
  return choice(conditions, site.args.filter((_, index) => !isCondition(index)), site)
}

/** `a ?? b ?? c` tries one after the other. */
const alternatives = (expr: Expr): ReadonlyArray<Expr> =>
  expr._tag === "Call" && expr.fn === "coalesce" && expr.type.nullable ? expr.args : [expr]

const coalesce = (site: CallSite): Expr => {
  const known = site.args.filter((arg) => !isNullLiteral(arg)).flatMap(alternatives)
  const values = unify(known, site)
  const certain = values.findIndex(({ type }) => !type.nullable)
  const tried = certain === -1 ? values : values.slice(0, certain + 1)
  const [first] = tried
  if (first === undefined) return nullLiteral
  return tried.length === 1 ? first : call("coalesce", tried, withNullable(first.type, certain === -1))
}

const nullIf = (site: CallSite): Expr => {
  const value = site.arg(0)
  if (isNullLiteral(site.arg(1)) || isNullLiteral(value)) return value
  const [a, b] = comparable(value, site.arg(1), site)
  return call("nullIf", [a, b], withNullable(a.type, true))
}

/** The largest or smallest of all arguments; NULLs and NaN do not take part. */
const extreme = (fn: "greatest" | "least") => (site: CallSite): Expr => {
  const known = site.args.filter((arg) => !isNullLiteral(arg))
  const values = unify(known, site)
  const [first] = values
  if (first === undefined) return nullLiteral
  if (isComposite(first.type)) return site.illegalType(0)
  return values.length === 1
    ? first
    : call(fn, values, withNullable(first.type, values.every(({ type }) => type.nullable)))
}

const oddArguments: FunctionEntry = {
  min: 3,
  max: Infinity,
  lower: (site) => site.count % 2 === 1 ? multiIf(site) : site.illegalArity("an odd number of arguments")
}

/** Comparison, logic, conditions and NULL. */
export const logic: Entries = {
  equals: ordering("equals"),
  notEquals: ordering("notEquals"),
  less: ordering("less"),
  lessOrEquals: ordering("lessOrEquals"),
  greater: ordering("greater"),
  greaterOrEquals: ordering("greaterOrEquals"),
  like: matching("like"),
  notLike: matching("notLike"),
  ilike: matching("ilike"),
  notILike: matching("notILike"),
  in: comparing((site) => inSet(site, false)),
  notIn: comparing((site) => inSet(site, true)),
  if: anyCase(3, 3, multiIf),
  multiIf: oddArguments,
  coalesce: anyCase(1, Infinity, coalesce),
  ifNull: anyCase(2, 2, coalesce),
  nullIf: anyCase(2, 2, nullIf),
  greatest: anyCase(2, Infinity, extreme("greatest")),
  least: anyCase(2, Infinity, extreme("least"))
}
