import type { Expr, JoinKind, JoinSource, QueryPlan } from "../plan/Plan.ts"
import { visitPlan } from "../plan/PlanWalk.ts"
import type { Statement } from "./RenderScan.ts"

const isColumn = (expr: Expr | undefined, source: string, name: string): boolean =>
  expr?._tag === "Column" && expr.source === source && expr.name === name

/** The expression that a join sets equal to a column of its right side. */
export const joinedTo = ({ on }: JoinSource, source: string, name: string): Expr | undefined => {
  if (on?._tag !== "Call" || on.fn !== "equals") return undefined
  const [a, b] = on.args
  return isColumn(a, source, name) ? b : isColumn(b, source, name) ? a : undefined
}

type Stored = Pick<Statement, "stored">

/** Whether a left join finds its right side by that table's key: each row has at most one match. */
export const isLookup = (join: JoinSource, { stored }: Stored): boolean => {
  const { kind, right } = join
  const key = right._tag === "Scan" ? stored(right).key : undefined
  return kind === "left" && right._tag === "Scan" && key !== undefined
    && joinedTo(join, right.alias, key) !== undefined
}

/** Whether a join adds UUIDs of a row that may not be there. */
export const addsUuids = (join: JoinSource, statement: Stored): boolean =>
  join.right._tag === "Scan" && statement.stored(join.right).uuids === true && isLookup(join, statement)

const leavesNull: ReadonlySet<JoinKind> = new Set(["left", "full", "anti", "left any", "left asof"])

/**
 * Whether rows of UUIDs are the only ones of the plan that a join may not find. ClickHouse then need not make the columns of
 * joins such that they can be NULL: the constant of a row shows that it was found.
 */
export const lacksOnlyUuids = (plan: QueryPlan, statement: Stored): boolean => {
  let found = true
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "Join" && leavesNull.has(source.kind) && !addsUuids(source, statement)) found = false
    }
  })
  return found
}
