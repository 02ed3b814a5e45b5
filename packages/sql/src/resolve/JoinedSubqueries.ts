import type { AstExpr, SelectStatement, Span } from "../ast/Ast.ts"
import { makeExprKeys } from "../plan/ExprKeys.ts"
import { type Expr, selectPlan } from "../plan/Plan.ts"
import { mapChildren } from "../plan/PlanMap.ts"
import { contains } from "../plan/PlanWalk.ts"
import type { JoinedValue } from "../planning/JoinedValues.ts"
import type { OutputColumn, ResolvedQuery, Scope } from "../planning/Planning.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { choice } from "../typing/Choice.ts"
import { comparable } from "../typing/Coerce.ts"
import { documentText } from "../typing/Documents.ts"
import { compare } from "../typing/NullRules.ts"
import { literal, logical, orElse, predicate } from "../typing/PlanExpr.ts"
import { asWritten } from "../typing/TypedProperty.ts"
import type { Clauses } from "./Clauses.ts"
import { type Apart, apart, some, valueOf } from "./Correlated.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { place } from "./Scope.ts"
import { scalarSubquery } from "./Subqueries.ts"

type Subquery = Extract<AstExpr, { readonly _tag: "Subquery" }>

/**
 * `(SELECT f(x) … WHERE i.k = o.k)` as a value of each row: that of a query with a group for each key, joined by the
 * keys, and what the aggregate gives for no rows where there is none. Without an aggregate it is the first row of each
 * key. Undefined where the sub-query does not compare with the query around it so.
 */
export const joinedSubquery = (scope: Scope, ast: Subquery): Expr | undefined => {
  const { joined } = scope
  const { query } = ast
  if (joined === undefined || query._tag !== "Select") return undefined
  const known = joined.of(ast)
  if (known !== undefined) return known.value
  const form = valueOf(scope, query)
  const found = form === undefined ? undefined : apart(scope, query)
  if (found === undefined || form === undefined || mayMeanAggregate(found)) return undefined
  const made = form === "row" ? firstRows(scope, found, ast) : aggregates(scope, found, ast)
  joined.add(ast, made)
  return made.value
}

/** Whether a key names what the column calls an aggregate of it: in a SELECT list that is the aggregate. */
const mayMeanAggregate = ({ inner, query }: Apart): boolean => {
  const names = new Set<string>()
  const note = (one: AstExpr): boolean => one._tag === "Alias" && names.add(one.name).size === 0
  query.columns.forEach((column) => some(column, note))
  return inner.some((key) => some(key, (one) => one._tag === "Field" && names.has(one.path[0] ?? "")))
}

const number = (text: string, { end, start }: Span): AstExpr => ({ _tag: "Number", text, start, end })

const aggregates = (scope: Scope, found: Apart, ast: Subquery): JoinedValue => {
  const { inner, query } = found
  const columns = [...query.columns, ...inner, number("1", ast)]
  const { end, start } = ast
  const plain = { ...query, distinct: false, orderBy: [], limit: undefined }
  const joined = joinedBy(scope, found, { ...plain, columns, groupBy: inner }, ast)
  const none = scalarSubquery(scope, {
    ...ast,
    query: { ...plain, where: { _tag: "Boolean", value: false, start, end } }
  })
  const isMissing = predicate("isNull", noted(scope, joined.column(inner.length + 1), found))
  const value = noted(scope, joined.column(0), found)
  return { ...joined, value: choice([isMissing], [none, value], ast) }
}

const firstRows = (scope: Scope, found: Apart, ast: Subquery): JoinedValue => {
  const { inner, query } = found
  const limitBy = { limit: number("1", ast), offset: undefined, by: inner }
  const columns = [...query.columns, ...inner]
  const joined = joinedBy(scope, found, { ...query, columns, distinct: false, limit: undefined, limitBy }, ast)
  return { ...joined, value: noted(scope, joined.column(0), found) }
}

/** Errors call the value by the field that it depends on. */
const noted = (scope: Scope, expr: Expr, { outer }: Apart): Expr => {
  const [first] = outer
  if (first?._tag === "Field") {
    scope.planning.fields.set(expr, { name: first.path.join("."), start: first.start, end: first.end })
  }
  return expr
}

/** The query joined by its keys, which are its columns after the first; the other columns are NULL without a match. */
const joinedBy = (scope: Scope, { inner, outer }: Apart, statement: SelectStatement, span: Span) => {
  const { planning } = scope
  const rows = scope.keysOfSets?.rows ?? scope
  const keys = outer.map((key) => planning.expression(rows, key, place("WHERE", false)))
  const found = planning.select(statement, scope.tables)
  const isText = (index: number): boolean => keys[index - 1]?.type.kind === "String"
  const leaf = makeDerivedLeaf(planning, named(withTexts(found, isText)), undefined)
  const column = (index: number): Expr => {
    const expr = leaf.field([String(index)], span)
    return expr.type.kind === "JSON" ? documentText(expr) : expr
  }
  const on = keys.flatMap((key, i) => isSame(key, column(i + 1), inner[i] ?? span))
  leaf.makeNullable()
  return { keys, column, on: logical("and", on), source: leaf.source() }
}

/** Columns by their places. */
const named = (found: ResolvedQuery): ResolvedQuery => ({
  ...found,
  columns: found.columns.map(({ type }, i): OutputColumn => ({ name: String(i), type }))
})

/** Properties with a type are compared with texts as they were written. */
const withTexts = (found: ResolvedQuery, isText: (index: number) => boolean): ResolvedQuery => {
  const { plan } = found
  if (plan._tag !== "Select") return found
  const keyOf = makeExprKeys("alike")
  const typed = new Set(plan.select.filter((_, i) => isText(i)).map(({ expr }) => keyOf(expr)))
  const text = (expr: Expr): Expr => typed.has(keyOf(expr)) ? asWritten(expr) : expr
  const limitBy = plan.limitBy === undefined ? {} : { limitBy: { ...plan.limitBy, by: plan.limitBy.by.map(text) } }
  const select = plan.select.map((item, i) => isText(i) ? { ...item, expr: asWritten(item.expr) } : item)
  return { ...found, plan: selectPlan(select, { ...plan, select, groupBy: plan.groupBy?.map(text), ...limitBy }) }
}

/** Equal, or both NULL, as equalities that rows can be found by. */
const isSame = (outer: Expr, inner: Expr, span: Span): ReadonlyArray<Expr> => {
  const [a, b] = comparable(outer, inner, span)
  if (!a.type.nullable || !b.type.nullable || isComposite(a.type)) return [compare("equals", a, b, "join", span)]
  const type = withNullable(a.type, false)
  const none = literal(defaultCell(type), type)
  return [
    predicate("equals", orElse(a, none), orElse(b, none)),
    predicate("equals", predicate("isNull", a), predicate("isNull", b))
  ]
}

/**
 * The clauses of a SELECT over groups, in which a joined value whose keys are keys of the groups is one of each group:
 * all rows of a group have the same.
 */
export const ofGroups = (scope: Scope, clauses: Clauses): Clauses => {
  const keyOf = makeExprKeys("alike")
  const groups = new Set((clauses.groupBy ?? []).map(keyOf))
  const values = (scope.joined?.all() ?? [])
    .filter(({ keys, value }) => keys.every((key) => groups.has(keyOf(key))) && !groups.has(keyOf(value)))
    .map(({ value }) => keyOf(value))
  if (values.length === 0) return clauses
  const known = new Set(values)
  const one = (expr: Expr): Expr => {
    if (known.has(keyOf(expr))) return anyOf(expr)
    const isOutside = expr._tag !== "Aggregate" && !groups.has(keyOf(expr))
    return isOutside && contains(expr, (inner) => known.has(keyOf(inner))) ? mapChildren(expr, one) : expr
  }
  const each = <Term extends { readonly expr: Expr }>(terms: ReadonlyArray<Term>): ReadonlyArray<Term> =>
    terms.map((term) => ({ ...term, expr: one(term.expr) }))
  return {
    ...clauses,
    items: each(clauses.items),
    orderBy: each(clauses.orderBy),
    limitBy: each(clauses.limitBy),
    having: clauses.having === undefined ? undefined : one(clauses.having),
    qualify: clauses.qualify === undefined ? undefined : one(clauses.qualify)
  }
}

const anyOf = (value: Expr): Expr => ({
  _tag: "Aggregate",
  fn: "anyValue",
  args: [value],
  filter: undefined,
  type: withNullable(value.type, !isComposite(value.type))
})
