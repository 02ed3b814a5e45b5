import type { ProjectId } from "@hedgerow/core/identity/Project"
import { columnsOf, type Expr, type QueryPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { arrayOf, scalar, withNullable } from "@hedgerow/sql/types/SqlType"
import { SmallPlans as P } from "@hedgerow/testing/contracts"
import { comparison, composite, readThrough } from "./Composites.ts"
import { Expressions, type Kind } from "./Expressions.ts"
import { columnLeaves, fresh } from "./Leaves.ts"
import { fromOf, randomPlan } from "./Plans.ts"
import type { Random } from "./Random.ts"
import { withRecursion } from "./Recursion.ts"
import { named, ofKinds, optional, randomSet, setOfKinds, values } from "./Sets.ts"
import { withWindows } from "./Windows.ts"

const uint64 = scalar("UInt64")

/** A query over one that may be named twice. */
const withTable = (random: Random, project: ProjectId): QueryPlan => {
  const name = fresh()
  const plan = random.chance(0.5)
    ? randomSet(random, project)
    : ofKinds(random, project, random.list(2, () => random.pick(values)))
  const ref = (alias: string): Source => ({ _tag: "CteRef", name, alias })
  const [left, right] = [fresh(), fresh()]
  const isPair = random.chance(0.4)
  const make = new Expressions(random, columnLeaves(columnsOf(plan), left))
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

/** Values that hold others, shown, taken apart, compared and grouped by. */
const withComposites = (random: Random, project: ProjectId): QueryPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const make = new Expressions(random, leaves)
  const shown = composite(random, make, 1)
  const others = random.list(
    1 + random.int(2),
    () => random.chance(0.7) ? readThrough(random, make, 1) : comparison(random, make, 1)
  )
  const count: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: uint64 }
  const isGrouped = random.chance(0.3)
  return selectPlan(named(isGrouped ? [shown, count] : [shown, ...others]), {
    from: source,
    where: condition,
    groupBy: isGrouped ? [shown] : undefined,
    distinct: !isGrouped && random.chance(0.2)
  })
}

/** A query whose conditions and values ask others. */
const withSubqueries = (random: Random, project: ProjectId): QueryPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const make = new Expressions(random, leaves)
  const kind = random.pick(values)
  const negated = random.chance(0.4)
  const uint8 = scalar("UInt8")
  const value = make.of(kind, 2)
  const test: Expr = random.chance(0.6)
    ? { _tag: "InSubquery", value: optional(value), plan: setOrSelect(random, project, kind), negated, type: uint8 }
    : { _tag: "Exists", plan: setOrSelect(random, project, kind), type: uint8 }
  return selectPlan(named([value, make.of(random.pick(values), 2)]), {
    from: source,
    where: condition === undefined ? test : P.call("and", [test, condition])
  })
}

const setOrSelect = (random: Random, project: ProjectId, kind: Kind): QueryPlan =>
  random.chance(0.3) ? setOfKinds(random, project, [kind], 1) : ofKinds(random, project, [kind])

/** A query over the rows of the project, of every form that a plan has. */
export const randomQuery = (random: Random, project: ProjectId): QueryPlan => {
  switch (random.int(15)) {
    case 0:
      return randomSet(random, project)
    case 1:
      return withTable(random, project)
    case 2:
    case 8:
      return withWindows(random, project)
    case 3:
      return withMembers(random, project)
    case 4:
    case 5:
      return withComposites(random, project)
    case 6:
      return withRecursion(random, project)
    case 7:
      return withSubqueries(random, project)
    default:
      return randomPlan(random, project)
  }
}
