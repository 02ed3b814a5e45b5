import type { Expr } from "../Plan.ts"
import { comparable, unify } from "../resolve/Coerce.ts"
import { inSet } from "../resolve/Membership.ts"
import { compare, type Comparison, match, type Matching } from "../resolve/NullRules.ts"
import { call, isNullLiteral, literal, nullLiteral, predicate, string } from "../resolve/PlanExpr.ts"
import { withNullable } from "../SqlType.ts"
import { anyCase, type CallSite, type Entries, type FunctionEntry, takes } from "./CallSite.ts"
import { argumentOf } from "./ParameterTypes.ts"

const comparing = (lower: FunctionEntry["lower"]): FunctionEntry => ({ min: 2, max: 2, comparison: true, lower })

const ordering = (op: Comparison): FunctionEntry =>
  comparing((site) => compare(op, site.arg(0), site.arg(1), site.place.nulls, site))

const matching = (op: Matching): FunctionEntry =>
  comparing((site) => match(op, site.arg(0), site.arg(1), site.place.nulls, site))

/** Conditions and values in turn, then the value of all other rows. */
const multiIf = (site: CallSite): Expr => {
  const values = unify(site.args.filter((_, index) => index % 2 === 1 || index === site.count - 1), site)
  const args = values.flatMap((value, index) =>
    index < values.length - 1 ? [argumentOf(site, index * 2, "condition"), value] : [value]
  )
  const [type = nullLiteral.type] = values.map(({ type }) => type)
  return call(site.count === 3 ? "if" : "multiIf", args, withNullable(type, values.some(({ type }) => type.nullable)))
}

const coalesce = (site: CallSite): Expr => {
  const known = site.args.filter((arg) => !isNullLiteral(arg))
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

/** The larger or smaller of all arguments; NULLs do not take part. */
const extreme = (fn: "greaterOrEquals" | "lessOrEquals") => (site: CallSite): Expr =>
  unify(site.args, site).reduce((best, next) => {
    const wins = predicate(fn, best, next)
    const type = withNullable(best.type, best.type.nullable && next.type.nullable)
    if (!best.type.nullable && !next.type.nullable) return call("if", [wins, best, next], type)
    return call(
      "if",
      [call("coalesce", [wins, predicate("isNull", next)], withNullable(wins.type, false)), best, next],
      type
    )
  })

const emptiness = (fn: "equals" | "notEquals") => (site: CallSite): Expr => {
  const x = isNullLiteral(site.arg(0)) ? literal(null, string) : site.arg(0)
  return x.type.kind === "String" ? predicate(fn, x, literal("", string)) : site.illegalType(0)
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
  empty: takes(1, 1, emptiness("equals")),
  notEmpty: takes(1, 1, emptiness("notEquals")),
  greatest: anyCase(2, Infinity, extreme("greaterOrEquals")),
  least: anyCase(2, Infinity, extreme("lessOrEquals"))
}
