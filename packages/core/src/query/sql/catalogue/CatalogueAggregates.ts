import type { Span } from "../Ast.ts"
import type { Cell } from "../Cell.ts"
import type { AggregateName } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { float64, isNullLiteral } from "../resolve/PlanExpr.ts"
import { refuse } from "../resolve/SemanticFailure.ts"
import { arrayOf, scalar, type SqlType, withNullable } from "../SqlType.ts"
import type { ParameterType } from "./Signature.ts"

/** What an aggregate of the dialect is in the plan. */
export interface AggregateEntry {
  readonly fn: AggregateName
  /** Arguments without the condition of the If form. */
  readonly min: number
  readonly max: number
  readonly anyCase?: true
  /** The last argument is the condition. */
  readonly filtered: boolean
  /** What each argument must be. */
  readonly takes: ReadonlyArray<ParameterType>
  /** How many constants stand before the arguments, where there may be any, and what they must be. */
  readonly parameters?: { readonly min: number; readonly max: number }
  readonly check?: (parameters: ReadonlyArray<Cell>, span: Span) => ReadonlyArray<Cell>
  /** The type, given whether a group may hold no row that counts. */
  readonly type: (args: ReadonlyArray<Expr>, mayBeEmpty: boolean) => SqlType
}

const counted: AggregateEntry["type"] = () => scalar("UInt64")
const total: AggregateEntry["type"] = ([arg]) => arg?.type ?? float64
const ofFirst: AggregateEntry["type"] = (args, mayBeEmpty) => {
  const [first] = args
  const type = first?.type ?? scalar("Nothing", true)
  return withNullable(type, mayBeEmpty || args.some((arg) => arg.type.nullable || isNullLiteral(arg)))
}

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

const base: ReadonlyArray<readonly [string, Omit<AggregateEntry, "filtered">]> = [
  ["count", { fn: "count", min: 0, max: 1, anyCase: true, takes: ["value"], type: counted }],
  ["countDistinct", { fn: "countDistinct", min: 1, max: 1, takes: ["value"], type: counted }],
  ["uniq", { fn: "countDistinct", min: 1, max: 1, takes: ["value"], type: counted }],
  ["uniqExact", { fn: "countDistinct", min: 1, max: 1, takes: ["value"], type: counted }],
  ["sum", { fn: "sum", min: 1, max: 1, anyCase: true, takes: ["number"], type: total }],
  ["avg", { fn: "avg", min: 1, max: 1, anyCase: true, takes: ["float"], type: ofFirst }],
  ["min", { fn: "min", min: 1, max: 1, anyCase: true, takes: ["value", "any"], type: ofFirst }],
  ["max", { fn: "max", min: 1, max: 1, anyCase: true, takes: ["value", "any"], type: ofFirst }],
  ["any", { fn: "anyValue", min: 1, max: 1, takes: ["any"], type: ofFirst }],
  ["argMin", { fn: "argMin", min: 2, max: 2, takes: ["any", "value"], type: ofFirst }],
  ["argMax", { fn: "argMax", min: 2, max: 2, takes: ["any", "value"], type: ofFirst }],
  ["groupArray", {
    fn: "groupArray",
    min: 1,
    max: 1,
    takes: ["value"],
    parameters: { min: 0, max: 1 },
    check: mostMembers,
    type: listed
  }],
  ["quantile", {
    fn: "quantile",
    min: 1,
    max: 1,
    takes: ["float"],
    parameters: { min: 1, max: 1 },
    check: level,
    type: ofFirst
  }],
  ["median", {
    fn: "quantile",
    min: 1,
    max: 1,
    takes: ["float"],
    parameters: { min: 0, max: 0 },
    check: () => [0.5],
    type: ofFirst
  }]
]

/** Every aggregate and its If form. */
export const aggregateEntries: Readonly<Record<string, AggregateEntry>> = Object.fromEntries(
  base.flatMap(([name, entry]) => [
    [name, { ...entry, filtered: false }],
    [`${name}If`, { ...entry, filtered: true }]
  ])
)

/** Aggregates of which each value counts once anyway, so that DISTINCT changes nothing. */
export const ignoresRepetition: ReadonlySet<AggregateName> = new Set(["countDistinct", "min", "max", "anyValue"])

/** Aggregates that only mean something with parameters, as in `quantile(0.9)(x)`. */
export const parametricAggregates: ReadonlySet<string> = new Set(["quantiles", "topK"])
