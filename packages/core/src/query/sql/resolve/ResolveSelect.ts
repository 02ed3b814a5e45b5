import type { AstExpr, OrderTerm, SelectStatement, Span, Statement } from "../Ast.ts"
import { makeExprKeys } from "../ExprKeys.ts"
import type { Expr, SelectPlan } from "../Plan.ts"
import { typeName } from "../SqlType.ts"
import { checkAlias, collectAliases } from "./Aliases.ts"
import { columnName, planName } from "./ColumnNames.ts"
import { findAggregate, maximumColumns, maximumCommonTables, sizeOf, tooComplex } from "./ExprSize.ts"
import { checkGrouped } from "./Grouping.ts"
import { condition } from "./NullRules.ts"
import { logical, predicate } from "./PlanExpr.ts"
import type { CommonTables, OutputColumn, Planning, ResolvedSelect } from "./Planning.ts"
import { resolveExpression } from "./ResolveExpression.ts"
import { resolveFrom } from "./ResolveFrom.ts"
import { type Place, place, type Scope } from "./Scope.ts"
import { refuse } from "./SemanticFailure.ts"

/** A column of the SELECT list. */
interface Item {
  readonly name: string
  readonly expr: Expr
  readonly span: Span
}

/** The clauses of a SELECT in the plan's terms. */
interface Clauses {
  readonly items: ReadonlyArray<Item>
  readonly where: ReadonlyArray<Expr>
  readonly groupBy: ReadonlyArray<Expr> | undefined
  readonly having: Expr | undefined
  readonly orderBy: ReadonlyArray<Term>
}

/** The plan of one SELECT, which sees the WITH clauses around it and nothing else outside it. */
export const resolveSelect = (planning: Planning, statement: Statement, outer: CommonTables): ResolvedSelect => {
  if (statement._tag === "Set") return refuse(`${statement.operator.toUpperCase()} is not supported`, statement)
  // Even an empty query inside this one is work: WITH can name one as often as it likes.
  planning.spend(50, statement)
  refuseClauses(statement)
  const tables = commonTables(statement, outer)
  const from = statement.from === undefined ? undefined : resolveFrom(planning, tables, statement.from)
  const aliases = collectAliases(statement)
  const scope: Scope = { planning, leaves: from?.leaves ?? [], aliases, tables, open: new Set(), resolved: new Map() }
  const clauses = resolveClauses(scope, statement)
  const { groupBy, having, items, orderBy, where } = clauses
  const isAggregated = checkGroups(planning, statement, clauses)
  if (items.length > maximumColumns) {
    return refuse(`A SELECT may have ${maximumColumns} columns, found ${items.length}`, statement)
  }
  if (statement.distinct) checkDistinctOrder(items, orderBy)
  const select = nameColumns(items)
  const plan: SelectPlan = {
    from: from?.source(),
    where: conjunction(isAggregated || having === undefined ? where : [...where, having]),
    groupBy,
    having: isAggregated ? having : undefined,
    select,
    distinct: statement.distinct,
    orderBy: orderBy.map(({ descending, expr }) => ({ descending, expr })),
    limit: statement.limit === undefined ? undefined : rowCount(scope, statement.limit, "LIMIT"),
    offset: statement.offset === undefined ? 0 : rowCount(scope, statement.offset, "OFFSET")
  }
  return {
    plan,
    columns: items.map(({ expr, name }): OutputColumn => ({ name, type: expr.type })),
    property: isAggregated || statement.distinct ? () => undefined : hiddenProperty(planning, select)
  }
}

const resolveClauses = (scope: Scope, statement: SelectStatement): Clauses => {
  const isGrouped = statement.groupBy !== undefined
  const items = statement.columns.flatMap((column) => resolveColumn(scope, column, place("SELECT", isGrouped)))
  const conditions = [statement.prewhere, statement.where].filter((ast) => ast !== undefined)
  return {
    items,
    where: conditions.map((ast) => filter(scope, ast, "WHERE")),
    groupBy: statement.groupBy?.map((ast) => groupKey(scope, ast, items)),
    having: statement.having === undefined ? undefined : filter(scope, statement.having, "HAVING", isGrouped),
    orderBy: statement.orderBy.flatMap((term) => orderTerms(scope, term, items, isGrouped))
  }
}

/** Whether rows are grouped; when they are, every column must have one value in a group. */
const checkGroups = (planning: Planning, statement: SelectStatement, clauses: Clauses): boolean => {
  const { groupBy, having, items, orderBy } = clauses
  const terms = [
    ...items,
    ...orderBy,
    ...having === undefined ? [] : [{ expr: having, span: statement.having ?? statement }]
  ]
  for (const expr of [...terms.map(({ expr }) => expr), ...clauses.where, ...groupBy ?? []]) {
    planning.spend(sizeOf(expr), statement)
  }
  const isAggregated = groupBy !== undefined || terms.some(({ expr }) => findAggregate(expr) !== undefined)
  if (isAggregated) checkGrouped(planning, terms, groupBy ?? [])
  return isAggregated
}

const nameColumns = (items: ReadonlyArray<Item>): Array<SelectPlan["select"][number]> => {
  const taken = new Set<string>()
  return items.map(({ expr, name }) => {
    const unique = planName(name, taken)
    taken.add(unique)
    return { name: unique, expr }
  })
}

const refuseClauses = (statement: SelectStatement): void => {
  const { arrayJoin, limitBy, windows, withTies } = statement
  if (arrayJoin !== undefined) refuse("ARRAY JOIN is not supported", arrayJoin.columns[0] ?? statement)
  if (windows.length > 0) refuse("Window functions are not supported", windows[0]?.window ?? statement)
  if (limitBy !== undefined) refuse("LIMIT BY is not supported", limitBy.limit)
  if (withTies) refuse("LIMIT WITH TIES is not supported", statement.limit ?? statement)
}

/** Each part of a WITH sees the parts before it. */
const commonTables = (statement: SelectStatement, outer: CommonTables): CommonTables => {
  if (outer.named.size + statement.with.length > maximumCommonTables) return tooComplex(statement)
  return statement.with.reduce((within: CommonTables, table): CommonTables => {
    checkAlias(table.name, table)
    return { named: new Map([...within.named, [table.name, { table, within }]]) }
  }, outer)
}

const conjunction = (parts: ReadonlyArray<Expr>): Expr | undefined =>
  parts.length === 0 ? undefined : logical("and", parts)

const resolveColumn = (scope: Scope, ast: AstExpr, at: Place): ReadonlyArray<Item> =>
  ast._tag === "Star"
    ? expandStar(scope, ast)
    : [{ name: columnName(ast), expr: resolveExpression(scope, ast, at), span: ast }]

const expandStar = (scope: Scope, ast: Extract<AstExpr, { readonly _tag: "Star" }>): ReadonlyArray<Item> => {
  const name = ast.path.join(".")
  const leaves = name === "" ? scope.leaves : scope.leaves.filter((leaf) => leaf.name === name)
  const [leaf, ...others] = leaves
  if (others.length > 0) {
    return refuse("Cannot use '*' without table name when there are multiple tables in the query", ast)
  }
  if (leaf === undefined) {
    return refuse(
      name === "" ? "Cannot use '*' when there are no tables in the query" : `Unable to resolve field: ${name}`,
      ast
    )
  }
  scope.planning.spend(leaf.star.length, ast)
  return leaf.star.map((field) => ({ name: field, expr: leaf.field([field], ast), span: ast }))
}

const filter = (scope: Scope, ast: AstExpr, clause: "WHERE" | "HAVING", isGrouped = false): Expr => {
  const expr = resolveExpression(scope, ast, place(clause, isGrouped))
  refuseAggregate(scope, expr, ast, clause)
  const { kind } = expr.type
  if (["String", "UUID", "Date", "DateTime64"].includes(kind)) {
    return refuse(
      `Illegal type ${typeName(expr.type)} of column for filter. Must be UInt8 or Nullable(UInt8)`,
      ast,
      "illegal_type_of_column_for_filter"
    )
  }
  return condition("and", expr, ast)
}

const refuseAggregate = (scope: Scope, expr: Expr, span: Span, clause: Place["clause"]): void => {
  const found = clause === "HAVING" ? undefined : findAggregate(expr)
  if (found === undefined) return
  const name = scope.planning.aggregates.get(found) ?? found.fn
  refuse(`Aggregate function ${name} is found in ${clause} in query`, span, "illegal_aggregation")
}

/** The column that a position such as `ORDER BY 2` means; undefined when the term is no position. */
const positional = (ast: AstExpr, items: ReadonlyArray<Item>, clause: string): Expr | undefined => {
  if (ast._tag !== "Number" || !/^-?\d+$/.test(ast.text)) return undefined
  return items[Number(ast.text) - 1]?.expr ??
    refuse(`Position ${ast.text} in ${clause} is not in the SELECT list of ${items.length} columns`, ast)
}

const groupKey = (scope: Scope, ast: AstExpr, items: ReadonlyArray<Item>): Expr => {
  const expr = positional(ast, items, "GROUP BY") ?? resolveExpression(scope, ast, place("GROUP BY", true))
  refuseAggregate(scope, expr, ast, "GROUP BY")
  return expr
}

interface Term {
  readonly expr: Expr
  readonly descending: boolean
  readonly span: Span
}

/** NULLs are last unless asked for first; a constant orders nothing. */
const orderTerms = (
  scope: Scope,
  term: OrderTerm,
  items: ReadonlyArray<Item>,
  isGrouped: boolean
): ReadonlyArray<Term> => {
  const { descending, expr: span, nulls } = term
  const expr = positional(span, items, "ORDER BY") ?? resolveExpression(scope, span, place("ORDER BY", isGrouped))
  if (expr._tag === "Literal") return []
  const own: Term = { expr, descending, span }
  return nulls === "first" && expr.type.nullable
    ? [{ expr: predicate("isNull", expr), descending: true, span }, own]
    : [own]
}

const checkDistinctOrder = (items: ReadonlyArray<Item>, orderBy: ReadonlyArray<Term>): void => {
  const keyOf = makeExprKeys("alike")
  const selected = new Set(items.map(({ expr }) => keyOf(expr)))
  for (const { expr, span } of orderBy) {
    if (!selected.has(keyOf(expr))) {
      refuse("With SELECT DISTINCT, ORDER BY can only name columns of the SELECT list", span)
    }
  }
}

const rowCount = (scope: Scope, ast: AstExpr, clause: "LIMIT" | "OFFSET"): number => {
  const expr = resolveExpression({ ...scope, leaves: [] }, ast, place("WHERE", false))
  return expr._tag === "Literal" && Number.isSafeInteger(expr.value) && Number(expr.value) >= 0
    ? Number(expr.value)
    : refuse(`${clause} must be a constant whole number`, ast)
}

/** Adds the property of a selected JSON column to the list, once per path, after the columns the user sees. */
const hiddenProperty = (
  planning: Planning,
  select: Array<SelectPlan["select"][number]>
): ResolvedSelect["property"] => {
  const added = new Map<string, Expr>()
  const taken = new Set(select.map(({ name }) => name))
  return (index, path) => {
    const key = JSON.stringify([index, path])
    const known = added.get(key)
    if (known !== undefined) return known
    const column = select[index]?.expr
    const read = column === undefined ? undefined : planning.properties.get(column)
    if (read === undefined) return undefined
    const expr = read(path)
    const name = planName("", taken)
    taken.add(name)
    select.push({ name, expr })
    added.set(key, expr)
    return expr
  }
}
