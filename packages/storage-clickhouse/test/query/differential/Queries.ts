import type { ProjectId } from "@hedgerow/core/access/Project"
import {
  columnsOf,
  type Expr,
  type Order,
  type QueryPlan,
  type SelectPlan,
  selectPlan,
  type Source
} from "@hedgerow/core/query/sql/Plan"
import { arrayOf, scalar, withNullable } from "@hedgerow/core/query/sql/SqlType"
import { Expressions, type Kind, type Leaves } from "./Expressions.ts"
import { fromOf, leavesOf, named, randomPlan } from "./Plans.ts"
import type { Random } from "./Random.ts"

const values = ["String", "Int64", "Float64", "Bool", "UUID", "Date", "DateTime64"] as const
const uint64 = scalar("UInt64")

/** Names of sources, each used once. */
let names = 0
const fresh = (): string => `q${++names}`

/** A SELECT of values of these kinds, all of them perhaps NULL. */
const ofKinds = (random: Random, project: ProjectId, wanted: ReadonlyArray<Kind>): SelectPlan => {
  const alias = fresh()
  const table = random.pick(["events", "persons", "groups"])
  const make = new Expressions(random, leavesOf(random, alias, table, false))
  const select = named(wanted.map((kind) => {
    const expr = make.of(kind, 2)
    // Branches of a set have the same types, also where one of them is never NULL.
    return expr.type.nullable
      ? expr
      : { _tag: "Call", fn: "nullIf", args: [expr, expr], type: withNullable(expr.type, true) }
  }))
  const where = random.chance(0.6) ? make.of("Test", 2) : undefined
  return selectPlan(select, { from: { _tag: "Scan", table, project, alias }, where })
}

const setOf = (random: Random, project: ProjectId): QueryPlan => {
  const wanted = random.list(1 + random.int(2), () => random.pick(values))
  const inputs = random.list(2 + random.int(2), () => ofKinds(random, project, wanted))
  const [first] = inputs
  return {
    _tag: "Set",
    operator: random.pick(["union all", "union", "intersect", "except"]),
    columns: first === undefined ? [] : columnsOf(first),
    inputs
  }
}

const leavesOfColumns = (plan: QueryPlan, alias: string): Leaves => {
  const leaves: Record<string, ReadonlyArray<Expr>> = {}
  for (const { name, type } of columnsOf(plan)) {
    const kind = type.kind === "UInt64" ? "Int64" : type.kind === "UInt8" ? "Test" : type.kind
    leaves[kind] = [...leaves[kind] ?? [], { _tag: "Column", source: alias, name, type }]
  }
  return leaves
}

/** A query over one that may be named twice. */
const withTable = (random: Random, project: ProjectId): QueryPlan => {
  const name = fresh()
  const plan = random.chance(0.5)
    ? setOf(random, project)
    : ofKinds(random, project, random.list(2, () => random.pick(values)))
  const ref = (alias: string): Source => ({ _tag: "CteRef", name, columns: columnsOf(plan), alias })
  const [left, right] = [fresh(), fresh()]
  const isPair = random.chance(0.4)
  const make = new Expressions(random, leavesOfColumns(plan, left))
  const count: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: uint64 }
  const rows = selectPlan([{ name: "count", expr: count }], { from: ref(fresh()) })
  const select = isPair
    ? [count]
    : [
      make.of(random.pick(values), 2),
      { _tag: "ScalarSubquery", plan: rows, type: withNullable(uint64, true) } as const
    ]
  const from: Source = isPair
    ? { _tag: "Join", kind: "cross", left: ref(left), right: ref(right), on: undefined }
    : ref(left)
  return selectPlan(named(select), {
    with: [{ name, plan }],
    from,
    where: random.chance(0.3) ? make.of("Test", 2) : undefined
  })
}

/** Windows whose values do not hang on the order of equal rows. */
const windowOf = (random: Random, make: Expressions): Expr => {
  const partitionBy = random.list(random.int(2), () => make.of(random.pick(values), 1))
  const orderBy = random.list(
    random.int(3),
    (): Order => ({ expr: make.of(random.pick(values), 1), descending: random.chance(0.5) })
  )
  const window = { _tag: "Window", filter: undefined, partitionBy, orderBy, frame: undefined } as const
  switch (random.int(4)) {
    case 0:
      return { ...window, fn: random.pick(["rank", "denseRank"]), args: [], type: uint64 }
    case 1:
      return { ...window, fn: "count", args: [], filter: make.of("Test", 1), type: uint64 }
    default: {
      const value = make.of(random.pick(["String", "Int64", "Date", "DateTime64"]), 1)
      return { ...window, fn: random.pick(["min", "max"]), args: [value], type: withNullable(value.type, true) }
    }
  }
}

const withWindows = (random: Random, project: ProjectId): QueryPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const make = new Expressions(random, leaves)
  const select = [make.of(random.pick(values), 2), ...random.list(1 + random.int(2), () => windowOf(random, make))]
  return selectPlan(named(select), {
    from: source,
    where: condition ?? (random.chance(0.4) ? make.of("Test", 2) : undefined)
  })
}

const withMembers = (random: Random, project: ProjectId): QueryPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const alias = fresh()
  const kind = random.pick(values)
  const expr = new Expressions(random, leaves).array(kind, 2)
  const element = expr.type.kind === "Array" ? expr.type.element : scalar("Int64", true)
  const from: Source = {
    _tag: "ArrayJoin",
    kind: random.pick(["inner", "left"]),
    source,
    items: [{ name: "member", expr: { ...expr, type: arrayOf(element) }, type: element }],
    alias
  }
  const member: Expr = { _tag: "Column", source: alias, name: "member", type: element }
  const make = new Expressions(random, { ...leaves, [kind]: [member] })
  return selectPlan(named([member, make.of(random.pick(values), 2)]), { from, where: condition })
}

/** A query over the rows of the project, of every form that a plan has. */
export const randomQuery = (random: Random, project: ProjectId): QueryPlan => {
  switch (random.int(10)) {
    case 0:
      return setOf(random, project)
    case 1:
      return withTable(random, project)
    case 2:
      return withWindows(random, project)
    case 3:
      return withMembers(random, project)
    default:
      return randomPlan(random, project)
  }
}
