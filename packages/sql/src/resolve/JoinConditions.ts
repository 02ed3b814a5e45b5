import type { FromClause, Span } from "../ast/Ast.ts"
import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import type { Expr, JoinKind } from "../plan/Plan.ts"
import { contains, sourcesRead } from "../plan/PlanWalk.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { CommonTables, Planning } from "../planning/Planning.ts"
import { compare, condition } from "../typing/NullRules.ts"
import { logical } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { place, scopeOf } from "./Scope.ts"
import { leavesOf, sharedField } from "./UsingColumns.ts"

type Join = Extract<FromClause, { readonly _tag: "Join" }>

/** The kind of a join in the plan, which has no right joins: the sides change places. */
export const joinKind = (join: Join): { readonly kind: JoinKind; readonly isSwapped: boolean } => {
  const { kind, strictness = "all" } = join
  const isSwapped = kind === "right"
  const outer = kind === "left" || kind === "right"
  if (kind === "cross" || strictness === "all") return { kind: isSwapped ? "left" : outer ? "left" : kind, isSwapped }
  if (kind === "full") return refuse(`FULL ${strictness.toUpperCase()} JOIN is not supported`, join)
  switch (strictness) {
    case "semi":
    case "anti":
      return { kind: strictness, isSwapped }
    case "any":
    case "asof":
      if (strictness === "asof" && isSwapped) return refuse("RIGHT ASOF JOIN is not supported", join)
      return { kind: outer ? `left ${strictness}` : strictness, isSwapped }
  }
}

interface Sides {
  readonly kind: JoinKind
  readonly kept: ReadonlyArray<Leaf>
  readonly other: ReadonlyArray<Leaf>
}

/** The condition of a join, undefined for a cross join. */
export const joinCondition = (
  planning: Planning,
  tables: CommonTables,
  join: Join,
  sides: Sides
): Expr | undefined => {
  const on = join.using === undefined
    ? onCondition(planning, tables, join, sides)
    : usingCondition(join.using, sides, join)
  if (on !== undefined) checkForm(on, sides, join)
  return on
}

const onCondition = (planning: Planning, tables: CommonTables, join: Join, sides: Sides): Expr | undefined => {
  if (join.on === undefined) return undefined
  const scope = scopeOf(planning, tables, [...sides.kept, ...sides.other])
  planning.around.push(scope.leaves.flatMap(({ name }) => name ?? []))
  const on = condition("and", planning.expression(scope, join.on, place("JOIN", false)), join.on)
  planning.around.pop()
  if (findAggregate(on) !== undefined || findWindow(on) !== undefined) {
    return refuse("Aggregations are not allowed in JOIN ON", join.on, "illegal_aggregation")
  }
  return on
}

const usingCondition = (names: ReadonlyArray<string>, { kept, other }: Sides, join: Join): Expr =>
  logical(
    "and",
    names.map((name) => compare("equals", usingColumn(kept, name, join), usingColumn(other, name, join), "join", join))
  )

const usingColumn = (leaves: ReadonlyArray<Leaf>, name: string, span: Span): Expr => {
  const [leaf, ...others] = leavesOf(leaves, name)
  if (others.length > 0) return refuse(`Ambiguous query. Found multiple sources for field: ${name}`, span)
  return leaf === undefined
    ? refuse(`Unable to resolve field: ${name}`, span)
    : sharedField(leaf, [name], span)
}

const anyCondition: ReadonlySet<JoinKind> = new Set(["inner", "left", "cross"])
const orders: ReadonlySet<string> = new Set(["less", "lessOrEquals", "greater", "greaterOrEquals"])

/** Engines find the rows of other joins by their keys. */
const checkForm = (on: Expr, { kept, kind, other }: Sides, join: Join): void => {
  if (anyCondition.has(kind)) return
  const parts = on._tag === "Call" && on.fn === "and" ? on.args : [on]
  const aliases = (leaves: ReadonlyArray<Leaf>) => new Set(leaves.flatMap((leaf) => leaf.aliases()))
  const [left, right] = [aliases(kept), aliases(other)]
  const isOf = (expr: Expr, side: ReadonlySet<string>) => {
    const read = sourcesRead(expr)
    return read.length > 0 && read.every((alias) => side.has(alias)) &&
      !contains(expr, ({ _tag }) => _tag === "InSubquery")
  }
  const isPair = (part: Expr): part is Extract<Expr, { readonly _tag: "Call" }> => {
    const [a, b] = part._tag === "Call" ? part.args : []
    return a !== undefined && b !== undefined &&
      ((isOf(a, left) && isOf(b, right)) || (isOf(a, right) && isOf(b, left)))
  }
  const isAsof = kind === "asof" || kind === "left asof"
  const keys = isAsof ? parts.slice(0, -1) : parts
  const last = parts.at(-1)
  const name = kind.toUpperCase()
  if (!keys.every((part) => isPair(part) && part.fn === "equals") || keys.length === 0) {
    refuse(`The condition of ${name} JOIN must be equalities between its two sides, joined by AND`, join.on ?? join)
  }
  if (isAsof && (last === undefined || !isPair(last) || !orders.has(last.fn))) {
    refuse(`The condition of ${name} JOIN must end with an inequality between its two sides`, join.on ?? join)
  }
}
