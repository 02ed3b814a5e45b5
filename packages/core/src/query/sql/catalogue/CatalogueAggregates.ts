import type { AggregateName } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { float64, isNullLiteral } from "../resolve/PlanExpr.ts"
import { scalar, type SqlType, withNullable } from "../SqlType.ts"
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
  readonly takes: ParameterType
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

const base: ReadonlyArray<readonly [string, Omit<AggregateEntry, "filtered">]> = [
  ["count", { fn: "count", min: 0, max: 1, anyCase: true, takes: "any", type: counted }],
  ["countDistinct", { fn: "countDistinct", min: 1, max: 1, takes: "any", type: counted }],
  ["uniq", { fn: "countDistinct", min: 1, max: 1, takes: "any", type: counted }],
  ["uniqExact", { fn: "countDistinct", min: 1, max: 1, takes: "any", type: counted }],
  ["sum", { fn: "sum", min: 1, max: 1, anyCase: true, takes: "number", type: total }],
  ["avg", { fn: "avg", min: 1, max: 1, anyCase: true, takes: "float", type: ofFirst }],
  ["min", { fn: "min", min: 1, max: 1, anyCase: true, takes: "any", type: ofFirst }],
  ["max", { fn: "max", min: 1, max: 1, anyCase: true, takes: "any", type: ofFirst }],
  ["any", { fn: "anyValue", min: 1, max: 1, takes: "any", type: ofFirst }],
  ["argMin", { fn: "argMin", min: 2, max: 2, takes: "any", type: ofFirst }],
  ["argMax", { fn: "argMax", min: 2, max: 2, takes: "any", type: ofFirst }]
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
export const parametricAggregates: ReadonlySet<string> = new Set(["quantile", "quantiles", "topK"])
