import type { AstExpr, OrderTerm, SelectStatement } from "../ast/Ast.ts"
import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import { type Expr, type SelectPlan, selectPlan, withGroups } from "../plan/Plan.ts"
import { makeJoinedValues } from "../planning/JoinedValues.ts"
import type { CommonTables, OutputColumn, Place, Planning, ResolvedQuery, Scope } from "../planning/Planning.ts"
import type { Steps } from "../types/Steps.ts"
import { logical, nullLiteral } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { isLong, resolveAhead } from "./Ahead.ts"
import { collectAliases } from "./Aliases.ts"
import { type Clauses, filter, groupKeys, type Item, orderTerms, rowCount, type Term } from "./Clauses.ts"
import { planName } from "./ColumnNames.ts"
import { commonTables } from "./CommonTables.ts"
import { areSelected, distinctRows } from "./DistinctRows.ts"
import { maximumColumns } from "./ExprSize.ts"
import { groupsOf } from "./Grouping.ts"
import { checkArraysOfTotals, checkTotals, type GroupingSets, groupingSets, setsOf } from "./GroupingSets.ts"
import { ofGroups } from "./JoinedSubqueries.ts"
import { joinedLate, lateArrays } from "./LateArrays.ts"
import { type Answer, qualified } from "./Qualify.ts"
import { type From, resolveArrayJoin, resolveFrom } from "./ResolveFrom.ts"
import { place, scopeOf } from "./Scope.ts"
import { selectedDocument } from "./SelectedDocuments.ts"
import { selectedOrder } from "./SelectedOrder.ts"
import { resolveColumn } from "./StarColumns.ts"

/** The plan of one SELECT, which sees only the WITH clauses around it. */
export function* resolveSelect(
  planning: Planning,
  statement: SelectStatement,
  outer: CommonTables
): Steps<ResolvedQuery> {
  // Even an empty query inside this one is work: WITH can name one as often as it likes.
  planning.spend(50, statement)
  planning.enterQuery(statement)
  const tables = commonTables(statement.with, outer, statement)
  const joined = makeJoinedValues()
  const tablesRead = statement.from === undefined ? undefined : yield* resolveFrom(planning, tables, statement.from)
  const from = resolveArrayJoin(
    planning,
    tables,
    statement,
    tablesRead === undefined ? undefined : { ...tablesRead, source: () => joined.around(tablesRead.source()) }
  )
  const windows = new Map(statement.windows.map(({ name, window }) => [name, window]))
  const aliases = collectAliases(statement)
  const scope = scopeOf(planning, tables, from?.leaves ?? [], { aliases, joined, windows })
  planning.around.push(scope.leaves.flatMap(({ name }) => name ?? []))
  checkTotals(statement)
  const sets = yield* groupedBySets(scope, statement)
  const written = yield* resolveClauses(scope, statement, sets)
  const isGrouped = written.groupBy !== undefined || scope.groups.isAggregated
  const clauses = isGrouped ? ofGroups(scope, written) : written
  const { groupBy, items, orderBy, where } = clauses
  const late = isGrouped ? lateArrays(scope.arrayJoins, clauses) : []
  checkArraysOfTotals(statement, late.length, statement)
  const { having, isAggregated } = groupsOf(scope, statement, clauses, late)
  if (items.length > maximumColumns) {
    return refuse(`A SELECT may have ${maximumColumns} columns, found ${items.length}`, statement)
  }
  if (statement.withTies && orderBy.length === 0) refuse("LIMIT WITH TIES needs an ORDER BY", statement)
  const early = scope.arrayJoins.all().filter((one) => !late.includes(one))
  const source = scope.arrayJoins.around(from?.source(), early)
  const rows = {
    from: sets === undefined ? source : sets.around(source),
    where: conjunction([...sampledBy(from), ...where, ...(isAggregated || having === undefined ? [] : [having])]),
    groupBy,
    having: isAggregated ? having : undefined
  }
  const answer: Answer = {
    select: nameColumns(items),
    rows,
    isAggregated,
    orderBy: orderBy.map(({ descending, expr }) => ({ descending, expr })),
    limitBy: clauses.limitBy.map(({ expr }) => expr)
  }
  const { qualify } = clauses
  if (qualify !== undefined && late.length > 0) {
    refuse("QUALIFY cannot stand beside arrayJoin of an aggregate", statement.qualify ?? statement)
  }
  const multiplied = late.length === 0 ? answer : joinedLate(planning, answer, scope.arrayJoins, late)
  const chosen = qualify === undefined
    ? multiplied
    : qualified(planning, multiplied, qualify, statement.qualify ?? statement)
  const isDistinct = !statement.distinct
    || areSelected(chosen, [...chosen.orderBy.map(({ expr }) => expr), ...chosen.limitBy])
  const terms = chosen.orderBy.map(({ expr }, i) => ({ expr, span: orderBy[i]?.span ?? statement }))
  const kept = isDistinct ? chosen : distinctRows(planning, chosen, terms)
  const { limitBy, select } = kept
  const limit = statement.limit === undefined ? undefined : rowCount(scope, statement.limit, "LIMIT")
  const rowsInOrder = selectPlan(select, {
    ...kept.rows,
    distinct: statement.distinct && isDistinct,
    orderBy: kept.orderBy,
    offset: statement.offset === undefined ? 0 : rowCount(scope, statement.offset, "OFFSET"),
    ...(statement.totals === true ? { totals: true } : {}),
    ...(statement.withTies ? { withTies: true } : {}),
    ...limitByOf(scope, statement, limitBy)
  })
  const plan = limit === undefined ? rowsInOrder : withGroups(rowsInOrder, limit)
  planning.around.pop()
  planning.leaveQuery()
  return {
    plan,
    columns: items.map(({ expr, name }): OutputColumn => ({ name, type: expr.type })),
    order: selectedOrder(select, plan.orderBy),
    document: kept.isAggregated || statement.distinct ? () => undefined : selectedDocument(planning, select, statement)
  }
}

const limitByOf = (
  scope: Scope,
  { limitBy }: SelectStatement,
  by: ReadonlyArray<Expr>
): Pick<SelectPlan, "limitBy"> => {
  if (limitBy === undefined) return {}
  const limit = rowCount(scope, limitBy.limit, "LIMIT")
  const offset = limitBy.offset === undefined ? 0 : rowCount(scope, limitBy.offset, "OFFSET")
  return { limitBy: { limit, offset, by } }
}

/** The sets of keys of GROUPING SETS, ROLLUP, CUBE and WITH TOTALS, which the SELECT list may have names for. */
function* groupedBySets(scope: Scope, statement: SelectStatement): Steps<GroupingSets | undefined> {
  const { columns, groupBy = [], sets, totals } = statement
  if (sets === undefined && totals !== true) return undefined
  const at = place("SELECT", true)
  const isNamed = isAll(scope, groupBy) || columns.some(({ _tag }) => _tag === "Star" || _tag.startsWith("Column"))
  const places = new Set(groupBy.flatMap((ast) => ast._tag === "Number" ? [Number(ast.text) - 1] : []))
  const items = yield* each(scope, at, columns, (ast, i): ReadonlyArray<Item> =>
    isNamed || places.has(i)
      ? resolveColumn(scope, ast, at)
      : [{ name: "", expr: nullLiteral, span: ast }])
  const keys = isAll(scope, groupBy)
    ? [yield* groupsBy(scope, groupBy, items)]
    : yield* each(scope, place("GROUP BY", true), groupBy, (ast) => [groupKeys(scope, ast, items)])
  const found = setsOf(statement, keys)
  return found === undefined ? undefined : groupingSets(scope.planning, found)
}

function* resolveClauses(rows: Scope, statement: SelectStatement, sets: GroupingSets | undefined): Steps<Clauses> {
  const scope: Scope = sets === undefined
    ? rows
    : { ...rows, resolved: new Map(), open: new Set(), keysOfSets: sets.keys(rows) }
  const isGrouped = statement.groupBy !== undefined
  const inSelect = place("SELECT", isGrouped)
  const items = yield* each(scope, inSelect, statement.columns, (ast) => resolveColumn(scope, ast, inSelect))
  const { having, limitBy, orderBy, prewhere, qualify, where } = statement
  return {
    items,
    where: [
      ...prewhere === undefined ? [] : [yield* condition(rows, prewhere, "WHERE", false)],
      ...where === undefined ? [] : [yield* condition(rows, where, "WHERE", false)]
    ],
    groupBy: sets?.groupBy ??
      (statement.groupBy === undefined ? undefined : yield* groupsBy(scope, statement.groupBy, items)),
    having: having === undefined ? undefined : yield* condition(scope, having, "HAVING", isGrouped),
    qualify: qualify === undefined ? undefined : yield* condition(scope, qualify, "QUALIFY", isGrouped),
    orderBy: [
      ...statement.totals === true && sets !== undefined
        ? [{ expr: sets.set, descending: false, span: statement }]
        : [],
      ...orderBy.length === 0 ? [] : yield* ordered(scope, orderBy, items, isGrouped)
    ],
    limitBy: limitBy === undefined ? [] : yield* ordered(scope, limitBy.by.map(termOf), items, isGrouped)
  }
}

const termOf = (expr: AstExpr): OrderTerm => ({
  expr,
  descending: false,
  nulls: undefined,
  start: expr.start,
  end: expr.end
})

/** The values of all parts of a clause, in steps. */
function* each<A>(
  scope: Scope,
  at: Place,
  parts: ReadonlyArray<AstExpr>,
  resolve: (part: AstExpr, index: number) => ReadonlyArray<A>
): Steps<ReadonlyArray<A>> {
  const values: Array<A> = []
  for (const [index, part] of parts.entries()) {
    if (isLong(part)) yield* resolveAhead(scope, part, at)
    for (const value of resolve(part, index)) values.push(value)
    if (scope.planning.isStepDone()) yield
  }
  return values
}

function* condition(
  scope: Scope,
  ast: AstExpr,
  clause: "WHERE" | "HAVING" | "QUALIFY",
  isGrouped: boolean
): Steps<Expr> {
  if (isLong(ast)) yield* resolveAhead(scope, ast, place(clause, isGrouped))
  return filter(scope, ast, clause, isGrouped)
}

const ordered = (
  scope: Scope,
  terms: ReadonlyArray<OrderTerm>,
  items: ReadonlyArray<Item>,
  isGrouped: boolean
): Steps<ReadonlyArray<Term>> =>
  each(
    scope,
    place("ORDER BY", isGrouped),
    terms.map(({ expr }) => expr),
    (expr, index) => orderTerms(scope, terms[index] ?? termOf(expr), items, isGrouped)
  )

function* groupsBy(
  scope: Scope,
  groupBy: ReadonlyArray<AstExpr>,
  items: ReadonlyArray<Item>
): Steps<ReadonlyArray<Expr>> {
  if (!isAll(scope, groupBy)) {
    return yield* each(scope, place("GROUP BY", true), groupBy, (ast) => groupKeys(scope, ast, items))
  }
  return items.map(({ expr }) => expr).filter((expr) =>
    findAggregate(expr) === undefined && findWindow(expr) === undefined
  )
}

/** `GROUP BY ALL`: by every column without an aggregate. */
const isAll = ({ aliases, leaves }: Scope, groupBy: SelectStatement["groupBy"]): boolean => {
  const [only, ...more] = groupBy ?? []
  return only?._tag === "Field" && more.length === 0 && only.path.length === 1 && /^all$/i.test(only.path[0] ?? "")
    && !aliases.has(only.path[0] ?? "") && !leaves.some((leaf) => leaf.has(only.path[0] ?? ""))
}

const nameColumns = (items: ReadonlyArray<Item>): Array<SelectPlan["select"][number]> => {
  const taken = new Set<string>()
  return items.map(({ expr, name }) => {
    const unique = planName(name, taken)
    taken.add(unique)
    return { name: unique, expr }
  })
}

const sampledBy = (from: From | undefined): ReadonlyArray<Expr> => from?.where === undefined ? [] : [from.where]

const conjunction = (parts: ReadonlyArray<Expr>): Expr | undefined =>
  parts.length === 0 ? undefined : logical("and", parts)
