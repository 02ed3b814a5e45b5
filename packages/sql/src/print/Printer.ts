import type { AstExpr, CommonTable, SelectStatement, SetStatement, Statement } from "../ast/Ast.ts"
import { printExpr, printOrderTerm, type PrintQuery, printWindow } from "./ExpressionPrinter.ts"
import { printFrom } from "./FromPrinter.ts"
import { printName } from "./Names.ts"

/** The statement in canonical form over several lines; it parses to the same statement, operators being functions. */
export const printStatement = (statement: Statement): string => layOut(statement, new Layout(0))

/** The expression in canonical form on one line, as columns are named; it parses to the same expression. */
export const printExpression = (expr: AstExpr): string => printExpr(expr, new Layout(undefined).query)

/** The indentation of a statement, or undefined for one line. */
class Layout {
  readonly level: number | undefined
  /** A line break to the level of the clauses, and to that of what they hold. */
  readonly line: string
  readonly inner: string
  readonly comma: string

  constructor(level: number | undefined) {
    this.level = level
    this.line = level === undefined ? " " : `\n${"    ".repeat(level)}`
    this.inner = level === undefined ? " " : `\n${"    ".repeat(level + 1)}`
    this.comma = level === undefined ? ", " : `,${this.inner}`
  }

  /** A statement inside a clause of this one. */
  readonly query: PrintQuery = (statement) =>
    `(${layOut(statement, this.level === undefined ? this : new Layout(this.level + 1))})`
}

const layOut = (statement: Statement, layout: Layout): string =>
  statement._tag === "Select" ? layOutSelect(statement, layout) : layOutSet(statement, layout)

const hasTail = (statement: Statement): boolean =>
  statement.orderBy.length > 0 || statement.limit !== undefined || statement.offset !== undefined ||
  (statement._tag === "Select" && (statement.limitBy !== undefined || statement.withTies))

const isIntersect = ({ operator }: SetStatement): boolean =>
  operator === "intersect" || operator === "intersect distinct"

const layOutSet = (statement: SetStatement, layout: Layout): string => {
  const bare = (branch: Statement, side: "left" | "right"): boolean => {
    if (hasTail(branch)) return false
    if (branch._tag === "Select") return true
    return isIntersect(branch) ? side === "left" || !isIntersect(statement) : side === "left" && !isIntersect(statement)
  }
  const print = (branch: Statement, side: "left" | "right") =>
    bare(branch, side) ? layOut(branch, layout) : `(${layOut(branch, layout)})`
  return [
    print(statement.left, "left"),
    statement.operator.toUpperCase(),
    print(statement.right, "right"),
    ...tail(statement, layout)
  ].join(layout.line)
}

const tail = (statement: Pick<SetStatement, "orderBy" | "limit" | "offset">, layout: Layout): ReadonlyArray<string> => [
  ...clause("ORDER BY", statement.orderBy.map((term) => printOrderTerm(term, layout.query)), layout),
  ...short("LIMIT", statement.limit, layout),
  ...short("OFFSET", statement.offset, layout)
]

const clause = (name: string, items: ReadonlyArray<string>, layout: Layout): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${name}${layout.inner}${items.join(layout.comma)}`]

const short = (name: string, expr: AstExpr | undefined, layout: Layout): ReadonlyArray<string> =>
  expr === undefined ? [] : [`${name} ${printExpr(expr, layout.query)}`]

const layOutSelect = (select: SelectStatement, layout: Layout): string => {
  const print = (expr: AstExpr) => printExpr(expr, layout.query)
  const condition = (name: string, expr: AstExpr | undefined) =>
    clause(name, expr === undefined ? [] : [print(expr)], layout)
  const columns = select.columns.map(print).join(layout.comma)
  return [
    ...clause(
      select.with.some((table) => table._tag === "CteQuery" && table.recursive) ? "WITH RECURSIVE" : "WITH",
      select.with.map((table) => printTable(table, layout)),
      layout
    ),
    `SELECT${layout.inner}${select.distinct ? "DISTINCT " : ""}${columns}`,
    ...fromClause(select, layout),
    ...arrayJoin(select, print),
    ...condition("PREWHERE", select.prewhere),
    ...condition("WHERE", select.where),
    ...grouping(select, print, layout),
    ...condition("HAVING", select.having),
    ...condition("QUALIFY", select.qualify),
    ...clause(
      "WINDOW",
      select.windows.map(({ name, window }) => `${printName(name)} AS ${printWindow(window, layout.query)}`),
      layout
    ),
    ...clause("ORDER BY", select.orderBy.map((term) => printOrderTerm(term, layout.query)), layout),
    ...limitBy(select, print),
    ...short("LIMIT", select.limit, layout),
    ...(select.withTies ? ["WITH TIES"] : []),
    ...short("OFFSET", select.offset, layout)
  ].join(layout.line)
}

const printTable = (table: CommonTable, layout: Layout): string =>
  table._tag === "CteQuery"
    ? `${printName(table.name)} AS ${layout.query(table.query)}`
    : printExpr({ _tag: "Alias", expr: table.expr, name: table.name, start: table.start, end: table.end }, layout.query)

const fromClause = (select: SelectStatement, layout: Layout): ReadonlyArray<string> =>
  select.from === undefined
    ? []
    : [`FROM${layout.inner}${printFrom(select.from, layout.query, isOffsetNext(select)).join(layout.inner)}`]

/** Whether OFFSET is the clause after FROM. */
const isOffsetNext = (select: SelectStatement): boolean => {
  const { arrayJoin, groupBy, having, limit, limitBy, offset, orderBy, prewhere, qualify, where, windows } = select
  return offset !== undefined && orderBy.length === 0 && windows.length === 0 &&
    [arrayJoin, groupBy, having, limit, limitBy, prewhere, qualify, where].every((clause) => clause === undefined)
}

/** GROUP BY, its sets of keys written out. */
const grouping = (
  { groupBy, sets, totals }: SelectStatement,
  print: (expr: AstExpr) => string,
  layout: Layout
): ReadonlyArray<string> => {
  const keys = groupBy?.map(print) ?? []
  if (sets === undefined) return [...clause("GROUP BY", keys, layout), ...(totals === true ? ["WITH TOTALS"] : [])]
  const starts = sets.map((_, i) => sets.slice(0, i).reduce((sum, count) => sum + count, 0))
  const written = sets.map((count, i) => `(${keys.slice(starts[i], (starts[i] ?? 0) + count).join(", ")})`)
  return clause("GROUP BY", [`GROUPING SETS (${written.join(", ")})`], layout)
}

const arrayJoin = ({ arrayJoin: join }: SelectStatement, print: (expr: AstExpr) => string): ReadonlyArray<string> =>
  join === undefined ? [] : [`${join.kind === "left" ? "LEFT " : ""}ARRAY JOIN ${join.columns.map(print).join(", ")}`]

const limitBy = (select: SelectStatement, print: (expr: AstExpr) => string): ReadonlyArray<string> => {
  if (select.limitBy === undefined) return []
  const { by, limit, offset } = select.limitBy
  return [
    `LIMIT ${print(limit)}${offset === undefined ? "" : ` OFFSET ${print(offset)}`} BY ${by.map(print).join(", ")}`
  ]
}
