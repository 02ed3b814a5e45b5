import type { AstExpr, Span } from "../ast/Ast.ts"
import { unaliased } from "../ast/AstWalk.ts"
import { columnAt, columnCount, type Expr, type Literal } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import type { ResolvedQuery, Scope } from "../planning/Planning.ts"
import type { Cell } from "../types/Cell.ts"
import { isInteger } from "../types/SqlType.ts"
import { atOnce } from "../types/Steps.ts"
import { commonType, comparable, convert, noCommonType } from "../typing/Coerce.ts"
import { documentText } from "../typing/Documents.ts"
import { compare } from "../typing/NullRules.ts"
import { call, int64, isNullLiteral, literal, logical, predicate, string, truth, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { asWritten } from "../typing/TypedProperty.ts"
import { castColumns } from "./CastColumns.ts"
import { namedQuery } from "./CommonTables.ts"
import { wholeTable } from "./DerivedLeaf.ts"
import { inTupleList, inTupleQuery, negatedIf } from "./TupleMembership.ts"

/** `value IN set`: a list, a sub-query or the name of a WITH query. NULL matches NULL, the answer is never NULL. */
export const inSet = (site: CallSite, negated: boolean, isCohort = false): Expr => {
  const left = site.ast(0)
  if (left._tag === "Tuple") return inTuples(site, left.items, negated)
  if (left._tag === "Array") return refuse("Arrays are not supported on the left of IN", left)
  const set = site.ast(1)
  const query = isCohort ? cohortOf(site, set) : queryOf(site, set)
  if (query !== undefined) return inQuery(site, query, negated, set._tag === "Subquery" ? set.query : set)
  const array = set._tag === "Field" ? site.arg(1) : undefined
  if (array?.type.kind === "Array") return negated ? predicate("not", hasMember(array, site)) : hasMember(array, site)
  return inList(site, itemsOf(set), negated)
}

const cohortOf = ({ planning }: CallSite, set: AstExpr): ResolvedQuery =>
  planning.schema.cohort?.(planning, set) ?? refuse("There are no cohorts here", set)

const inTuples = (site: CallSite, asts: ReadonlyArray<AstExpr>, negated: boolean): Expr => {
  const values = asts.map((ast) => scalarOf(site.resolve(unaliased(ast), site.place)))
  const query = queryOf(site, site.ast(1))
  return negatedIf(
    negated,
    query === undefined ? inTupleList(site, values, site.ast(1)) : inTupleQuery(site, values, query)
  )
}

const itemsOf = (set: AstExpr): ReadonlyArray<AstExpr> => {
  if (set._tag === "Tuple" || set._tag === "Array") return set.items
  return set._tag === "Call" && (set.name === "tuple" || set.name === "array") ? set.args : [set]
}

const hasMember = (array: Expr, site: CallSite): Expr => call("has", [array, memberAs(array, site)], uint8)

const memberAs = (array: Expr, site: CallSite): Expr => {
  const value = site.arg(0)
  const type = array.type.kind === "Array" ? commonType(array.type.element, value.type) : undefined
  if (type === undefined || array.type.kind !== "Array" || type.kind !== array.type.element.kind) {
    return noCommonType(array.type, value.type, site)
  }
  return convert(value, type)
}

const queryOf = (site: CallSite, set: AstExpr): ResolvedQuery | undefined => {
  if (set._tag === "Subquery") return site.planning.select(set.query, site.scope.tables)
  const [name] = set._tag === "Field" && set.path.length === 1 ? set.path : []
  const found = name === undefined || isValue(site.scope, name) ? undefined : site.scope.tables.find(name)
  const table = found === undefined ? undefined : atOnce(namedQuery(site.planning, found))
  return table === undefined || name === undefined ? undefined : wholeTable(site.planning, table, name)
}

/** A parameter, an alias or a column of that name comes before a query of WITH. */
const isValue = ({ aliases, leaves, open, params }: Scope, name: string): boolean =>
  params.has(name) || (aliases.has(name) && !open.has(name)) || leaves.some((leaf) => leaf.has(name))

const isLiteral = (expr: Expr): expr is Literal => expr._tag === "Literal"

const inList = (site: CallSite, asts: ReadonlyArray<AstExpr>, negated: boolean): Expr => {
  const items = asts.map((ast) => site.resolve(unaliased(ast), site.place))
  const isLong = items.filter((item) => !isLiteral(item)).length > 1
  const value = scalarOf(site.arg(0))
  return isLong
    ? site.planning.share(value, (shared) => amongItems(site, shared, items, negated))
    : amongItems(site, value, items, negated)
}

const amongItems = (site: CallSite, value: Expr, items: ReadonlyArray<Expr>, negated: boolean): Expr => {
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

/** The query with its one column as a text, where that is a property with a type and no other clause depends on it. */
const asTexts = (resolved: ResolvedQuery): ResolvedQuery => {
  const { plan } = resolved
  if (plan._tag !== "Select" || plan.groupBy !== undefined || plan.distinct) return resolved
  const select = plan.select.map(({ expr, name }) => ({ name, expr: asWritten(expr) }))
  return { ...resolved, plan: { ...plan, select } }
}

const inQuery = (site: CallSite, found: ResolvedQuery, negated: boolean, span: Span): Expr => {
  const given = scalarOf(site.arg(0))
  const inner = given.type.kind === "String" ? asTexts(found) : found
  const column = columnAt(inner.plan, 0)
  const count = columnCount(inner.plan)
  const value = column?.type.kind === "String" || column?.type.kind === "JSON" ? asWritten(given) : given
  if (column === undefined || count > 1) {
    return refuse(`The sub-query of IN must have one column, found ${count}`, span)
  }
  const item = column.type.kind === "JSON" ? string : column.type
  const type = commonType(value.type, item) ?? noCommonType(value.type, item, site)
  return {
    _tag: "InSubquery",
    value: isNullLiteral(value) ? literal(null, type) : convert(value, type),
    plan: column.type.kind === type.kind
      ? inner.plan
      : castColumns(site.planning, inner, [{ name: column.name, type }], span),
    negated,
    type: uint8
  }
}

/** Documents are compared as texts. */
const scalarOf = (expr: Expr): Expr => expr.type.kind === "JSON" ? documentText(expr) : expr
