import type { Span } from "../ast/Ast.ts"
import {
  type Column,
  columnAt,
  columnsOf,
  type Expr,
  type QueryPlan,
  selectPlan,
  type Source,
  type SourceColumn
} from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { Planning, ResolvedQuery, ResolvedTable } from "../planning/Planning.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { readFrom } from "../typing/Documents.ts"
import { call } from "../typing/PlanExpr.ts"
import type { PropertyOwner } from "../typing/TypedProperty.ts"
import { propertyOf } from "./PropertyOf.ts"
import { unknownField } from "./UnknownNames.ts"

/** A sub-query of the FROM clause. */
export const makeDerivedLeaf = (planning: Planning, inner: ResolvedQuery, name: string | undefined): Leaf => {
  const alias = planning.nextAlias(name ?? "subquery")
  return queryLeaf(planning, inner, name, alias, () => ({ _tag: "Subquery", plan: inner.plan, alias }))
}

/** The name of a WITH query in a FROM clause: the query stays where it is, however often it is named. */
export const makeTableRefLeaf = (planning: Planning, { name: table, query }: ResolvedTable, name: string): Leaf => {
  const alias = planning.nextAlias(name)
  return queryLeaf(
    planning,
    query,
    name,
    alias,
    () => ({ _tag: "CteRef", name: table, alias })
  )
}

/** All rows of a WITH query, as a query of their own. */
export const wholeTable = (planning: Planning, table: ResolvedTable, name: string): ResolvedQuery => {
  const leaf = makeTableRefLeaf(planning, table, name)
  const { alias } = { alias: "", ...leaf.source() }
  const select = columnsOf(table.query.plan).slice(0, table.query.columns.length).map(({ name, type }) => ({
    name,
    expr: { _tag: "Column" as const, source: alias, name, type }
  }))
  return {
    plan: selectPlan(select, { from: leaf.source() }),
    columns: table.query.columns,
    document: () => undefined
  }
}

/**
 * The owner of the documents that a column of a query selects, where all parts of the query select those of one owner.
 */
const ownerOf = (planning: Planning, plan: QueryPlan, index: number): PropertyOwner | undefined => {
  if (plan._tag === "Select") {
    const expr = plan.select[index]?.expr
    return expr === undefined ? undefined : planning.owners.get(expr)
  }
  const [first, ...others] = (plan._tag === "Set" ? plan.inputs : [plan.base, plan.step])
    .map((input) => ownerOf(planning, input, index))
  return others.every((other) => other?.key === first?.key) ? first : undefined
}

/** Of columns with the same name the first is the one to read. */
const queryLeaf = (
  planning: Planning,
  inner: ResolvedQuery,
  name: string | undefined,
  alias: string,
  source: () => Source
): Leaf => {
  const indexes = new Map<string, number>()
  inner.columns.forEach((column, index) => {
    if (!indexes.has(column.name)) indexes.set(column.name, index)
  })
  let nullable = false
  const column = ({ name, type }: SourceColumn): Column => ({
    _tag: "Column",
    source: alias,
    name,
    type: withNullable(type, type.nullable || nullable)
  })
  const document = (expr: Column, index: number): Expr => {
    const owner = ownerOf(planning, inner.plan, index)
    if (owner !== undefined) planning.owners.set(expr, owner)
    const read = (path: ReadonlyArray<string> | undefined): Expr | undefined => {
      const found = inner.document(index, path)
      return found === undefined ? undefined : column(found)
    }
    return readFrom(expr, { property: read, text: () => read(undefined) })
  }
  const field = ([first, ...rest]: readonly [string, ...ReadonlyArray<string>], span: Span): Expr => {
    const index = indexes.get(first)
    const found = index === undefined ? undefined : columnAt(inner.plan, index)
    if (index === undefined || found === undefined) return unknownField(first, [...indexes.keys()], span)
    const expr = column(found)
    const value = expr.type.kind === "JSON" ? document(expr, index) : nullable ? present(expr) : expr
    return propertyOf(planning, value, rest, first, span)
  }
  return {
    name,
    star: [...indexes.keys()],
    has: (field) => indexes.has(field),
    makeNullable: () => {
      nullable = true
    },
    field,
    order: () => inner.order?.().map(({ column: key, descending }) => ({ expr: column(key), descending })) ?? [],
    aliases: () => [alias],
    source
  }
}

/** Arrays and maps are empty where a join found no row. */
const present = (expr: Column): Expr => isComposite(expr.type) ? call("orEmpty", [expr], expr.type) : expr
