import type { AstExpr, FromClause, SelectStatement, Statement } from "../ast/Ast.ts"
import { innerExpressions } from "../ast/AstWalk.ts"
import type { Scope } from "../planning/Planning.ts"
import { isAggregateName } from "./Combinators.ts"

type Form<Tag extends AstExpr["_tag"]> = Extract<AstExpr, { readonly _tag: Tag }>

/** A sub-query without the equalities to the query around it, whose sides are read apart. */
interface Apart {
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
const some = (expr: AstExpr, test: (one: AstExpr) => boolean): boolean =>
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

/** The equalities of WHERE between the sub-query and the query around it; undefined where it has none, or other ties. */
const apart = (scope: Scope, query: Statement): Apart | undefined => {
  if (query._tag !== "Select" || query.where === undefined || !isPlain(query, scope)) return undefined
  const own = new Set(tablesOf(query.from))
  const around = new Set(scope.leaves.flatMap(({ name }) => name === undefined || own.has(name) ? [] : [name]))
  const parts = query.where._tag === "Logical" && query.where.operator === "and" ? query.where.operands : [query.where]
  const outer: Array<AstExpr> = []
  const inner: Array<AstExpr> = []
  const rest: Array<AstExpr> = []
  for (const part of parts) {
    const isEquality = part._tag === "Binary" && part.operator === "="
    if (isEquality && isOf(part.left, own) && isOf(part.right, around)) {
      inner.push(part.left)
      outer.push(part.right)
    } else if (isEquality && isOf(part.right, own) && isOf(part.left, around)) {
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
  return { query: { ...query, where, orderBy: [] }, outer, inner }
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
  const found = query?._tag === "Subquery" && ast.args.length === 1 ? apart(scope, query.query) : undefined
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
  const found = apart(scope, ast.set.query)
  if (found === undefined) return undefined
  const members = ast.expr._tag === "Tuple" ? ast.expr.items : [ast.expr]
  if (members.length !== found.query.columns.length) return undefined
  const columns = [...found.query.columns, ...found.inner]
  const set: AstExpr = { ...ast.set, query: { ...found.query, columns } }
  return { ...ast, expr: tuple([...members, ...found.outer], ast), set }
}
