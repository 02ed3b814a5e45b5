import type { FromClause, Span } from "../Ast.ts"
import type { Expr, Source } from "../Plan.ts"
import { checkAlias } from "./Aliases.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { findAggregate, maximumTables } from "./ExprSize.ts"
import type { Leaf } from "./Leaf.ts"
import { compare, condition } from "./NullRules.ts"
import { logical } from "./PlanExpr.ts"
import type { CommonTables, Planning } from "./Planning.ts"
import { resolveExpression } from "./ResolveExpression.ts"
import { place, type Scope } from "./Scope.ts"
import { refuse } from "./SemanticFailure.ts"
import { makeTableLeaf } from "./TableLeaf.ts"
import { virtualTables } from "./VirtualTables.ts"

/** The tables of a FROM clause, and their joins once all fields are resolved. */
export interface From {
  readonly leaves: ReadonlyArray<Leaf>
  readonly source: () => Source
}

/** Resolves what stands after FROM. Every scan it makes belongs to the project of the planning. */
export const resolveFrom = (planning: Planning, tables: CommonTables, from: FromClause): From => {
  const resolved = resolveSource(planning, tables, from)
  if (resolved.leaves.length > maximumTables) {
    return refuse(`A FROM may have ${maximumTables} tables and sub-queries, found ${resolved.leaves.length}`, from)
  }
  const names = new Set<string>()
  for (const { name } of resolved.leaves) {
    if (name === undefined) continue
    if (names.has(name)) return refuse(`Already have joined a table called "${name}". Can't redefine.`, from)
    names.add(name)
  }
  return resolved
}

const resolveSource = (planning: Planning, tables: CommonTables, from: FromClause): From => {
  switch (from._tag) {
    case "Table":
      return leafOnly(resolveTable(planning, tables, from))
    case "Derived": {
      if (from.alias !== undefined) checkAlias(from.alias, from)
      return leafOnly(makeDerivedLeaf(planning, planning.select(from.query, tables), from.alias))
    }
    case "PlaceholderTable":
      return refuse(`Unresolved placeholder: {${from.name.join(".")}}`, from)
    case "Join":
      return resolveJoin(planning, tables, from)
  }
}

const leafOnly = (leaf: Leaf): From => ({ leaves: [leaf], source: leaf.source })

const resolveTable = (
  planning: Planning,
  tables: CommonTables,
  from: Extract<FromClause, { readonly _tag: "Table" }>
): Leaf => {
  const name = from.path.join(".")
  if (from.args !== undefined) return refuse(`Table function '${name}' is not supported`, from)
  if (from.sample !== undefined) return refuse("SAMPLE is not supported", from)
  const alias = from.alias ?? name
  if (from.alias !== undefined) checkAlias(from.alias, from)
  const common = tables.named.get(name)
  if (common?.table._tag === "CteQuery") {
    return makeDerivedLeaf(planning, planning.select(common.table.query, common.within), alias)
  }
  const virtual = virtualTables.get(name) ?? refuse(`Unknown table "${name}".`, from)
  return makeTableLeaf(planning, virtual, alias)
}

const resolveJoin = (
  planning: Planning,
  tables: CommonTables,
  join: Extract<FromClause, { readonly _tag: "Join" }>
): From => {
  if (join.strictness !== undefined && join.strictness !== "all") {
    return refuse(`${join.strictness.toUpperCase()} JOIN is not supported`, join)
  }
  if (join.kind === "full") return refuse("FULL JOIN is not supported", join)
  const [left, right] = [resolveSource(planning, tables, join.left), resolveSource(planning, tables, join.right)]
  const leaves = [...left.leaves, ...right.leaves]
  const on = joinCondition(planning, tables, join, left, right)
  if (join.kind === "left") right.leaves.forEach((leaf) => leaf.makeNullable())
  if (join.kind === "right") left.leaves.forEach((leaf) => leaf.makeNullable())
  const [kept, other] = join.kind === "right" ? [right, left] : [left, right]
  return {
    leaves,
    source: () => ({
      _tag: "Join",
      kind: join.kind === "right" ? "left" : join.kind === "full" ? "inner" : join.kind,
      left: kept.source(),
      right: other.source(),
      on
    })
  }
}

const joinCondition = (
  planning: Planning,
  tables: CommonTables,
  join: Extract<FromClause, { readonly _tag: "Join" }>,
  left: From,
  right: From
): Expr | undefined => {
  if (join.using !== undefined) {
    return logical("and", join.using.map((name) => usingColumn(name, left, right, join)))
  }
  if (join.on === undefined) return undefined
  const scope: Scope = {
    planning,
    leaves: [...left.leaves, ...right.leaves],
    aliases: new Map(),
    tables,
    open: new Set(),
    resolved: new Map()
  }
  const on = condition("and", resolveExpression(scope, join.on, place("JOIN", false)), join.on)
  if (findAggregate(on) !== undefined) {
    return refuse("Aggregations are not allowed in JOIN ON", join.on, "illegal_aggregation")
  }
  return on
}

const usingColumn = (name: string, left: From, right: From, span: Span): Expr => {
  const field = ({ leaves }: From): Expr => {
    const [leaf, ...others] = leaves.filter((leaf) => leaf.has(name))
    if (others.length > 0) return refuse(`Ambiguous query. Found multiple sources for field: ${name}`, span)
    return leaf?.field([name], span) ?? refuse(`Unable to resolve field: ${name}`, span)
  }
  return compare("equals", field(left), field(right), "join", span)
}
