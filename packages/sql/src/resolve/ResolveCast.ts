import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { castTarget, decimalNamed, narrowed, withDigits } from "../catalogue/Conversions.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import {
  arrayOf,
  type IntegerKind,
  lambdaOf,
  mapOf,
  scalar,
  type SqlType,
  tupleOf,
  typeName
} from "../types/SqlType.ts"
import { toExact } from "../typing/ExactArithmetic.ts"
import { call, int64Literal, literal } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { asWritten } from "../typing/TypedProperty.ts"
import { resolveCall } from "./ResolveCall.ts"

type CastAst = Extract<AstExpr, { readonly _tag: "Cast" }>

/** The place of a cast, and the number of generated lambdas around it. */
interface Site {
  readonly scope: Scope
  readonly ast: CastAst
  readonly at: Place
  readonly resolve: (ast: AstExpr, place: Place) => Expr
  readonly depth: number
}

/** The name of a type and what stands in its parentheses, split where they end. */
const partsOf = (name: string): { readonly base: string; readonly inner: ReadonlyArray<string> } => {
  const [, base = name, text = ""] = /^\s*([A-Za-z0-9_ ]+?)\s*(?:\((.*)\))?\s*$/.exec(name) ?? []
  const inner: Array<string> = []
  let [depth, start] = [0, 0]
  for (const [place, letter] of [...text].entries()) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0
    if (letter !== "," || depth > 0) continue
    inner.push(text.slice(start, place).trim())
    start = place + 1
  }
  return { base, inner: text === "" ? [] : [...inner, text.slice(start).trim()] }
}

const narrow: ReadonlySet<string> = new Set(["UInt8", "UInt16", "UInt32", "Int8", "Int16", "Int32"])
const isNarrow = (base: string): base is IntegerKind => narrow.has(base)

const unlike = (x: Expr, name: string, { ast }: Site): never =>
  refuse(`${typeName(x.type)} cannot be cast to ${name}`, ast, "illegal_type_of_argument")

/** The members of an array, each of them cast. */
const mapped = (list: Expr, element: SqlType, name: string, site: Site): Expr => {
  const param = { _tag: "Ref", name: `cast ${site.scope.params.size + site.depth}`, type: element } as const
  const body = castTo(param, name, { ...site, depth: site.depth + 1 })
  if (body === param) return list
  const lambda: Expr = { _tag: "Lambda", params: [param], body, type: lambdaOf(body.type) }
  return call("arrayMap", [lambda, list], arrayOf(body.type))
}

const asArray = (x: Expr, name: string, inner: ReadonlyArray<string>, site: Site): Expr => {
  const [element] = inner
  if (x.type.kind !== "Array" || element === undefined || inner.length > 1) return unlike(x, name, site)
  if (x.type.element.kind !== "Nothing") return mapped(x, x.type.element, element, site)
  const none = castTo(literal(null, scalar("Nothing")), element, site)
  return call("cast", [x], arrayOf(none.type))
}

const asTuple = (x: Expr, name: string, inner: ReadonlyArray<string>, site: Site): Expr => {
  if (x.type.kind !== "Tuple" || x.type.elements.length !== inner.length) return unlike(x, name, site)
  const { elements } = x.type
  return site.scope.planning.share(x, (tuple) => {
    const members = elements.map((element, i) =>
      castTo(call("tupleElement", [tuple, int64Literal(i + 1)], element), inner[i] ?? name, site)
    )
    return call("tuple", members, tupleOf(members.map(({ type }) => type)))
  })
}

const asMap = (x: Expr, name: string, inner: ReadonlyArray<string>, site: Site): Expr => {
  const [key, value] = inner
  if (x.type.kind !== "Map" || key === undefined || value === undefined) return unlike(x, name, site)
  const { type } = x
  return site.scope.planning.share(x, (map) => {
    const keys = mapped(call("mapKeys", [map], arrayOf(type.key)), type.key, key, site)
    const values = mapped(call("mapValues", [map], arrayOf(type.value)), type.value, value, site)
    const [of, to] = [keys.type, values.type]
    // A key of a map is never NULL.
    if (of.kind !== "Array" || to.kind !== "Array" || of.element.nullable) return unlike(x, name, site)
    return call("mapFromArrays", [keys, values], mapOf(of.element, to.element))
  })
}

/** The value as the named type; NULL where it is no value of it. */
const castTo = (x: Expr, name: string, site: Site): Expr => {
  const { base, inner } = partsOf(name)
  switch (base.toLowerCase()) {
    case "nullable":
    case "lowcardinality":
      return castTo(x, inner.length === 1 ? inner.join("") : "", site)
    case "array":
      return asArray(x, name, inner, site)
    case "tuple":
      return asTuple(x, name, inner, site)
    case "map":
      return asMap(x, name, inner, site)
    default:
  }
  const { ast } = site
  const exact = decimalNamed(name, ast)
  if (exact !== undefined) return toExact(asWritten(x), exact) ?? unlike(x, name, site)
  const target = castTarget(name, ast) ?? refuse(`Type '${name}' is not supported in CAST`, ast)
  const { end, start } = ast
  const digits: ReadonlyArray<AstExpr> = target.digits === undefined ? [] : [{ _tag: "Number", text: "6", start, end }]
  const zone: ReadonlyArray<AstExpr> = target.zone === undefined
    ? []
    : [{ _tag: "Text", value: target.zone, start, end }]
  const args = [ast.expr, ...digits, ...zone]
  const value = resolveCall(site.scope, callOf(target.name, args, ast), site.at, site.resolve, x)
  if (target.digits !== undefined) return withDigits(value, target.digits)
  return isNarrow(base) ? narrowed(site.scope.planning, value, base) : value
}

/** `CAST(x AS T)` and `x::T`. */
export const resolveCast = (
  scope: Scope,
  ast: CastAst,
  at: Place,
  resolve: (ast: AstExpr, place: Place) => Expr
): Expr => castTo(resolve(ast.expr, at), ast.typeName, { scope, ast, at, resolve, depth: 0 })
