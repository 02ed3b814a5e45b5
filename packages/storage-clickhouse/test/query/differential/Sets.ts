import type { ProjectId } from "@hedgerow/core/identity/Project"
import { columnsOf, type Expr, type QueryPlan, type SelectPlan, selectPlan } from "@hedgerow/sql/plan/Plan"
import { withNullable } from "@hedgerow/sql/types/SqlType"
import { Expressions, type Kind, valueKinds } from "./Expressions.ts"
import { fresh, leavesOf } from "./Leaves.ts"
import type { Random } from "./Random.ts"

/** Kinds of values that a column can have. */
export const values = valueKinds

/** The columns of a SELECT, in their order. */
export const named = (exprs: ReadonlyArray<Expr>): SelectPlan["select"] =>
  exprs.map((expr, i) => ({ name: `c${i}`, expr }))

/** The same value, of a type that may be NULL: branches have the same types, also where one of them is never NULL. */
export const optional = (expr: Expr): Expr =>
  expr.type.nullable
    ? expr
    : { _tag: "Call", fn: "nullIf", args: [expr, expr], type: withNullable(expr.type, true) }

/** A SELECT of values of these kinds, all of them perhaps NULL. */
export const ofKinds = (random: Random, project: ProjectId, wanted: ReadonlyArray<Kind>): SelectPlan => {
  const alias = fresh()
  const table = random.pick(["events", "persons", "groups"])
  const make = new Expressions(random, leavesOf(random, alias, table, false))
  const select = named(wanted.map((kind) => optional(make.of(kind, 2))))
  const where = random.chance(0.6) ? make.of("Test", 2) : undefined
  return selectPlan(select, { from: { _tag: "Scan", table, tenant: project, alias }, where })
}

/** Two or three queries of these kinds as one, each of which may be such a one itself. */
export const setOfKinds = (
  random: Random,
  project: ProjectId,
  wanted: ReadonlyArray<Kind>,
  depth: number
): QueryPlan => {
  const inputs = random.list(
    2 + random.int(2),
    () =>
      depth > 0 && random.chance(0.25)
        ? setOfKinds(random, project, wanted, depth - 1)
        : ofKinds(random, project, wanted)
  )
  const [first] = inputs
  return {
    _tag: "Set",
    operator: random.pick(["union all", "union", "intersect", "except"]),
    columns: first === undefined ? [] : columnsOf(first),
    inputs
  }
}

/** A set of queries with one or two columns. */
export const randomSet = (random: Random, project: ProjectId): QueryPlan =>
  setOfKinds(random, project, random.list(1 + random.int(2), () => random.pick(values)), 2)
