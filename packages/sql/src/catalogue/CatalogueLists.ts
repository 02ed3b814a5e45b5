import type { AstExpr } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { FoldTypes } from "../planning/FoldTypes.ts"
import {
  arrayOf,
  decimal,
  type ExactType,
  isExact,
  isInteger,
  lambdaOf,
  mapOf,
  scalar,
  type SqlType,
  withNullable
} from "../types/SqlType.ts"
import { commonType, convert, noCommonType } from "../typing/Coerce.ts"
import { hasOrder, orderKey } from "../typing/Orders.ts"
import { call, float64, int64, literal } from "../typing/PlanExpr.ts"
import { arraysAfter, checkKey, elementsOf, lambda, member, type OfKind, ofKind } from "./CatalogueArrays.ts"
import { composed } from "./Composed.ts"

const hasLambda = (site: CallSite): boolean => site.count > 0 && site.ast(0)._tag === "Lambda"

/** The lambda's answers for the members, or the members of the one array where there is no lambda. */
const answered = (site: CallSite): OfKind<"Array"> => {
  if (!hasLambda(site)) return site.count === 1 ? ofKind(site, 0, "Array") : site.illegalArity("one array")
  const arrays = arraysAfter(site)
  const fn = lambda(site, elementsOf(arrays), (body) => member(body))
  return call("arrayMap", [fn, ...arrays], arrayOf(fn.body.type)) as OfKind<"Array">
}

/** By tuples: by their last member, then by the one before, as far as the first. */
const byMembers = (site: CallSite, members: number): Expr => {
  const span = { start: site.start, end: site.end }
  const [given, list = given] = site.asts.map((_, i) => site.ast(i))
  const [params, key]: readonly [ReadonlyArray<string>, AstExpr] = given?._tag === "Lambda"
    ? [given.params, given.body]
    : [["\u0000member"], { _tag: "Field", path: ["\u0000member"], ...span }]
  const called = (name: string, args: ReadonlyArray<AstExpr>): AstExpr => ({
    _tag: "Call",
    name,
    args,
    params: undefined,
    distinct: false,
    over: undefined,
    ...span
  })
  const ordered = Array.from({ length: members }, (_, i) => members - i).reduce((inner, place): AstExpr => {
    const body = called("tupleElement", [key, { _tag: "Number", text: String(place), ...span }])
    return called(site.name, [{ _tag: "Lambda", params, body, ...span }, inner])
  }, list ?? key)
  return site.resolve(ordered, site.place)
}

/** What the members of a list are ordered by. */
const orderKeys = (list: OfKind<"Array">): OfKind<"Array"> => {
  const param = { _tag: "Ref", name: "member of an order", type: list.type.element } as const
  const key = orderKey(param)
  if (key === param) return list
  const lambda: Expr = { _tag: "Lambda", params: [param], body: key, type: lambdaOf(key.type) }
  return call("arrayMap", [lambda, list], arrayOf(key.type)) as OfKind<"Array">
}

const sorted = (fn: "arraySort" | "arrayReverseSort") => (site: CallSite): Expr => {
  const given = answered(site)
  const list = hasLambda(site) ? ofKind(site, 1, "Array") : given
  const keys = orderKeys(given)
  const { element } = keys.type
  if (element.kind === "Tuple" && site.count <= 2) return byMembers(site, element.elements.length)
  if (element.kind === "Tuple" || !hasOrder(element)) return site.illegalType(0)
  return list === keys
    ? site.planning.share(keys, (value) => call(fn, [value, value], list.type))
    : call(fn, [list, keys], list.type)
}

const arraySum = (site: CallSite): Expr => {
  const found = answered(site)
  const isBool = found.type.element.kind === "Bool"
  const list = isBool
    ? composed(site, "arrayMap(x -> if(isNull(x), NULL, if(x, 1, 0)), a)", [found]) as OfKind<"Array">
    : found
  const { element } = list.type
  if (isExact(element)) return exactSum(site, list, element)
  const isWhole = isInteger(element) || element.kind === "Nothing"
  if (!isWhole && element.kind !== "Float64") return site.illegalType(0)
  const type = isWhole ? int64 : float64
  const numbers = convert(list, arrayOf(withNullable(type, element.nullable)))
  return call("arraySum", [numbers], withNullable(type, isWhole))
}

/** The sum of exact numbers, one after the other. */
const exactSum = (site: CallSite, list: Expr, element: ExactType): Expr => {
  const zero = literal(0, element.kind === "Decimal" ? decimal(38, element.scale) : scalar("Unsigned"))
  return composed(site, "arrayFold((total, x) -> if(isNull(x), total, total + x), a, b)", [list, zero])
}

const arrayConcat = (site: CallSite): Expr => {
  const arrays = site.args.map((_, i): Expr => ofKind(site, i, "Array"))
  const type = arrays.map((list) => list.type).reduce((all, one) =>
    commonType(all, one) ?? noCommonType(all, one, site)
  )
  // Of NULLs alone there is no array to cast.
  const widened = arrays.map((list) => list._tag === "Literal" ? literal(list.value, type) : convert(list, type))
  return call("arrayConcat", widened, type)
}

/** The number of times that the type of the value may widen. */
const widenings = 4

const arrayFold = (site: CallSite): Expr => {
  const first = member(site.arg(site.count - 1))
  const arrays = site.asts.slice(1, -1).map((_, i) => ofKind(site, i + 1, "Array"))
  const members = elementsOf(arrays)
  const types = (site.scope.folds ?? new FoldTypes()).within(site.asts)
  const known = types.found(first.type, members)
  const over = (type: SqlType, left: number): Expr => {
    const fn = lambda(site, [type, ...members], (body) => member(body), types)
    const found = fn.body.type
    const common = commonType(type, found)
    if (common === undefined) return type === known ? over(first.type, widenings) : noCommonType(type, found, site)
    const wider = withNullable(common, type.nullable || found.nullable)
    const isSettled = JSON.stringify(wider) === JSON.stringify(type)
    if (!isSettled) return left > 0 ? over(wider, left - 1) : site.illegalType(site.count - 1)
    types.note(first.type, members, type)
    const body = convert(fn.body, type)
    return call("arrayFold", [{ ...fn, body, type: lambdaOf(body.type) }, ...arrays, convert(first, type)], type)
  }
  return over(known ?? first.type, widenings)
}

const innermost = (type: SqlType): SqlType =>
  type.kind === "Array" && type.element.kind === "Array" ? innermost(type.element) : type

/** The members of the members, however deep they are. */
const flat = (list: Expr): Expr =>
  list.type.kind === "Array" && list.type.element.kind === "Array"
    ? call("arrayFlatten", [list], innermost(list.type))
    : list

const mapFromArrays = (site: CallSite): Expr => {
  const [keys, values] = [ofKind(site, 0, "Array"), ofKind(site, 1, "Array")]
  checkKey(keys.type.element, site)
  const known = keys.type.element.nullable ? composed(site, "arrayMap(x -> assumeNotNull(x), a)", [keys]) : keys
  const key = withNullable(keys.type.element, false)
  return call("mapFromArrays", [known, values], mapOf(key, values.type.element))
}

/** Functions whose result has the type of the members. */
export const lists: Entries = {
  arraySort: takes(
    lenient(
      ["lambda?", "array…"],
      "argument",
      "the members in their order, or by the lambda's answers; NULL last",
      "never"
    ),
    sorted("arraySort")
  ),
  arrayReverseSort: takes(
    lenient(["lambda?", "array…"], "argument", "the members, the greatest first; NULL last", "never"),
    sorted("arrayReverseSort")
  ),
  arraySum: takes(
    lenient(["lambda?", "array…"], "number", "the sum of the members, or of the lambda's answers; NULL beyond Int64"),
    arraySum
  ),
  arrayConcat: takes(lenient(["array…"], "common", "the members of all arrays", "never"), arrayConcat),
  arrayFold: takes(
    lenient(
      ["lambda", "array…", "any"],
      "common",
      "the lambda over the value so far, at first the last argument, and the members"
    ),
    arrayFold
  ),
  arrayFlatten: takes(
    lenient(["array"], "Array", "the members of the arrays in an array, however deep", "never"),
    (site) => flat(ofKind(site, 0, "Array"))
  ),
  mapFromArrays: takes(
    lenient(["array", "array"], "Map", "a map of keys and values side by side", "never"),
    mapFromArrays
  )
}
