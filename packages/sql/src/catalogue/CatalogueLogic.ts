import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { type Described, inAnyCase, lenient } from "../planning/Described.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { choice } from "../typing/Choice.ts"
import { comparable, unify } from "../typing/Coerce.ts"
import { compare, type Comparison, match, type Matching } from "../typing/NullRules.ts"
import { call, isNullLiteral, nullLiteral } from "../typing/PlanExpr.ts"
import { tupleOrder } from "../typing/TupleOrder.ts"
import { argumentOf } from "./ParameterTypes.ts"

const comparing = (described: Described, lower: FunctionEntry["lower"]): FunctionEntry => ({
  ...takes(described, lower),
  comparison: true
})

const ordering = (op: Comparison, meaning: string): FunctionEntry =>
  comparing(
    lenient(["any", "any"], "UInt8", `${meaning}; never NULL: see [NULL](sql.md#null)`, "never"),
    (site) => {
      const [a, b, rule] = [site.arg(0), site.arg(1), site.place.nulls]
      return tupleOrder(op, a, b, { rule, share: site.planning.share, span: site }) ?? compare(op, a, b, rule, site)
    }
  )

const distinct = (op: Comparison, meaning: string): FunctionEntry =>
  takes(
    lenient(["any", "any"], "UInt8", `${meaning}; \`IS [NOT] DISTINCT FROM\``, "never"),
    (site) => compare(op, site.arg(0), site.arg(1), "wrapped", site)
  )

const matching = (op: Matching, meaning: string): FunctionEntry =>
  comparing(
    lenient(["text", "text"], "UInt8", `${meaning}; never NULL: see [NULL](sql.md#null)`, "never"),
    (site) => match(op, site.arg(0), site.arg(1), { rule: site.place.nulls, share: site.planning.share, span: site })
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

const oddArguments: FunctionEntry["lower"] = (site) =>
  site.count % 2 === 1 ? multiIf(site) : site.illegalArity("an odd number of arguments")

/** `a IN b`, or `a NOT IN b`, as if it were written so. */
const member = (negated: boolean): FunctionEntry["lower"] => (site) => {
  const [expr = site.ast(0), set = site.ast(1)] = site.asts
  return site.resolve({ _tag: "In", expr, set, negated, cohort: false, start: site.start, end: site.end }, site.place)
}

/** Comparison, logic, conditions and NULL. */
export const logic: Entries = {
  equals: ordering("equals", "a = b"),
  notEquals: ordering("notEquals", "a != b"),
  less: ordering("less", "a < b"),
  lessOrEquals: ordering("lessOrEquals", "a <= b"),
  greater: ordering("greater", "a > b"),
  greaterOrEquals: ordering("greaterOrEquals", "a >= b"),
  isDistinctFrom: distinct("notEquals", "a and b are different: NULL is equal to NULL, in ON too"),
  isNotDistinctFrom: distinct("equals", "a and b are equal, or both NULL, in ON too"),
  like: matching("like", "a matches the pattern b: % is any text, _ any character, a backslash escapes"),
  notLike: matching("notLike", "the opposite of like"),
  ilike: matching("ilike", "like, in any letter case"),
  notILike: matching("notILike", "the opposite of ilike"),
  in: comparing(
    lenient(["any", "list"], "UInt8", "a is in the list or the sub-query; NULL is in one that has NULL", "never"),
    member(false)
  ),
  notIn: comparing(
    lenient(["any", "list"], "UInt8", "the opposite of in", "never"),
    member(true)
  ),
  if: takes(
    inAnyCase(lenient(["condition", "any", "any"], "common", "b where a holds, else c; NULL does not hold")),
    multiIf
  ),
  multiIf: takes(
    lenient(["condition", "any", "any…"], "common", "conditions and values in turn, then the value of all others"),
    oddArguments
  ),
  coalesce: takes(inAnyCase(lenient(["any…"], "common", "the first that is not NULL")), coalesce),
  ifNull: takes(inAnyCase(lenient(["any", "any"], "common", "b where a is NULL, else a")), coalesce),
  nullIf: takes(inAnyCase(lenient(["any", "any"], "argument", "NULL where a and b are equal, else a")), nullIf),
  greatest: takes(
    inAnyCase(lenient(["any…"], "common", "the largest; NULL takes no part")),
    extreme("greatest")
  ),
  least: takes(
    inAnyCase(lenient(["any…"], "common", "the smallest; NULL takes no part")),
    extreme("least")
  )
}
