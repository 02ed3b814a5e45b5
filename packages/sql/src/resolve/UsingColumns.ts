import type { Span } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import { withNullable } from "../types/SqlType.ts"
import { commonType, convert } from "../typing/Coerce.ts"
import { call } from "../typing/PlanExpr.ts"

/** The tables that have a field, but for those whose field USING has in common with another one. */
export const leavesOf = (leaves: ReadonlyArray<Leaf>, name: string): ReadonlyArray<Leaf> => {
  const known = leaves.filter((leaf) => leaf.has(name))
  return known.length < 2 ? known : known.filter(({ yields }) => yields?.has(name) !== true)
}

/** The value of a field without a table: after FULL JOIN … USING that of the table that has a row. */
export const sharedField = (leaf: Leaf, path: readonly [string, ...ReadonlyArray<string>], span: Span): Expr => {
  const own = leaf.field(path, span)
  const other = path.length > 1 ? undefined : leaf.merges?.get(path[0])
  if (other === undefined) return own
  const theirs = sharedField(other, path, span)
  const type = commonType(own.type, theirs.type)
  if (type === undefined) return own
  const nullable = withNullable(type, true)
  return call("coalesce", [convert(own, nullable), convert(theirs, nullable)], nullable)
}

/** The leaf, whose value of the field is that of another table where all before it lack a row. */
const merging = (leaf: Leaf, name: string, last: Leaf): Leaf => {
  const next = leaf.merges?.get(name)
  const merged = next === undefined ? last : merging(next, name, last)
  return { ...leaf, merges: new Map(leaf.merges).set(name, merged) }
}

/** The sides of a join by USING, whose fields of these names are one. */
export const usingSides = (
  kind: string,
  names: ReadonlyArray<string>,
  kept: ReadonlyArray<Leaf>,
  other: ReadonlyArray<Leaf>
): { readonly kept: ReadonlyArray<Leaf>; readonly other: ReadonlyArray<Leaf> } => {
  const yields = new Set(names)
  const sameName = (name: string) => leavesOf(other, name)[0]
  const merged = (leaf: Leaf): Leaf =>
    names.reduce((one, name) => {
      const theirs = sameName(name)
      return one.has(name) && theirs !== undefined ? merging(one, name, theirs) : one
    }, leaf)
  return {
    kept: kind === "full" ? kept.map(merged) : kept,
    other: other.map((leaf) => ({
      ...leaf,
      yields: leaf.yields === undefined ? yields : new Set([...leaf.yields, ...names])
    }))
  }
}
