import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { FunctionName } from "@hedgerow/sql/functions/Functions"
import { columnsOf, type Expr, type JoinKind, type SelectPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { scalar, withNullable } from "@hedgerow/sql/types/SqlType"
import { Expressions, type Kind, valueKinds } from "./Expressions.ts"
import { columnLeaves, fresh, type Leaves, leavesOf, merged } from "./Leaves.ts"
import type { Random } from "./Random.ts"

/** Kinds of joins by the sides that they can leave empty. */
const leavesRightEmpty: ReadonlySet<JoinKind> = new Set(["left", "full", "anti", "left any", "left asof"])
/** Kinds that take one row of several with the same key, which of them is not defined. */
const takesOne: ReadonlySet<JoinKind> = new Set(["semi", "any", "left any", "asof", "left asof"])
const isAsof = (kind: JoinKind): boolean => kind === "asof" || kind === "left asof"

const keyKinds = valueKinds
const nearKinds = ["Int64", "Date", "DateTime64"] as const
const nearer = ["less", "lessOrEquals", "greater", "greaterOrEquals"] as const

const test = (fn: FunctionName, a: Expr, b: Expr): Expr => ({
  _tag: "Call",
  fn,
  args: [a, b],
  type: scalar("UInt8", a.type.nullable || b.type.nullable)
})

interface Side {
  readonly plan: SelectPlan
  readonly alias: string
}

/** Rows with these keys and values beside them; with `isUnique` one row for each combination of keys. */
const side = (random: Random, project: ProjectId, keys: ReadonlyArray<Kind>, isUnique: boolean): Side => {
  const alias = fresh()
  const table = random.pick(["events", "events", "persons", "groups"])
  const make = new Expressions(random, leavesOf(random, alias, table, false))
  const exprs = keys.map((kind) => make.of(kind, random.int(3)))
  const value = make.of(random.pick(keyKinds), 1)
  const beside: Expr = isUnique
    ? { _tag: "Aggregate", fn: "min", args: [value], filter: undefined, type: withNullable(value.type, true) }
    : value
  const plan = selectPlan(
    [...exprs, beside].map((expr, i) => ({ name: `k${i}`, expr })),
    {
      from: { _tag: "Scan", table, tenant: project, alias },
      groupBy: isUnique ? exprs : undefined,
      where: random.chance(0.3) ? make.of("Test", 1) : undefined
    }
  )
  return { plan, alias: fresh() }
}

const columnOf = ({ alias, plan }: Side, place: number): Expr => {
  const { name, type } = columnsOf(plan)[place] ?? { name: "k0", type: scalar("String") }
  return { _tag: "Column", source: alias, name, type }
}

const sourceOf = ({ alias, plan }: Side): Source => ({ _tag: "Subquery", plan, alias })

/** The columns that a join offers to expressions. */
export interface Joined {
  readonly source: Source
  readonly leaves: Leaves
}

/** Two sub-queries joined in any of the ways there are. */
export const joinedAnyhow = (random: Random, project: ProjectId): Joined => {
  const kind: JoinKind = random.pick([
    "inner",
    "left",
    "full",
    "full",
    "semi",
    "anti",
    "any",
    "left any",
    "asof",
    "left asof"
  ])
  const keys: ReadonlyArray<Kind> = [
    ...random.list(1 + random.int(2), () => random.pick(keyKinds)),
    ...isAsof(kind) ? [random.pick(nearKinds)] : []
  ]
  const left = side(random, project, keys, kind === "any" || random.chance(0.3))
  const right = side(random, project, keys, takesOne.has(kind) || random.chance(0.3))
  const parts = keys.map((_, place) =>
    test(
      isAsof(kind) && place === keys.length - 1 ? random.pick(nearer) : "equals",
      columnOf(left, place),
      columnOf(right, place)
    )
  )
  const [first, ...rest] = parts
  const on = rest.reduce<Expr | undefined>((all, part) => all === undefined ? part : test("and", all, part), first)
  return {
    source: { _tag: "Join", kind, left: sourceOf(left), right: sourceOf(right), on },
    leaves: merged(
      columnLeaves(columnsOf(left.plan), left.alias, kind === "full"),
      columnLeaves(columnsOf(right.plan), right.alias, leavesRightEmpty.has(kind))
    )
  }
}
