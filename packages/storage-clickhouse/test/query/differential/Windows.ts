import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type Expr, type Order, type QueryPlan, selectPlan, type Window } from "@hedgerow/sql/plan/Plan"
import { sumType } from "@hedgerow/sql/plan/ResultTypes"
import { decimal, scalar, scaleOf, withNullable } from "@hedgerow/sql/types/SqlType"
import { Expressions, hundredthsType } from "./Expressions.ts"
import { leavesOf, storedColumn } from "./Leaves.ts"
import { fromOf } from "./Plans.ts"
import type { Random } from "./Random.ts"
import { named, values } from "./Sets.ts"

const uint64 = scalar("UInt64")
const int64 = scalar("Int64")

const keysOf = (random: Random, make: Expressions, most: number): ReadonlyArray<Expr> =>
  random.list(random.int(most), () => make.of(random.pick(values), 1))

const ordersOf = (random: Random, make: Expressions, most: number): ReadonlyArray<Order> =>
  keysOf(random, make, most).map((expr) => ({ expr, descending: random.chance(0.5) }))

/** Windows whose values do not hang on the order of equal rows. */
const anyWindow = (random: Random, make: Expressions): Expr => {
  const partitionBy = keysOf(random, make, 2)
  const orderBy = ordersOf(random, make, 3)
  const window = { _tag: "Window", filter: undefined, partitionBy, orderBy, frame: undefined } as const
  switch (random.int(4)) {
    case 0:
      return { ...window, fn: random.pick(["rank", "denseRank"]), args: [], type: uint64 }
    case 1:
      return { ...window, fn: "count", args: [], filter: make.of("Test", 1), type: uint64 }
    default: {
      const value = make.of(random.pick(["String", "Int64", "Unsigned", "Decimal", "Date", "DateTime64"]), 1)
      return { ...window, fn: random.pick(["min", "max"]), args: [value], type: withNullable(value.type, true) }
    }
  }
}

const preceding = (count: number | "unbounded") => ({ kind: "preceding", count }) as const
const following = (count: number | "unbounded") => ({ kind: "following", count }) as const
const current = { kind: "current row" } as const

const frames: readonly [Window["frame"], ...ReadonlyArray<Window["frame"]>] = [
  undefined,
  { unit: "rows", start: preceding("unbounded"), end: current },
  { unit: "rows", start: preceding(2), end: current },
  { unit: "rows", start: preceding(1), end: following(1) },
  { unit: "rows", start: preceding(3), end: preceding(1) },
  { unit: "rows", start: current, end: following("unbounded") },
  { unit: "range", start: preceding("unbounded"), end: current },
  { unit: "range", start: preceding("unbounded"), end: following("unbounded") }
]

const whole = (value: number): Expr => ({ _tag: "Literal", value, type: int64 })

/** Windows over rows in an order in which no two are equal. */
const orderedWindow = (random: Random, make: Expressions, key: Expr): Expr => {
  const orderBy = [...ordersOf(random, make, 2), { expr: key, descending: random.chance(0.5) }]
  const window = { _tag: "Window", filter: undefined, partitionBy: keysOf(random, make, 2), orderBy } as const
  const value = make.of(random.pick(values), 1)
  const type = withNullable(value.type, true)
  const frame = random.pick(frames)
  switch (random.int(5)) {
    case 0:
      return { ...window, fn: "rowNumber", args: [], frame: undefined, type: uint64 }
    case 1: {
      const otherwise: Expr = { _tag: "Literal", value: null, type }
      const args = [value, whole(random.int(3)), otherwise]
      return { ...window, fn: random.pick(["lag", "lead"]), args, frame: undefined, type }
    }
    case 2:
      return { ...window, fn: random.pick(["firstValue", "lastValue"]), args: [value], frame, type }
    case 3:
      return { ...window, fn: "nthValue", args: [value, whole(1 + random.int(3))], frame, type }
    default: {
      const of = random.pick(["Int64", "Unsigned", "Decimal"])
      const summed = make.of(of, 1)
      const total = of === "Decimal" ? decimal(38, scaleOf(hundredthsType)) : scalar(of)
      return { ...window, fn: "sum", args: [summed], frame, type: withNullable(sumType([summed], total), true) }
    }
  }
}

/** Events in an order of their own, each with what stands beside it. */
const inOrder = (random: Random, project: ProjectId): QueryPlan => {
  const make = new Expressions(random, leavesOf(random, "e", "events", false))
  const key = storedColumn("e", "events", "uuid", false)
  const windows = random.list(1 + random.int(2), () => orderedWindow(random, make, key))
  return selectPlan(named([make.of(random.pick(values), 1), ...windows]), {
    from: { _tag: "Scan", table: "events", tenant: project, alias: "e" },
    where: random.chance(0.4) ? make.of("Test", 2) : undefined
  })
}

/** A mean or a number of aggregates, of all groups or of those that meet a condition. */
const ofGroups = (random: Random, make: Expressions): Expr => {
  const window = { _tag: "Window", partitionBy: keysOf(random, make, 2), orderBy: [], frame: undefined } as const
  const filter = random.chance(0.5) ? make.of("Test", 1) : undefined
  const value = make.of("Int64", 1)
  return random.chance(0.5)
    ? { ...window, filter, fn: "avg", args: [value], type: scalar("Float64", true) }
    : { ...window, filter, fn: "countDistinct", args: [value], type: uint64 }
}

/** Groups with windows over their aggregates. */
const overGroups = (random: Random, project: ProjectId): QueryPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const inner = new Expressions(random, leaves)
  const [key, text] = [inner.of(random.pick(values), 1), inner.of("String", 1)]
  const rows: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: uint64 }
  const last: Expr = {
    _tag: "Aggregate",
    fn: "max",
    args: [text],
    filter: undefined,
    type: withNullable(text.type, true)
  }
  const make = new Expressions(random, { Int64: [rows], String: [last] })
  const windows = random.list(
    1 + random.int(2),
    () => random.chance(0.5) ? anyWindow(random, make) : ofGroups(random, make)
  )
  return selectPlan(named([key, rows, ...windows]), { from: source, where: condition, groupBy: [key] })
}

/** Rows with windows over them. */
export const withWindows = (random: Random, project: ProjectId): QueryPlan => {
  if (random.chance(0.2)) return overGroups(random, project)
  if (random.chance(0.5)) return inOrder(random, project)
  const { condition, leaves, source } = fromOf(random, project)
  const make = new Expressions(random, leaves)
  const select = [make.of(random.pick(values), 2), ...random.list(1 + random.int(2), () => anyWindow(random, make))]
  return selectPlan(named(select), {
    from: source,
    where: condition ?? (random.chance(0.4) ? make.of("Test", 2) : undefined)
  })
}
