import type { Span } from "../ast/Ast.ts"
import type { AggregateName } from "../functions/Functions.ts"
import type { ParameterType } from "../functions/Signature.ts"
import type { Expr } from "../plan/Plan.ts"
import { sumType } from "../plan/ResultTypes.ts"
import { internalName } from "../planning/InternalNames.ts"
import type { Cell } from "../types/Cell.ts"
import { arrayOf, decimal, scalar, type SqlType, withNullable } from "../types/SqlType.ts"
import { mostDigits } from "../typing/ExactTypes.ts"
import { float64, isNullLiteral } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** The meaning of an aggregate of the dialect in the plan. */
export interface AggregateEntry {
  readonly fn: AggregateName
  /** Arguments without the condition of the If form. */
  readonly min: number
  readonly max: number
  readonly anyCase?: true
  /** The last argument is the condition. */
  readonly filtered: boolean
  /** The last argument may be repeated: the combinations of all are counted. */
  readonly repeats?: true
  /** The type of each argument. */
  readonly takes: ReadonlyArray<ParameterType>
  /** The number of constants before the arguments, where there may be any, and their check. */
  readonly parameters?: { readonly min: number; readonly max: number }
  readonly check?: (parameters: ReadonlyArray<Cell>, span: Span) => ReadonlyArray<Cell>
  /** The type, given whether a group may hold no row that counts. */
  readonly type: (args: ReadonlyArray<Expr>, mayBeEmpty: boolean) => SqlType
  /** Its description, as of functions (`Described.ts`). */
  readonly result: string
  readonly meaning: string
  readonly aliasOf?: string
}

const counted: AggregateEntry["type"] = () => scalar("UInt64")
const total: AggregateEntry["type"] = (args) => {
  const type = args[0]?.type ?? float64
  return sumType(args, type.kind === "Decimal" ? decimal(Math.max(type.precision, mostDigits), type.scale) : type)
}
const ofFirst: AggregateEntry["type"] = (args, mayBeEmpty) => {
  const [first] = args
  const type = first?.type ?? scalar("Nothing", true)
  return withNullable(type, mayBeEmpty || args.some((arg) => arg.type.nullable || isNullLiteral(arg)))
}

const mean: AggregateEntry["type"] = (args, mayBeEmpty) => withNullable(float64, ofFirst(args, mayBeEmpty).nullable)

/** The values that are not NULL. */
const listed: AggregateEntry["type"] = ([first]) => arrayOf(withNullable(first?.type ?? scalar("Nothing", true), false))

const mostMembers: AggregateEntry["check"] = (parameters, span) => {
  const [most = 1] = parameters
  return Number.isSafeInteger(most) && Number(most) > 0
    ? parameters
    : refuse("The most members of an array are a whole number above 0", span)
}

const level: AggregateEntry["check"] = (parameters, span) => {
  const at = Number(parameters[0])
  return at >= 0 && at <= 1 ? [at] : refuse("The level of a quantile is a number from 0 to 1", span)
}

type Base = Omit<AggregateEntry, "filtered">

const ofOne = (fn: AggregateName, meaning: string): Base => ({
  fn,
  min: 1,
  max: 1,
  takes: ["any"],
  type: ofFirst,
  result: "argument",
  meaning
})

const ofTwo = (fn: AggregateName, meaning: string): Base => ({
  ...ofOne(fn, `${meaning}; rows with NULL in either are left out`),
  min: 2,
  max: 2,
  takes: ["any", "value"]
})

const distinct: Base = {
  ...ofOne("countDistinct", "how many distinct values, or values side by side, NULL left out, exact"),
  takes: ["value"],
  type: counted,
  result: "UInt64"
}

const grouped: Base = {
  ...ofOne("groupArray", "an array of the values that are not NULL, `groupArray(n)(a)` of n at most"),
  takes: ["member"],
  parameters: { min: 0, max: 1 },
  check: mostMembers,
  type: listed,
  result: "Array"
}

const ofBits = (fn: AggregateName, meaning: string): Base => ({
  ...ofOne(fn, meaning),
  takes: ["whole"],
  type: () => scalar("Int64"),
  result: "Int64"
})

const base: ReadonlyArray<readonly [string, Base]> = [
  ["count", {
    fn: "count",
    min: 0,
    max: 1,
    anyCase: true,
    takes: ["value"],
    type: counted,
    result: "UInt64",
    meaning: "how many rows, or rows where a is not NULL"
  }],
  ["countDistinct", { ...distinct, aliasOf: "uniq" }],
  ["uniq", { ...distinct, repeats: true }],
  ["uniqExact", { ...distinct, repeats: true, aliasOf: "uniq" }],
  ["uniqHLL12", { ...distinct, repeats: true, aliasOf: "uniq" }],
  ["uniqTheta", { ...distinct, repeats: true, aliasOf: "uniq" }],
  ["sum", {
    ...ofOne(
      "sum",
      "the sum, exact of whole numbers and decimals; NULL beyond its type; for no values 0, NULL where a can be NULL"
    ),
    anyCase: true,
    takes: ["number"],
    type: total
  }],
  ["avg", {
    ...ofOne("avg", "the mean; NULL for no values"),
    anyCase: true,
    takes: ["float"],
    type: mean,
    result: "Float64"
  }],
  ["min", { ...ofOne("min", "the least; NULL for no values"), anyCase: true, takes: ["value"] }],
  ["max", { ...ofOne("max", "the greatest; NULL for no values"), anyCase: true, takes: ["value"] }],
  ["any", ofOne("anyValue", "one of the values, on every engine the same; NULL for no values")],
  ["argMin", ofTwo("argMin", "a of the row with the least b")],
  ["argMax", ofTwo("argMax", "a of the row with the greatest b")],
  ["groupArray", grouped],
  ["array_agg", { ...grouped, aliasOf: "groupArray" }],
  ["groupBitAnd", ofBits("groupBitAnd", "the bits that all have")],
  ["groupBitOr", ofBits("groupBitOr", "the bits that one has")],
  ["groupBitXor", ofBits("groupBitXor", "the bits that an odd number of them have")],
  ["quantile", {
    ...ofOne("quantile", "the value below which the part p lies, `quantile(p)(a)`, between two of them in proportion"),
    takes: ["float"],
    parameters: { min: 1, max: 1 },
    check: level,
    result: "Float64"
  }],
  ["median", {
    ...ofOne("quantile", "quantile(0.5)"),
    takes: ["float"],
    parameters: { min: 0, max: 0 },
    check: () => [0.5],
    result: "Float64"
  }]
]

const filteredForm = ({ aliasOf, ...entry }: Base): AggregateEntry => ({
  ...entry,
  filtered: true,
  meaning: `${entry.meaning}; of the rows where the last argument holds`,
  ...aliasOf === undefined ? undefined : { aliasOf: `${aliasOf}If` }
})

/** Every aggregate and its If form. */
export const aggregateEntries: Readonly<Record<string, AggregateEntry>> = Object.fromEntries(
  base.flatMap(([name, entry]) => [
    [name, { ...entry, filtered: false }],
    [`${name}If`, filteredForm(entry)]
  ])
)

const covariance: Base = {
  ...ofTwo("covariance", "the mean product of the distances of two numbers from their means"),
  takes: ["float"],
  type: mean,
  result: "Float64"
}

/** Aggregates that composed texts alone name. */
export const internalAggregates: Readonly<Record<string, AggregateEntry>> = {
  [internalName("covariance")]: { ...covariance, filtered: false },
  [internalName("covarianceIf")]: filteredForm(covariance)
}

/** Aggregates of which each value counts once anyway, so that DISTINCT changes nothing. */
export const ignoresRepetition: ReadonlySet<AggregateName> = new Set(["countDistinct", "min", "max", "anyValue"])

/** Aggregates that only mean something with parameters, as in `quantile(0.9)(x)`. */
export const parametricAggregates: ReadonlySet<string> = new Set(["quantiles", "topK"])
