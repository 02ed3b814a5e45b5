import type { AggregateName } from "../../functions/Functions.ts"
import type { Aggregate, Expr, Order } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLackSum } from "../../plan/ResultTypes.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import { isComposite, isExact, isInteger, scaleOf } from "../../types/SqlType.ts"
import { nulls, typedNull } from "../ChType.ts"
import { bind, type ExprRenderer } from "../ExprRenderer.ts"
import { levelOf } from "../QuantileLevels.ts"
import { instant, micros } from "../ZoneTime.ts"
import { exactOrNull, int64OrNull } from "./Arithmetic.ts"
import { sortable } from "./Comparison.ts"
import { exactText } from "./Conversion.ts"
import { oneOfEqual } from "./OneOfEqual.ts"

type Rendering = (aggregate: Aggregate, r: ExprRenderer) => string

const filterOf = (aggregate: Aggregate, r: ExprRenderer): ReadonlyArray<string> =>
  aggregate.filter === undefined ? [] : [r.holds(aggregate.filter)]

/** An aggregate over the rows that meet all conditions. */
const over = (
  name: string,
  args: ReadonlyArray<string>,
  conditions: ReadonlyArray<string>,
  { over }: ExprRenderer,
  parameters = ""
): string =>
  (conditions.length === 0
    ? `${name}${parameters}(${args.join(", ")})`
    : `${name}If${parameters}(${[...args, conditions.join(" AND ")].join(", ")})`) + over

/** A term of an ORDER BY: NaN, then NULL, come last in both directions. */
export const orderTerm = (expr: Expr, text: string, descending: boolean): string =>
  `${sortable(expr, text)}${descending ? " DESC" : ""} NULLS LAST`

/**
 * A value as an aggregate takes it that is NULL of no rows. Over values that may be NULL an aggregate is NULL by itself
 * where there are none, and a group has a row. `OrNull` says the same, but is never compiled.
 */
const orNone = (x: string, { filter }: Aggregate, { isGrouped }: ExprRenderer): string =>
  isGrouped && filter === undefined ? x : `toNullable(${x})`

/** A number, NULL where it is NaN: cheaper than a condition of the aggregate. */
const knownNumber = (expr: Expr, x: string): string =>
  `if(isNaN(${expr.type.nullable ? `assumeNotNull(${x})` : x}), ${nulls.float}, ${x})`

/**
 * NaN counts only without other values, where any value is NaN. Compiled `min` and `max`, which ClickHouse has from the
 * third run of a query on, take instants before 1970 for the latest, but not their microseconds.
 */
const extremeOf = (name: "min" | "max", aggregate: Aggregate, x: string, r: ExprRenderer): string => {
  const arg = argument(aggregate, 0)
  const filter = filterOf(aggregate, r)
  if (mayBeNaN(arg)) {
    return `coalesce(${over(name, [knownNumber(arg, x)], filter, r)}, ${
      over("any", [orNone(x, aggregate, r)], filter, r)
    })`
  }
  const isInstant = arg.type.kind === "DateTime64"
  const found = over(name, [orNone(isInstant ? micros(x) : x, aggregate, r)], filter, r)
  return isInstant ? instant(found) : found
}

/** Whether NULL can stand for the value in ClickHouse. */
const canBeNull = ({ type }: Expr): boolean => !isComposite(type) && type.kind !== "Nothing"

const extreme = (name: "min" | "max"): Rendering => (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const x = r.value(arg)
  const filter = filterOf(aggregate, r)
  if (arg.type.kind === "UUID") {
    return over(`arg${name === "min" ? "Min" : "Max"}OrNull`, [x, sortable(arg, x)], [`isNotNull(${x})`, ...filter], r)
  }
  if (r.over === "" && canBeNull(arg)) return extremeOf(name, aggregate, x, r)
  const all = over(`${name}OrNull`, [x], filter, r)
  return mayBeNaN(arg) ? `coalesce(${over(`${name}OrNull`, [x], [...filter, `NOT isNaN(${x})`], r)}, ${all})` : all
}

/** The value that is compared to find the extreme row: NaN is found only without other values. */
const rank = (expr: Expr, y: string, isMax: boolean): string => {
  if (!mayBeNaN(expr)) return sortable(expr, y)
  return `(${isMax ? "NOT " : ""}isNaN(${y}), if(isNaN(${y}), 0.0, ${y}))`
}

const isBareNull = ({ type }: Expr): boolean => type.kind === "Nothing"

/** Of the rows with the extreme second argument, the least first argument. */
const atExtreme = (combinator: "ArgMin" | "ArgMax"): Rendering => (aggregate, r) => {
  const [taken, by] = [argument(aggregate, 0), argument(aggregate, 1)]
  if (isBareNull(taken) || isBareNull(by)) return `anyOrNull(${typedNull(isBareNull(taken) ? by.type : taken.type)})`
  const [x, y] = [r.value(taken), r.value(by)]
  const conditions = [`isNotNull(${x})`, `isNotNull(${y})`, ...filterOf(aggregate, r)]
  const known = (text: string): string => `assumeNotNull(${text})`
  const rankOf = rank(by, known(y), combinator === "ArgMax")
  const least = (key: string): string => over(`min${combinator}OrNull`, [key, rankOf], conditions, r)
  if (taken.type.kind === "UUID") return `toUUID(${least(`toString(${known(x)})`)})`
  if (!mayBeNaN(taken)) return least(known(x))
  const pair = over(`min${combinator}`, [`(isNaN(${known(x)}), ${known(x)})`, rankOf], conditions, r)
  return `if(${over("count", [], conditions, r)} = 0, ${nulls.float}, tupleElement(${pair}, 2))`
}

const distinctOf = ({ distinct }: Aggregate): string => distinct === true ? "Distinct" : ""

/** The terms of one direction that follow each other, and where the keys of each stand in its tuple. */
interface Run {
  readonly descending: boolean
  readonly places: ReadonlyArray<number>
}

const runsOf = (terms: ReadonlyArray<Order>): ReadonlyArray<Run> =>
  terms.reduce((runs: ReadonlyArray<Run>, { descending }, i) => {
    const places = [2 * i + 2, 2 * i + 3]
    const last = runs.at(-1)
    return last?.descending === descending
      ? [...runs.slice(0, -1), { descending, places: [...last.places, ...places] }]
      : [...runs, { descending, places }]
  }, [])

/** Sorted by the last run first; those equal in a run stay as they stood. */
const sortedBy = (runs: ReadonlyArray<Run>, rows: string): string =>
  runs.toReversed().reduce((list, { descending, places }) => {
    const keys = places.map((place) => `t.${place}`).join(", ")
    const name = descending ? "arrayReverseSort" : "arraySort"
    if (runs.length === 1) return `${name}(t -> (${keys}), ${list})`
    return bind(
      [list],
      (known = "") =>
        `${name}((t, i) -> (${keys}, ${descending ? "-toInt64(i)" : "i"}), ${known}, arrayEnumerate(${known}))`
    )
  }, rows)

/** Rows in an order are sorted as tuples of the value and the keys. */
const groupArray: Rendering = (aggregate, r) => {
  const x = r.value(argument(aggregate, 0))
  const filter = filterOf(aggregate, r)
  const terms = aggregate.orderBy ?? []
  const most = Number(aggregate.parameters?.[0] ?? 0)
  const cut = (text: string): string => most === 0 ? text : `arraySlice(${text}, 1, ${most})`
  if (terms.length === 0) {
    return cut(over(aggregate.distinct === true ? "groupUniqArray" : "groupArray", [x], filter, r))
  }
  const keys = terms.flatMap(({ descending, expr }) => {
    const key = r.value(expr)
    return [descending ? `isNotNull(${key})` : `isNull(${key})`, sortable(expr, key)]
  })
  const rows = over("groupArray", [`tuple(assumeNotNull(${x}), ${keys.join(", ")})`], [`isNotNull(${x})`, ...filter], r)
  return cut(`arrayMap(t -> t.1, ${sortedBy(runsOf(terms), rows)})`)
}

/** Of no rows it is what is given; of none that are known it would be NULL. */
const bits = (name: string, none: number): Rendering => (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const found = over(`${name}${distinctOf(aggregate)}`, [r.value(arg)], filterOf(aggregate, r), r)
  return arg.type.nullable ? `ifNull(${found}, toInt64(${none}))` : found
}

/** One of several levels of the same values: of no values all of them would be NaN. */
const oneOfLevels = (aggregate: Aggregate, known: string, r: ExprRenderer): string => {
  const levels = r.levels(aggregate)
  const filter = filterOf(aggregate, r)
  const all = over("quantilesExactInclusive", [known], filter, r, `(${levels.join(", ")})`)
  return `if(${over("count", [known], filter, r)} = 0, ${nulls.float}, ${all}[${
    levels.indexOf(levelOf(aggregate)) + 1
  }])`
}

const quantile: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const x = r.value(arg)
  const level = `(${levelOf(aggregate)})`
  const filter = filterOf(aggregate, r)
  if (r.over === "") {
    const known = mayBeNaN(arg) ? knownNumber(arg, x) : orNone(x, aggregate, r)
    return r.levels(aggregate).length > 1
      ? oneOfLevels(aggregate, known, r)
      : over("quantileExactInclusive", [known], filter, r, level)
  }
  const conditions = [...mayBeNaN(arg) ? [`NOT isNaN(${x})`] : [], ...filter]
  return over("quantileExactInclusiveOrNull", [x], conditions, r, level)
}

/** A sum or mean that is NULL of no rows. */
const orNull = (name: string, x: string, aggregate: Aggregate, r: ExprRenderer): string =>
  r.over === ""
    ? over(name, [orNone(x, aggregate, r)], filterOf(aggregate, r), r)
    : over(`${name}OrNull`, [x], filterOf(aggregate, r), r)

/** Integers are summed in 128 bits. */
const sum: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const { nullable } = arg.type
  const name = `sum${distinctOf(aggregate)}`
  const x = r.value(arg)
  const total = (x: string, zero: string): string =>
    nullable ? orNull(name, x, aggregate, r) : `ifNull(${over(name, [x], filterOf(aggregate, r), r)}, ${zero})`
  if (isExact(aggregate.type)) {
    const units = total(x, "toInt256(0)")
    return canLackSum(aggregate) ? exactOrNull(units, aggregate.type) : units
  }
  if (!isInteger(arg.type)) return total(x, "0.0")
  const whole = total(`toInt128(${x})`, "toInt128(0)")
  if (!isInteger(aggregate.type)) return `toFloat64(${whole})`
  return canLackSum(aggregate) ? int64OrNull(whole) : `toInt64(${whole})`
}

/** Integers are summed exactly and divided as floats. */
const avg: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  const x = r.value(arg)
  const distinct = distinctOf(aggregate)
  if (!isExact(arg.type) && !isInteger(arg.type)) return orNull(`avg${distinct}`, x, aggregate, r)
  const total = orNull(`sum${distinct}`, isExact(arg.type) ? x : `toInt128(${x})`, aggregate, r)
  const sum = isExact(arg.type) ? exactText(total, scaleOf(arg.type)) : total
  return `(toFloat64(${sum}) / ${over(`count${distinct}`, [x], filterOf(aggregate, r), r)})`
}

/** By Welford's method. */
const covariance: Rendering = (aggregate, r) => {
  const args = aggregate.args.map(r.value)
  const known = [...new Set(args)].map((arg) => `abs(${arg}) <= 1e70`)
  return over("covarPopStableOrNull", args, [...known, ...filterOf(aggregate, r)], r)
}

const count: Rendering = (aggregate, r) => {
  const arg = aggregate.args[0]
  return `toInt64(${over("count", arg === undefined ? [] : [r.value(arg)], filterOf(aggregate, r), r)})`
}

const countDistinct: Rendering = (aggregate, r) => {
  const arg = argument(aggregate, 0)
  return `toInt64(${over("uniqExact", [oneOfEqual(arg, r.value(arg))], filterOf(aggregate, r), r)})`
}

/** The form of each aggregate. All are exact, and none depends on the order of rows. */
export const aggregateRenderings = {
  count,
  countDistinct,
  sum,
  avg,
  covariance,
  min: extreme("min"),
  max: extreme("max"),
  anyValue: extreme("min"),
  argMin: atExtreme("ArgMin"),
  argMax: atExtreme("ArgMax"),
  groupArray,
  groupBitAnd: bits("groupBitAnd", -1),
  groupBitOr: bits("groupBitOr", 0),
  groupBitXor: bits("groupBitXor", 0),
  quantile
} satisfies Record<AggregateName, Rendering>
