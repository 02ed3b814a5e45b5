import type { AstExpr, OrderTerm, SelectStatement, Statement } from "@hedgerow/sql/ast/Ast"
import { parseExpression, parseStatement } from "@hedgerow/sql/parse/Parser"
import { printExpression, printStatement } from "@hedgerow/sql/print/Printer"
import { Result } from "effect"
import { changeConditions, replacedDates, replacedEvents } from "./ChangedConditions.ts"
import type { Draft, DraftLimit, Measure } from "./Draft.ts"
import { Unclear } from "./PromptReader.ts"
import { eventCondition, intervalSql } from "./WriteDraft.ts"

/** An expression that this module or a rule wrote. */
const expression = (sql: string): AstExpr => Result.getOrThrow(parseExpression(sql))

const named = (expr: AstExpr, name: string): AstExpr => ({ _tag: "Alias", expr, name, start: 0, end: 0 })

const isPlainTable = (select: SelectStatement): boolean => {
  const { from } = select
  return from?._tag === "Table" && from.path.length === 1 && from.path[0] === "events" && from.args === undefined &&
    from.alias === undefined && from.sample === undefined
}

const isSimple = (statement: Statement): statement is SelectStatement =>
  statement._tag === "Select" && isPlainTable(statement) && statement.with.length === 0 && !statement.distinct &&
  statement.prewhere === undefined && statement.having === undefined && statement.qualify === undefined &&
  statement.windows.length === 0 &&
  statement.arrayJoin === undefined && !statement.withTies && statement.offset === undefined

/** A column without its alias, and the names by which the statement may refer to it. */
const bare = (column: AstExpr): AstExpr => column._tag === "Alias" ? column.expr : column

const namesOf = (column: AstExpr): ReadonlyArray<string> => [
  printExpression(bare(column)),
  ...(column._tag === "Alias" ? [printExpression(expressionOfName(column.name))] : [])
]

const expressionOfName = (name: string): AstExpr => ({ _tag: "Field", path: [name], start: 0, end: 0 })

const isIn = (expr: AstExpr, names: ReadonlyArray<string>): boolean => names.includes(printExpression(expr))

const aggregate = /^(count|sum|avg|min|max|median|uniq|uniqExact|quantile|countIf|uniqIf|sumIf|avgIf|quantileExact)$/

const isAggregate = (column: AstExpr): boolean => {
  const expr = bare(column)
  return expr._tag === "Call" && expr.over === undefined && aggregate.test(expr.name)
}

const isInterval = (column: AstExpr): boolean => {
  const expr = bare(column)
  const [time] = expr._tag === "Call" && expr.name.startsWith("toStartOf") ? expr.args : []
  return time?._tag === "Field" && time.path.at(-1) === "timestamp"
}

/** The columns that results are grouped by, and those that are computed of each group; refused where they are others. */
const shapeOf = (select: SelectStatement) => {
  const { columns, groupBy = [] } = select
  const computed = columns.filter(isAggregate)
  const grouped = columns.filter((column) => !isAggregate(column))
  const isGrouped = (column: AstExpr) => groupBy.some((expr) => isIn(expr, namesOf(column)))
  if (computed.length === 0 || !grouped.every(isGrouped) || groupBy.length !== grouped.length) {
    throw new Unclear("The current query does not compute one value for each group.")
  }
  return { computed, grouped }
}

const term = (expr: AstExpr, descending: boolean): OrderTerm => ({
  expr,
  descending,
  nulls: undefined,
  start: 0,
  end: 0
})

const firstName = (column: AstExpr): AstExpr => column._tag === "Alias" ? expressionOfName(column.name) : bare(column)

const regroup = (select: SelectStatement, { groups, interval }: Draft): SelectStatement => {
  if (groups.length === 0 && interval === undefined) return select
  if (select.orderBy.some(({ expr }) => expr._tag === "Number")) {
    throw new Unclear("The current query orders by the position of a column.")
  }
  const { computed, grouped } = shapeOf(select)
  const dropped = interval === undefined ? [] : grouped.filter(isInterval)
  const gone = dropped.flatMap(namesOf)
  const kept = grouped.filter((column) => !dropped.includes(column))
  const known = kept.flatMap(namesOf)
  const added = groups.map(expression).filter((expr) => !isIn(expr, known))
  const time = interval === undefined ? [] : [named(expression(intervalSql(interval)), interval)]
  const [measure] = computed
  const orders = select.orderBy.filter(({ expr }) => !isIn(expr, gone))
  const ranked = added.length > 0 && measure !== undefined && !orders.some(({ expr }) => isIn(expr, namesOf(measure)))
    ? [term(firstName(measure), true)]
    : []
  return {
    ...select,
    columns: [...time, ...kept, ...added, ...computed],
    groupBy: [...time, ...kept, ...added].map(firstName),
    orderBy: [...time.map((column) => term(firstName(column), false)), ...orders, ...ranked]
  }
}

const remeasure = (select: SelectStatement, measure: Measure | undefined): SelectStatement => {
  if (measure === undefined) return select
  const { computed: [before, ...others], grouped } = shapeOf(select)
  if (before === undefined || others.length > 0) throw new Unclear("The current query computes more than one value.")
  const gone = namesOf(before)
  const after = named(expression(measure.sql), measure.name)
  return {
    ...select,
    columns: [...grouped, after],
    orderBy: select.orderBy.map((order) => isIn(order.expr, gone) ? { ...order, expr: firstName(after) } : order)
  }
}

const relimit = (select: SelectStatement, limit: DraftLimit | undefined): SelectStatement => {
  if (limit === undefined) return select
  if (select.limitBy !== undefined) throw new Unclear("The current query has a limit for each group.")
  const { computed: [measure] } = shapeOf(select)
  const ranked = measure === undefined ? [] : [term(firstName(measure), limit.isDescending)]
  const others = select.orderBy.filter(({ expr }) => measure === undefined || !isIn(expr, namesOf(measure)))
  return { ...select, orderBy: [...ranked, ...others], limit: expression(String(limit.rows)) }
}

const filter = (select: SelectStatement, { dates, events, filters, hasDates }: Draft): SelectStatement => {
  const replaced = [...(events === undefined ? [] : [replacedEvents]), ...(hasDates ? [replacedDates] : [])]
  const added = [
    ...(events === undefined ? [] : [eventCondition(events)]),
    ...filters,
    ...(dates === undefined ? [] : [dates])
  ]
  return { ...select, where: changeConditions(select.where, replaced, added.map(expression)) }
}

/** The query with what is asked for changed in it, when it is a simple SELECT from events. */
export const changeQuery = (sql: string, draft: Draft): string => {
  const statement = Result.getOrUndefined(parseStatement(sql))
  if (statement === undefined) throw new Unclear("The current query is no SQL of the dialect.")
  if (!isSimple(statement)) throw new Unclear("The current query is not a simple SELECT from events.")
  const filtered = filter(statement, draft)
  return printStatement(relimit(regroup(remeasure(filtered, draft.measure), draft), draft.limit))
}
