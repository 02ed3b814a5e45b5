import type { FromClause, SelectStatement, Span } from "../ast/Ast.ts"
import type { Expr, JoinKind, Source } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { CommonTables, Planning, SchemaTable } from "../planning/Planning.ts"
import type { Steps } from "../types/Steps.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { checkAlias } from "./Aliases.ts"
import { makeArrayLeaf } from "./ArrayLeaf.ts"
import { namedQuery } from "./CommonTables.ts"
import { makeDerivedLeaf, makeTableRefLeaf } from "./DerivedLeaf.ts"
import { maximumTables } from "./ExprSize.ts"
import { joinCondition, joinKind } from "./JoinConditions.ts"
import { nestedLeaves } from "./NestedLeaves.ts"
import { sampled } from "./Sample.ts"
import { isTableFunction, resolveTableFunction } from "./TableFunctions.ts"
import { unknownTable } from "./UnknownNames.ts"
import { usingSides } from "./UsingColumns.ts"

/** The tables of a FROM clause, and their joins once all fields are resolved. */
export interface From {
  readonly leaves: ReadonlyArray<Leaf>
  readonly source: () => Source
  /** The condition on its rows, where it is a sample. */
  readonly where?: Expr
}

/** Resolves what stands after FROM. */
export function* resolveFrom(planning: Planning, tables: CommonTables, from: FromClause): Steps<From> {
  const resolved = yield* resolveSource(planning, tables, from)
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

function* resolveSource(planning: Planning, tables: CommonTables, from: FromClause): Steps<From> {
  switch (from._tag) {
    case "Table":
      return yield* resolveTable(planning, tables, from)
    case "Derived": {
      if (from.alias !== undefined) checkAlias(from.alias, from)
      return leafOnly(makeDerivedLeaf(planning, yield* planning.selectInSteps(from.query, tables), from.alias))
    }
    case "PlaceholderTable":
      return refuse(`Unresolved placeholder: {${from.name.join(".")}}`, from)
    case "Join":
      return yield* resolveJoin(planning, tables, from)
  }
}

const leafOnly = (leaf: Leaf): From => ({ leaves: [leaf], source: leaf.source })

const noSample = "SAMPLE is only supported for the tables events and persons"

const tableNamed = ({ schema }: Planning, { names }: CommonTables, name: string, span: Span): SchemaTable =>
  schema.find(name) ?? unknownTable(name, [...names(), ...schema.names], span, schema.hints)

function* resolveTable(
  planning: Planning,
  tables: CommonTables,
  from: Extract<FromClause, { readonly _tag: "Table" }>
): Steps<From> {
  const name = from.path.join(".")
  const named = from.args === undefined ? tables.find(name) : undefined
  const common = named === undefined ? undefined : yield* namedQuery(planning, named)
  if (common === undefined && (from.args !== undefined || isTableFunction(name))) {
    return leafOnly(resolveTableFunction(planning, name, from))
  }
  const alias = from.alias ?? name
  if (from.alias !== undefined) checkAlias(from.alias, from)
  if (common !== undefined) {
    if (from.sample !== undefined) return refuse(noSample, from)
    return leafOnly(makeTableRefLeaf(planning, common, alias))
  }
  const table = tableNamed(planning, tables, name, from)
  if (from.sample === undefined) return leafOnly(table.leaf(planning, alias, from))
  const field = table.sampledBy ?? refuse(noSample, from)
  const leaf = table.leaf(planning, alias, from)
  return { ...leafOnly(leaf), where: sampled(leaf, field, from.sample, from) }
}

/** Joins that take one match of a row find it among the rows of one query. */
const takesOneMatch = (kind: JoinKind): boolean => !["inner", "left", "full", "cross"].includes(kind)

function* resolveJoin(
  planning: Planning,
  tables: CommonTables,
  join: Extract<FromClause, { readonly _tag: "Join" }>
): Steps<From> {
  const { isSwapped, kind } = joinKind(join)
  const side = (from: From): From => from.where === undefined ? from : nestedLeaves(planning, from)
  const left = side(yield* resolveSource(planning, tables, join.left))
  const right = side(yield* resolveSource(planning, tables, join.right))
  const sides = [left, right] as const
  const [first, second] = isSwapped ? [sides[1], sides[0]] : sides
  const kept = kind === "any" ? nestedLeaves(planning, first) : first
  const other = takesOneMatch(kind) ? nestedLeaves(planning, second) : second
  const shown = join.using === undefined
    ? { kept: kept.leaves, other: other.leaves }
    : usingSides(kind, join.using, kept.leaves, other.leaves)
  const leaves = isSwapped ? [...shown.other, ...shown.kept] : [...shown.kept, ...shown.other]
  const on = joinCondition(planning, tables, join, { kind, kept: kept.leaves, other: other.leaves })
  if (kind === "full" || kind.startsWith("left") || kind === "anti") other.leaves.forEach((leaf) => leaf.makeNullable())
  if (kind === "full") kept.leaves.forEach((leaf) => leaf.makeNullable())
  return {
    leaves,
    source: () => ({ _tag: "Join", kind, left: kept.source(), right: other.source(), on })
  }
}

/** The FROM with the members of the arrays of ARRAY JOIN. */
export const resolveArrayJoin = (
  planning: Planning,
  tables: CommonTables,
  { arrayJoin, from: clause }: SelectStatement,
  from: From | undefined
): From | undefined => {
  if (arrayJoin === undefined) return from
  const span: Span = arrayJoin.columns[0] ?? clause ?? { start: 0, end: 0 }
  if (from === undefined) return refuse("ARRAY JOIN needs a FROM", span)
  const leaf = makeArrayLeaf(planning, tables, arrayJoin, from)
  return { ...from, leaves: [leaf, ...from.leaves], source: leaf.source }
}
