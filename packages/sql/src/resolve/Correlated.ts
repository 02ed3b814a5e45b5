import type { AstExpr, FromClause, SelectStatement, Statement } from "../ast/Ast.ts"
import { innerExpressions } from "../ast/AstWalk.ts"
import type { Scope } from "../planning/Planning.ts"
import { isAggregateName } from "./Combinators.ts"

type Form<Tag extends AstExpr["_tag"]> = Extract<AstExpr, { readonly _tag: Tag }>

/** A sub-query without the equalities to the query around it, whose sides are read apart. */
export interface Apart {
  readonly query: SelectStatement
  readonly outer: ReadonlyArray<AstExpr>
  readonly inner: ReadonlyArray<AstExpr>
}

const tablesOf = (from: FromClause | undefined): ReadonlyArray<string> => {
  if (from === undefined) return []
  if (from._tag === "Join") return [...tablesOf(from.left), ...tablesOf(from.right)]
  return from.alias !== undefined ? [from.alias] : from._tag === "Table" ? [from.path.join(".")] : []
}

const isOf = (expr: AstExpr, tables: ReadonlySet<string>): boolean =>
  expr._tag === "Field" && expr.path.length > 1 && tables.has(expr.path[0] ?? "")

/** Whether the expression, or one inside it, passes the test. */
export const some = (expr: AstExpr, test: (one: AstExpr) => boolean): boolean =>
  test(expr) || innerExpressions(expr).some((inner) => some(inner, test))

/** Whether rows, or values in them, follow from other rows: those of an equality alone would give others. */
const changesRows = (scope: Scope, expr: AstExpr): boolean =>
  expr._tag === "Call" &&
  (expr.over !== undefined || expr.name.toLowerCase() === "arrayjoin" || isAggregateName(scope, expr.name))

const isPlain = (query: SelectStatement, scope: Scope): boolean => {
  const clauses = [
    query.groupBy,
    query.having,
    query.limit,
    query.limitBy,
    query.offset,
    query.qualify,
    query.arrayJoin
  ]
  const { columns, orderBy, where } = query
  const parts = [...columns, ...orderBy.map(({ expr }) => expr), ...where === undefined ? [] : [where]]
  return clauses.every((clause) => clause === undefined) && query.with.length === 0 &&
    !parts.some((part) => some(part, (expr) => changesRows(scope, expr)))
}

/** Forms whose value is not that of the fields written in them. */
const ofMore: ReadonlySet<AstExpr["_tag"]> = new Set(["Columns", "Lambda", "Placeholder", "Star", "Subquery"])

/** The query whose fields alone make the value of a side: the one around, or the sub-query itself. */
const ownerOf = (scope: Scope, side: AstExpr, around: ReadonlySet<string>): "outer" | "inner" | undefined => {
  if (some(side, (one) => ofMore.has(one._tag) || changesRows(scope, one))) return undefined
  const isField = (one: AstExpr): boolean => one._tag === "Field"
  const isOuter = (one: AstExpr): boolean => isOf(one, around)
  if (!some(side, isField)) return undefined
  if (!some(side, isOuter)) return "inner"
  return some(side, (one) => isField(one) && !isOuter(one)) ? undefined : "outer"
}

/** The equalities of WHERE between the sub-query and the query around it; undefined where it has none, or other ties. */
export const apart = (scope: Scope, query: Statement): Apart | undefined => {
  if (query._tag !== "Select" || query.where === undefined) return undefined
  const own = new Set(tablesOf(query.from))
  const names = scope.leaves.flatMap(({ name }) => name ?? [])
  const around = new Set(names.filter((name) => !own.has(name) && !scope.params.has(name)))
  const parts = query.where._tag === "Logical" && query.where.operator === "and" ? query.where.operands : [query.where]
  const outer: Array<AstExpr> = []
  const inner: Array<AstExpr> = []
  const rest: Array<AstExpr> = []
  for (const part of parts) {
    const owners = part._tag === "Binary" && part.operator === "="
      ? [ownerOf(scope, part.left, around), ownerOf(scope, part.right, around)].join()
      : ""
    if (part._tag === "Binary" && owners === "inner,outer") {
      inner.push(part.left)
      outer.push(part.right)
    } else if (part._tag === "Binary" && owners === "outer,inner") {
      inner.push(part.right)
      outer.push(part.left)
    } else rest.push(part)
  }
  const isTied = [...rest, ...query.columns].some((expr) => some(expr, (one) => isOf(one, around)))
  if (outer.length === 0 || isTied) return undefined
  const [first] = rest
  const { end, start } = query.where
  const where: AstExpr | undefined = rest.length < 2
    ? first
    : { _tag: "Logical", operator: "and", operands: rest, start, end }
  return { query: { ...query, where }, outer, inner }
}

/** The sub-query of EXISTS or IN apart from the query around, where its rows alone decide. */
const rowsApart = (scope: Scope, query: Statement): Apart | undefined => {
  if (query._tag !== "Select" || !isPlain(query, scope)) return undefined
  const found = apart(scope, query)
  return found === undefined ? undefined : { ...found, query: { ...found.query, orderBy: [] } }
}

const tuple = (items: ReadonlyArray<AstExpr>, span: AstExpr): AstExpr => {
  const [only] = items
  return only !== undefined && items.length === 1
    ? only
    : { _tag: "Tuple", items, start: span.start, end: span.end }
}

/** The columns that have an alias, which WHERE may name. */
const namedIn = ({ columns }: SelectStatement): SelectStatement["with"] =>
  columns.flatMap((column) => {
    if (column._tag !== "Alias") return []
    const { end, expr, name, start } = column
    return [{ _tag: "CteExpr", name, expr, start, end }]
  })

/** `EXISTS (SELECT … WHERE i.k = o.k)` is `o.k IN (SELECT i.k …)`. */
export const existsAsIn = (scope: Scope, ast: Form<"Call">): AstExpr | undefined => {
  const [query] = ast.args
  const found = query?._tag === "Subquery" && ast.args.length === 1 ? rowsApart(scope, query.query) : undefined
  if (found === undefined) return undefined
  const { end, start } = ast
  const set: AstExpr = {
    _tag: "Subquery",
    query: { ...found.query, columns: found.inner, distinct: false, with: namedIn(found.query) },
    start,
    end
  }
  return { _tag: "In", expr: tuple(found.outer, ast), set, negated: false, cohort: false, start, end }
}

/** `x IN (SELECT y … WHERE i.k = o.k)` is `(x, o.k) IN (SELECT y, i.k …)`. */
export const inOfTuples = (scope: Scope, ast: Form<"In">): AstExpr | undefined => {
  if (ast.set._tag !== "Subquery" || ast.cohort) return undefined
  const found = rowsApart(scope, ast.set.query)
  if (found === undefined) return undefined
  const members = ast.expr._tag === "Tuple" ? ast.expr.items : [ast.expr]
  if (members.length !== found.query.columns.length) return undefined
  const columns = [...found.query.columns, ...found.inner]
  const set: AstExpr = { ...ast.set, query: { ...found.query, columns } }
  return { ...ast, expr: tuple([...members, ...found.outer], ast), set }
}

/** Whether the value of a sub-query is one aggregate of its rows, or one of its rows; undefined for other sub-queries. */
export const valueOf = (scope: Scope, query: SelectStatement): "aggregate" | "row" | undefined => {
  const { columns, groupBy, having, limit, limitBy, offset, orderBy, qualify, totals } = query
  const clauses = [groupBy, having, limitBy, offset, qualify, totals]
  const [column, ...more] = columns
  if (column === undefined || more.length > 0 || clauses.some((clause) => clause !== undefined)) return undefined
  if (limit !== undefined && !(limit._tag === "Number" && /^[1-9]\d*$/.test(limit.text))) return undefined
  if (query.withTies || query.with.length > 0) return undefined
  const parts = [column, ...orderBy.map(({ expr }) => expr)]
  const isCall = (test: (call: Form<"Call">) => boolean) => (part: AstExpr): boolean =>
    some(part, (one) => one._tag === "Call" && test(one))
  if (parts.some(isCall(({ name, over }) => over !== undefined || name.toLowerCase() === "arrayjoin"))) return undefined
  return parts.some(isCall(({ name }) => isAggregateName(scope, name))) ? "aggregate" : "row"
}
