import type { AstExpr, SelectStatement, Span } from "../ast/Ast.ts"
import { makeExprKeys } from "../plan/ExprKeys.ts"
import type { Expr, Source } from "../plan/Plan.ts"
import { oneRow } from "../planning/ArrayJoins.ts"
import type { KeysOfSets, Place, Planning, Scope } from "../planning/Planning.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { arrayOf, isComposite, scalar, withNullable } from "../types/SqlType.ts"
import { call, int64, literal, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** A GROUP BY of several sets of keys: each row counts once in each set. */
export interface GroupingSets {
  /** The number of the set of a group. */
  readonly set: Expr
  /** The keys of groups, that number among them. */
  readonly groupBy: ReadonlyArray<Expr>
  readonly keys: (rows: Scope) => KeysOfSets
  /** The rows, each as often as there are sets. */
  readonly around: (source: Source | undefined) => Source
}

/** The sets of keys of a statement, from the keys of all sets as they are written, set by set. */
export const setsOf = (
  { sets, totals }: SelectStatement,
  keys: ReadonlyArray<ReadonlyArray<Expr>>
): ReadonlyArray<ReadonlyArray<Expr>> | undefined => {
  if (totals === true) return [keys.flat(), []]
  let at = 0
  return sets?.map((count) => keys.slice(at, at += count).flat())
}

/** Groups by sets of keys. */
export const groupingSets = (planning: Planning, sets: ReadonlyArray<ReadonlyArray<Expr>>): GroupingSets => {
  const alias = planning.nextAlias("sets")
  const set: Expr = { _tag: "Column", source: alias, name: "member", type: uint8 }
  const keyOf = makeExprKeys("alike")
  const among = (items: ReadonlyArray<number>): Expr => ({
    _tag: "InList",
    value: set,
    items,
    negated: false,
    type: uint8
  })
  const known = new Map<number, { readonly shown: Expr; readonly lacking: ReadonlyArray<number> }>()
  const members = sets.map((keys) => new Set(keys.map(keyOf)))
  for (const key of sets.flat()) {
    if (known.has(keyOf(key))) continue
    const lacking = members.flatMap((keys, i) => keys.has(keyOf(key)) ? [] : [i])
    const none = isComposite(key.type)
      ? literal(defaultCell(key.type), key.type)
      : literal(null, withNullable(key.type, true))
    const shown = lacking.length === 0 ? key : call("if", [among(lacking), none, key], none.type)
    known.set(keyOf(key), { shown, lacking })
  }
  return {
    set,
    groupBy: [set, ...Array.from(known.values(), ({ shown }) => shown)],
    keys: (rows) => ({
      rows,
      inGroups: (expr) => expr._tag === "Literal" ? expr : known.get(keyOf(expr))?.shown ?? expr,
      isLacking: (expr) => {
        const found = known.get(keyOf(expr))
        return found === undefined ? undefined : found.lacking.length === 0 ? literal(0, uint8) : among(found.lacking)
      }
    }),
    around: (source) => ({
      _tag: "ArrayJoin",
      kind: "inner",
      source: source ?? oneRow(planning.nextAlias),
      items: [{ name: "member", expr: literal(sets.map((_, i) => i), arrayOf(uint8)), type: uint8 }],
      alias
    })
  }
}

/** `grouping(a, b)`: a bit for each key, 1 where the set of the group lacks it, the last key the lowest. */
export const groupingOf = (scope: Scope, ast: Extract<AstExpr, { readonly _tag: "Call" }>, at: Place): Expr => {
  const { keysOfSets } = scope
  if (keysOfSets === undefined) {
    return refuse(
      "grouping() is of the keys of GROUPING SETS, ROLLUP, CUBE or WITH TOTALS, and the query has none",
      ast
    )
  }
  if (ast.args.length === 0) return refuse("Function 'grouping' requires at least 1 argument, found 0", ast)
  const bits = ast.args.map((arg) => {
    const key = keysOfSets.rows.planning.expression(keysOfSets.rows, arg, { ...at, clause: "GROUP BY" })
    return keysOfSets.isLacking(key) ?? refuse("An argument of grouping() must be a key of GROUP BY", arg)
  })
  const int = (expr: Expr): Expr => call("cast", [expr], int64)
  const [first = literal(0, uint8), ...more] = bits
  const sum = more.reduce((sum, bit) => call("plus", [call("plus", [sum, sum], int64), int(bit)], int64), int(first))
  return call("cast", [sum], scalar("UInt64"))
}

/** Refuses what leaves the row of all groups without a meaning. */
export const checkTotals = (statement: SelectStatement): void => {
  const { distinct, having, limitBy, offset, qualify, totals, withTies } = statement
  if (totals !== true) return
  const clause = having ?? qualify ?? limitBy?.limit ?? offset
  if (clause !== undefined) refuseTotals("HAVING, QUALIFY, LIMIT BY or OFFSET", clause)
  if (withTies) refuseTotals("LIMIT WITH TIES", statement.limit ?? statement)
  if (distinct) refuseTotals("SELECT DISTINCT", statement)
}

/** Refuses arrays that make several rows of a group: the row of all groups is one. */
export const checkArraysOfTotals = ({ totals }: SelectStatement, arrays: number, span: Span): void => {
  if (totals === true && arrays > 0) refuseTotals("arrayJoin of groups", span)
}

const refuseTotals = (what: string, span: Span): never =>
  refuse(`WITH TOTALS cannot stand with ${what}`, span, {
    hint: "Compute the groups in a sub-query with WITH TOTALS, and choose among its rows outside."
  })
