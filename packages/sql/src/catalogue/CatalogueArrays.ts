import type { AstExpr } from "../ast/Ast.ts"
import { signatures } from "../functions/Signatures.ts"
import type { Expr, Lambda, Ref } from "../plan/Plan.ts"
import { type CallSite, type Entries, takes } from "../planning/CallSite.ts"
import { inAnyCase, lenient, strict } from "../planning/Described.ts"
import { refuseAggregatesOf, refuseRowsOf } from "../planning/MembersOfArrays.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { arrayOf, lambdaOf, mapOf, scalar, type SqlType, tupleOf, withNullable } from "../types/SqlType.ts"
import { arrayLiteral } from "../typing/ArrayLiteral.ts"
import { commonType, convert, noCommonType, unify } from "../typing/Coerce.ts"
import { documentText } from "../typing/Documents.ts"
import { elementOf, elementType, isListOfTuples, memberOfEach } from "../typing/Members.ts"
import { asCondition } from "../typing/NullRules.ts"
import { call, int64Literal, literal, orElse, predicate, string, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { existsIn } from "./Exists.ts"
import { lowerBy } from "./SignatureEntries.ts"

const uint64 = scalar("UInt64")

/** Members are values: documents are their texts. */
export const member = (expr: Expr): Expr => expr.type.kind === "JSON" ? documentText(expr) : expr

const storable = (site: CallSite, expr: Expr): Expr => expr.type.kind === "Lambda" ? site.illegalType(0) : expr

const array = (site: CallSite): Expr => {
  const items = unify(site.args.map((arg) => storable(site, member(arg))), site)
  return arrayLiteral(items, items.length === 0 ? scalar("Nothing", true) : elementType(items))
}

const tuple = (site: CallSite): Expr => {
  const items = site.args.map((arg) => storable(site, member(arg)))
  const names = site.asts.map((ast) => ast._tag === "Alias" ? ast.name : undefined)
  return call("tuple", items, tupleOf(items.map(({ type }) => type), names))
}

export const emptyOf = (type: SqlType): Expr => literal(defaultCell(type), type)

/** Fails where values of the type cannot be keys of a map. */
export const checkKey = ({ kind }: SqlType, site: CallSite): void => {
  if (!["String", "UUID", "Date"].includes(kind) && !kind.includes("Int")) {
    refuse("The keys of a map are strings, whole numbers, dates or UUIDs", site)
  }
}

const map = (site: CallSite): Expr => {
  if (site.count % 2 === 1) return site.illegalArity("keys and values in turn")
  const args = site.args.map(member)
  const keys = unify(args.filter((_, i) => i % 2 === 0), site)
  const values = unify(args.filter((_, i) => i % 2 === 1), site)
  const known = keys.map((key) => key.type.nullable ? orElse(key, emptyOf(withNullable(key.type, false))) : key)
  const [first] = known
  if (first !== undefined) checkKey(first.type, site)
  const type = mapOf(first?.type ?? string, values.length === 0 ? string : elementType(values))
  return call("map", known.flatMap((key, i) => [key, values[i] ?? key]), type)
}

export type OfKind<Kind extends SqlType["kind"]> = Expr & { readonly type: Extract<SqlType, { readonly kind: Kind }> }

export const ofKind = <Kind extends SqlType["kind"]>(site: CallSite, index: number, kind: Kind): OfKind<Kind> => {
  const expr = site.arg(index)
  return expr.type.kind === kind ? expr as OfKind<Kind> : site.illegalType(index)
}

const isList = ({ type }: Expr): boolean => type.kind === "Array" || type.kind === "Map"

const length = (site: CallSite): Expr =>
  isList(site.arg(0)) ? call("arrayLength", [site.arg(0)], uint64) : lowerBy("length", signatures.length)(site)

const has = (site: CallSite): Expr => {
  const list = ofKind(site, 0, "Array")
  const value = member(site.arg(1))
  const { element } = list.type
  const type = commonType(element, value.type)
  if (type === undefined) return noCommonType(element, value.type, site)
  const widened = convert(list, arrayOf(withNullable(type, element.nullable)))
  return call("has", [widened, convert(value, type)], uint8)
}

/** The function that an argument is, over members of these types. */
export const lambda = (
  site: CallSite,
  elements: ReadonlyArray<SqlType>,
  result: (body: Expr, ast: AstExpr) => Expr,
  folds = site.scope.folds
): Lambda => {
  const ast = site.ast(0)
  if (ast._tag !== "Lambda") return refuse(`The first argument of function '${site.name}' must be a lambda`, ast)
  if (ast.params.length !== elements.length) {
    return refuse(`The lambda takes ${ast.params.length} arguments, but there are ${elements.length} arrays`, ast)
  }
  const { scope } = site
  const params = elements.map((type, i): Ref => ({ _tag: "Ref", name: `member ${scope.params.size + i}`, type }))
  // A name that a parameter hides is kept, so that no new name equals it.
  const hidden = ast.params.flatMap((name) => {
    const outer = scope.params.get(name)
    return outer === undefined ? [] : [[`hidden ${scope.params.size} ${name}`, outer] as const]
  })
  const named = ast.params.map((name, i) => [name, params[i]] as const).filter((pair) => pair[1] !== undefined)
  const inner = {
    ...scope,
    params: new Map([...scope.params, ...hidden, ...named as ReadonlyArray<readonly [string, Ref]>]),
    resolved: new Map(),
    folds
  }
  const body = result(site.planning.expression(inner, ast.body, site.place), ast.body)
  refuseAggregatesOf(params, body, ast.body, site.planning)
  return { _tag: "Lambda", params, body, type: lambdaOf(body.type) }
}

export const arraysAfter = (site: CallSite): ReadonlyArray<OfKind<"Array">> =>
  site.asts.slice(1).map((_, i) => ofKind(site, i + 1, "Array"))

/** Beside a longer array the members of a shorter one are NULL. */
export const elementsOf = (arrays: ReadonlyArray<OfKind<"Array">>): ReadonlyArray<SqlType> =>
  arrays.map(({ type: { element } }) => withNullable(element, element.nullable || arrays.length > 1))

const arrayMap = (site: CallSite): Expr => {
  const arrays = arraysAfter(site)
  const fn = lambda(site, elementsOf(arrays), (body) => member(body))
  return call("arrayMap", [fn, ...arrays], arrayOf(fn.body.type))
}

const arrayFilter = (site: CallSite): Expr => {
  const arrays = arraysAfter(site)
  const [first] = arrays
  const fn = lambda(
    site,
    elementsOf(arrays),
    (body, ast) => asCondition(body) ?? refuse(`The lambda of function '${site.name}' must be a condition`, ast)
  )
  return call("arrayFilter", [fn, ...arrays], first?.type ?? arrayOf(uint8))
}

const arrayJoin = (site: CallSite): Expr => {
  const value = ofKind(site, 0, "Array")
  if (site.place.aggregate === undefined && site.place.clause === "JOIN") {
    return refuse("arrayJoin cannot stand in JOIN ON", site)
  }
  refuseRowsOf(site.scope.params, value, site.ast(0))
  return site.scope.arrayJoins.member(value) ?? site.illegalType(0)
}

const emptiness = (isEmpty: boolean) => (site: CallSite): Expr => {
  const expr = site.arg(0)
  const fn = isEmpty ? "equals" : "notEquals"
  if (isList(expr)) return predicate(fn, call("arrayLength", [expr], uint64), literal(0, uint64))
  const x = expr.type.kind === "Nothing" ? literal(null, string) : member(expr)
  return x.type.kind === "String" ? predicate(fn, x, literal("", string)) : site.illegalType(0)
}

const element = (site: CallSite): Expr => elementOf(site.arg(0), site.arg(1), site)

const elementOrElse = (site: CallSite): Expr => {
  const [value, place] = [site.arg(0), site.arg(1)]
  if (isListOfTuples(value) && place._tag === "Literal") {
    const each = memberOfEach(value, String(place.value), site.scope.params.size, site)
    if (each !== undefined) return each
  }
  if (value.type.kind !== "Tuple" || place._tag !== "Literal") return element(site)
  const named = typeof place.value === "string" ? value.type.names?.indexOf(place.value) ?? -1 : -1
  if (named >= 0) return elementOf(value, int64Literal(named + 1), site)
  if (site.count < 3) return element(site)
  const isMember = Number.isSafeInteger(place.value) && value.type.elements[Number(place.value) - 1] !== undefined
  return isMember ? element(site) : site.arg(2)
}

/** Arrays, tuples and maps. */
export const arrays: Entries = {
  array: takes(lenient(["any…?"], "Array", "an array of the values"), array),
  tuple: takes(lenient(["any…"], "Tuple", "the values side by side", "never"), tuple),
  map: takes(lenient(["any…?"], "Map", "a map of keys and values in turn", "never"), map),
  length: takes(inAnyCase(strict(["any"], "UInt64", "the characters of a text, the members of an array")), length),
  has: takes(lenient(["array", "any"], "UInt8", "the array has the value, NULL too; NaN is none", "never"), has),
  arrayElement: takes(
    lenient(["array", "whole"], "member", "the member at the place, counted from 1, from the end for negative places"),
    element
  ),
  tupleElement: takes(
    lenient(["tuple", "constant", "any?"], "member", "the member at the place, counted from 1; c where there is none"),
    elementOrElse
  ),
  arrayMap: takes(lenient(["lambda", "array…"], "Array", "the lambda's answers for the members", "never"), arrayMap),
  arrayFilter: takes(
    lenient(["lambda", "array…"], "Array", "the members of the first array for which the lambda holds", "never"),
    arrayFilter
  ),
  untuple: takes(
    lenient(["tuple"], "columns", "as a column of SELECT: a column for each member"),
    (site) => refuse("untuple is a column of SELECT, of a tuple", site)
  ),
  arrayJoin: takes(lenient(["array"], "member", "a row for each member, with the member"), arrayJoin),
  mapKeys: takes(lenient(["map"], "Array", "the keys of a map", "never"), (site) => {
    const value = ofKind(site, 0, "Map")
    return call("mapKeys", [value], arrayOf(value.type.key))
  }),
  mapValues: takes(lenient(["map"], "Array", "the values of a map", "never"), (site) => {
    const value = ofKind(site, 0, "Map")
    return call("mapValues", [value], arrayOf(value.type.value))
  }),
  empty: takes(strict(["any"], "UInt8", "a text, an array or a map is empty"), emptiness(true)),
  notEmpty: takes(strict(["any"], "UInt8", "a text, an array or a map is not empty"), emptiness(false)),
  exists: takes(inAnyCase(lenient(["query"], "UInt8", "the sub-query has rows", "never")), existsIn)
}
