import type { AstExpr, Statement } from "../Ast.ts"
import type { CallSite } from "../catalogue/CallSite.ts"
import type { Cell } from "../Cell.ts"
import type { Expr, Literal, SelectPlan } from "../Plan.ts"
import { isInteger } from "../SqlType.ts"
import { unaliased } from "./AstWalk.ts"
import { commonType, comparable, convert, noCommonType } from "./Coerce.ts"
import { compare } from "./NullRules.ts"
import { int64, isNullLiteral, literal, logical, predicate, truth, uint8 } from "./PlanExpr.ts"
import type { CommonTables, ResolvedSelect } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"
import { asWritten } from "./TypedProperty.ts"

/** `value IN set`: a list, a sub-query or the name of a WITH query. NULL matches NULL, the answer is never NULL. */
export const inSet = (site: CallSite, negated: boolean): Expr => {
  if (["Tuple", "Array"].includes(site.ast(0)._tag)) {
    return refuse("Tuples are not supported on the left of IN", site.ast(0))
  }
  const set = site.ast(1)
  const query = queryOf(site, set)
  if (query !== undefined) return inQuery(site, query.statement, query.tables, negated)
  return inList(site, itemsOf(set), negated)
}

const itemsOf = (set: AstExpr): ReadonlyArray<AstExpr> => {
  if (set._tag === "Tuple" || set._tag === "Array") return set.items
  return set._tag === "Call" && (set.name === "tuple" || set.name === "array") ? set.args : [set]
}

const queryOf = (
  site: CallSite,
  set: AstExpr
): { readonly statement: Statement; readonly tables: CommonTables } | undefined => {
  if (set._tag === "Subquery") return { statement: set.query, tables: site.scope.tables }
  const [name] = set._tag === "Field" && set.path.length === 1 ? set.path : []
  const found = name === undefined ? undefined : site.scope.tables.named.get(name)
  return found?.table._tag === "CteQuery" ? { statement: found.table.query, tables: found.within } : undefined
}

const isLiteral = (expr: Expr): expr is Literal => expr._tag === "Literal"

const inList = (site: CallSite, asts: ReadonlyArray<AstExpr>, negated: boolean): Expr => {
  const value = site.arg(0)
  const items = asts.map((ast) => site.resolve(unaliased(ast), site.place))
  const constants = items.filter(isLiteral)
  const hasNull = constants.some(isNullLiteral)
  if (isNullLiteral(value) && constants.length === items.length) return truth(hasNull !== negated)
  const computed = items.filter((item) => !isLiteral(item)).map((item) =>
    compare("equals", value, item, "wrapped", site)
  )
  const listed = constants.length === 0 && computed.length > 0 ? [] : [listOf(site, value, constants, hasNull)]
  const found = logical("or", [...listed, ...computed])
  if (!negated) return found
  return found._tag === "InList" ? { ...found, negated: true } : predicate("not", found)
}

/** Brings value and items to one type: first the value to what all items need, then each item to that. */
const listOf = (site: CallSite, value: Expr, constants: ReadonlyArray<Literal>, hasNull: boolean): Expr => {
  const known = constants.filter((item) => !isNullLiteral(item))
  const wide = isLiteral(value) && isInteger(value.type) ? convert(value, int64) : value
  const widened = known.reduce((value, item) => comparable(value, item, site)[0], wide)
  const cells = known.map((item): Cell => {
    const [, cell] = comparable(widened, item, site)
    return cell._tag === "Literal" ? cell.value : null
  })
  return { _tag: "InList", value: widened, items: hasNull ? [...cells, null] : cells, negated: false, type: uint8 }
}

/** The query with its one column as a text, where that is a property with a type and nothing else hangs on it. */
const asTexts = ({ plan, ...rest }: ResolvedSelect): ResolvedSelect => {
  if (plan.groupBy !== undefined || plan.distinct) return { plan, ...rest }
  return { ...rest, plan: { ...plan, select: plan.select.map(({ expr, name }) => ({ name, expr: asWritten(expr) })) } }
}

const inQuery = (site: CallSite, statement: Statement, tables: CommonTables, negated: boolean): Expr => {
  const given = site.arg(0)
  const found = site.planning.select(statement, tables)
  const inner = given.type.kind === "String" ? asTexts(found) : found
  const [column, ...others] = inner.plan.select
  const value = column?.expr.type.kind === "String" ? asWritten(given) : given
  if (column === undefined || others.length > 0) {
    return refuse(`The sub-query of IN must have one column, found ${inner.plan.select.length}`, statement)
  }
  const type = commonType(value.type, column.expr.type) ?? noCommonType(value.type, column.expr.type, site)
  return {
    _tag: "InSubquery",
    value: isNullLiteral(value) ? literal(null, type) : convert(value, type),
    plan: column.expr.type.kind === type.kind ? inner.plan : converted(site, inner, (expr) => convert(expr, type)),
    negated,
    type: uint8
  }
}

/** The same rows in another type: a query around the one that makes them. */
const converted = (site: CallSite, { plan }: ResolvedSelect, to: (expr: Expr) => Expr): SelectPlan => {
  const alias = site.planning.nextAlias("set")
  return {
    from: { _tag: "Subquery", plan, alias },
    where: undefined,
    groupBy: undefined,
    having: undefined,
    select: plan.select.map(({ expr, name }) => ({
      name,
      expr: to({ _tag: "Column", source: alias, name, type: expr.type })
    })),
    distinct: false,
    orderBy: [],
    limit: undefined,
    offset: 0
  }
}
