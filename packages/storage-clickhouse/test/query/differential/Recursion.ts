import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type Column, columnsOf, type Expr, type QueryPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { scalar, withNullable } from "@hedgerow/sql/types/SqlType"
import { Expressions } from "./Expressions.ts"
import { columnLeaves, fresh, leavesOf, merged } from "./Leaves.ts"
import type { Random } from "./Random.ts"
import { named, ofKinds, optional, values } from "./Sets.ts"

const int = scalar("Int64")
const maybeInt = withNullable(int, true)

/** Rows that make rows: each round counts on, up to a bound, and computes a value from that of the round before. */
export const withRecursion = (random: Random, project: ProjectId): QueryPlan => {
  const name = fresh()
  const kind = random.pick(values)
  const first = ofKinds(random, project, [kind])
  const round: Expr = { _tag: "Literal", value: random.int(3), type: int }
  const base = { ...first, select: named([optional(round), ...first.select.map(({ expr }) => expr)]) }
  const columns = columnsOf(base)
  const rows = (alias: string): Source => ({ _tag: "CteRef", name, alias })
  const [before, beside, after] = [fresh(), fresh(), fresh()]
  const count: Column = { _tag: "Column", source: before, name: "c0", type: maybeInt }
  const isJoined = random.chance(0.3)
  const own = columnLeaves(columns, before)
  const make = new Expressions(random, isJoined ? merged(own, leavesOf(random, beside, "groups", false)) : own)
  const bound: Expr = { _tag: "Literal", value: 2 + random.int(isJoined ? 2 : 4), type: int }
  const isBelow: Expr = { _tag: "Call", fn: "less", args: [count, bound], type: scalar("UInt8", true) }
  const next: Expr = {
    _tag: "Call",
    fn: "plus",
    args: [count, { _tag: "Literal", value: 1, type: int }],
    type: maybeInt
  }
  const step = selectPlan(named([next, optional(make.of(kind, 2))]), {
    from: isJoined
      ? {
        _tag: "Join",
        kind: "cross",
        left: rows(before),
        right: { _tag: "Scan", table: "groups", tenant: project, alias: beside },
        on: undefined
      }
      : rows(before),
    where: random.chance(0.4)
      ? { _tag: "Call", fn: "and", args: [isBelow, make.of("Test", 1)], type: scalar("UInt8", true) }
      : isBelow
  })
  const outer = new Expressions(random, columnLeaves(columns, after))
  return selectPlan(named([{ ...count, source: after }, outer.of(random.pick(values), 2)]), {
    with: [{ name, plan: { _tag: "Recursive", columns, base, step, rounds: 1_000 } }],
    from: rows(after),
    where: random.chance(0.3) ? outer.of("Test", 2) : undefined
  })
}
