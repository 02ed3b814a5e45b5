import type { Expr, Ref } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { arrayOf, lambdaOf, scalar, type SqlType, tupleOf } from "../types/SqlType.ts"
import { propertyAt } from "../typing/Documents.ts"
import { call, int64, int64Literal, literal, orElse, predicate, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { composed } from "./Composed.ts"
import { castTarget } from "./Conversions.ts"
import { argumentOf } from "./ParameterTypes.ts"

const uint64 = scalar("UInt64")
const bool = scalar("Bool")
const float64 = scalar("Float64")
const uuid = scalar("UUID")

/** The steps that stand after the document, up to the last arguments. */
const pathOf = (site: CallSite, last = 0): ReadonlyArray<string> =>
  site.asts.slice(1, site.count - last).map((ast, index) => {
    const step = site.arg(index + 1)
    return step._tag === "Literal" && (typeof step.value === "string" || typeof step.value === "number")
      ? String(step.value)
      : refuse(`The path of function '${site.name}' must be constant`, ast)
  })

const documentOf = (site: CallSite): Expr => argumentOf(site, 0, "document")

/** The value at the path as a text, NULL where it is missing. */
const textAt = (site: CallSite, path: ReadonlyArray<string>): Expr =>
  path.length === 0 ? call("jsonText", [rawAt(site, path)], string) : propertyAt(documentOf(site), path)

/** The value at the path as JSON, NULL where it is missing. */
const rawAt = (site: CallSite, path: ReadonlyArray<string>): Expr =>
  call("jsonRaw", [documentOf(site), literal(JSON.stringify(path), string)], string)

type Convert = (text: Expr) => Expr

const converted = (fn: "toInt" | "toExact" | "toFloat" | "toBool" | "toUUID", type: SqlType): Convert => (text) =>
  call(fn, [text], { ...type, nullable: true })

const number =
  (fn: "toInt" | "toFloat" | "toBool", type: SqlType, zero: number | boolean): FunctionEntry["lower"] => (site) =>
    orElse(converted(fn, type)(textAt(site, pathOf(site))), literal(zero, type))

/** Whole numbers below 0 count as none. */
const unsigned: FunctionEntry["lower"] = (site) =>
  site.planning.share(textAt(site, pathOf(site)), (text) => composed(site, "greatest(ifNull(toInt(a), 0), 0)", [text]))

/** Over what is at the path as JSON, which the text calls `a`. */
const overRaw = (text: string, parameters = 0): FunctionEntry["lower"] => (site) =>
  site.planning.share(rawAt(site, pathOf(site, parameters)), (raw) => composed(site, text, [raw]))

const type = "multiIf(isNull(a) or a = 'null', 'Null', startsWith(a, '{'), 'Object', startsWith(a, '['), 'Array', "
  + "startsWith(a, '\"'), 'String', a = 'true' or a = 'false', 'Bool', isNotNull(toInt(a)), 'Int64', 'Double')"

/** The conversion of a text to each type that JSONExtract names, and the default of that type. */
const scalars: ReadonlyMap<string, readonly [convert: Convert, zero: Expr]> = new Map([
  ["toString", [(text: Expr) => text, literal("", string)]],
  ["toInt", [converted("toInt", int64), literal(0, int64)]],
  ["toUInt64", [converted("toExact", scalar("Unsigned")), literal(0, scalar("Unsigned"))]],
  ["toFloat", [converted("toFloat", float64), literal(0, float64)]],
  ["toBool", [converted("toBool", bool), literal(false, bool)]],
  ["toUUID", [converted("toUUID", uuid), literal(defaultCell(uuid), uuid)]]
])

const wrapped = /^(Array|Nullable|LowCardinality|Tuple|Map)\((.*)\)$/

/** The text of a value converted to the named type: its default where that fails, NULL if it is Nullable. */
const asType = (site: CallSite, name: string, text: Expr): Expr => {
  const [, outer, inner] = wrapped.exec(name) ?? []
  if (outer === "LowCardinality" && inner !== undefined) return asType(site, inner, text)
  const isNullable = outer === "Nullable"
  const target = scalars.get(castTarget(isNullable ? inner ?? "" : name, site)?.name ?? "")
  if (target === undefined) return refuse(`Function '${site.name}' does not support the type ${name}`, site)
  const [convert, zero] = target
  return isNullable ? convert(text) : orElse(convert(text), zero)
}

/** An array of a value for each place, computed from the members of all arrays at that place. */
const mapped = (
  site: CallSite,
  depth: number,
  arrays: ReadonlyArray<Expr>,
  make: (...members: ReadonlyArray<Expr>) => Expr
): Expr => {
  const type: SqlType = { ...string, nullable: arrays.length > 1 }
  const first = site.scope.params.size + depth
  const params = arrays.map((_, i): Ref => ({ _tag: "Ref", name: `member ${first + i}`, type }))
  const body = make(...params)
  const lambda: Expr = { _tag: "Lambda", params, body, type: lambdaOf(body.type) }
  return call("arrayMap", [lambda, ...arrays], arrayOf(body.type))
}

/** The types between the brackets, which may have brackets themselves. */
const typesIn = (inner: string): ReadonlyArray<string> => {
  const types: Array<string> = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= inner.length; at++) {
    const letter = inner[at]
    if (letter === "(") depth++
    if (letter === ")") depth--
    if (letter !== undefined && (letter !== "," || depth > 0)) continue
    types.push(inner.slice(from, at))
    from = at + 1
  }
  return types
}

/** A tuple of what is at places of a list, or of what has names in an object. */
const tupled = (site: CallSite, inner: string, raw: Expr, depth: number): Expr => {
  const members = typesIn(inner).map((one) => {
    const [, name, type = one] = /^([A-Za-z_][A-Za-z0-9_]*) (.+)$/.exec(one) ?? []
    return { name, type }
  })
  const items = members.map(({ name, type }, i) => {
    const found = composed(site, "nullIf(JSONExtractRaw(a, b), '')", [
      raw,
      name === undefined ? int64Literal(i + 1) : literal(name, string)
    ])
    return extracted(site, type, found, depth)
  })
  return call("tuple", items, tupleOf(items.map((item) => item.type), members.map(({ name }) => name)))
}

const keyed = (site: CallSite, inner: string, raw: Expr, depth: number): Expr => {
  const [key, type] = typesIn(inner)
  if (key !== "String" || type === undefined) return refuse(`Function '${site.name}' needs a Map of String`, site)
  const keys = composed(site, "arrayMap(x -> assumeNotNull(x), _jsonKeys(a))", [raw])
  const members = composed(site, "_jsonMembers(if(startsWith(a, '{'), a, '{}'))", [raw])
  const values = mapped(site, depth, [members], (member = raw) => extracted(site, type, member, depth + 1))
  return composed(site, "mapFromArrays(a, b)", [keys, values])
}

/** JSON converted to the named type; `depth` counts the generated lambdas around it. */
const extracted = (site: CallSite, name: string, raw: Expr, depth = 0): Expr => {
  const [, outer, inner] = wrapped.exec(name) ?? []
  const lists = outer === "Tuple" ? tupled : outer === "Map" ? keyed : undefined
  if (lists !== undefined && inner !== undefined) {
    return site.planning.share(raw, (one) => lists(site, inner, one, depth))
  }
  if (outer !== "Array" || inner === undefined) return asType(site, name, call("jsonText", [raw], string))
  const members = composed(site, "_jsonMembers(if(startsWith(a, '['), a, '[]'))", [raw])
  return mapped(site, depth, [members], (member = raw) => extracted(site, inner, member, depth + 1))
}

/** The type that the last argument names. */
const namedType = (site: CallSite): string =>
  site.text(site.count - 1).trim().replaceAll(/\s*([(),])\s*/g, "$1").replaceAll(/\s+/g, " ")

const extract: FunctionEntry["lower"] = (site) =>
  site.planning.share(rawAt(site, pathOf(site, 1)), (raw) => extracted(site, namedType(site), raw))

const pairs: FunctionEntry["lower"] = (site) =>
  site.planning.share(rawAt(site, pathOf(site, 1)), (raw) => {
    const arrays = ["_jsonKeys(a)", "_jsonMembers(if(startsWith(a, '{'), a, '{}'))"]
    return mapped(site, 0, arrays.map((text) => composed(site, text, [raw])), (key = raw, member = raw) => {
      const items = [orElse(key, literal("", string)), extracted(site, namedType(site), member, 2)]
      return call("tuple", items, tupleOf(items.map((item) => item.type)))
    })
  })

/** `$.a.b[0]`: places in lists count from 0 there. */
const jsonPath = /^\$((?:\.[A-Za-z0-9_$-]+|\[[0-9]+\]|\["[^"]*"\])*)$/

const value: FunctionEntry["lower"] = (site) => {
  const [, steps] = jsonPath.exec(site.text(1)) ?? []
  if (steps === undefined) return refuse("The path of function 'JSON_VALUE' is such as '$.a.b[0]'", site.ast(1))
  const path = Array.from(
    steps.matchAll(/\.([^.[]+)|\[([0-9]+)\]|\["([^"]*)"\]/g),
    ([, key, place, quoted]) => key ?? quoted ?? String(Number(place) + 1)
  )
  return site.planning.share(
    rawAt(site, path),
    (raw) =>
      composed(site, "if(isNull(a) or startsWith(a, '{') or startsWith(a, '['), '', ifNull(_jsonText(a), ''))", [raw])
  )
}

const at = (result: string, meaning: string) => lenient(["document", "path…?"], result, meaning, "never")
const typed = (result: string, meaning: string) => lenient(["document", "path…?", "constant"], result, meaning, "never")

/** Documents, and texts that are JSON: paths are keys, and places in lists from 1. */
export const json: Entries = {
  JSONExtractString: takes(
    at("String", "the text at the path, '' where there is none"),
    (site) => orElse(textAt(site, pathOf(site)), literal("", string))
  ),
  JSONExtractInt: takes(
    at("Int64", "the whole number at the path, 0 where there is none"),
    number("toInt", int64, 0)
  ),
  JSONExtractUInt: takes(at("Int64", "the whole number from 0 at the path, 0 where there is none"), unsigned),
  JSONExtractFloat: takes(
    at("Float64", "the number at the path, 0 where there is none"),
    number("toFloat", float64, 0)
  ),
  JSONExtractBool: takes(at("Bool", "the truth at the path, false where there is none"), number("toBool", bool, false)),
  JSONExtractRaw: takes(
    at("String", "JSON of what is at the path, '' where nothing is"),
    (site) => orElse(rawAt(site, pathOf(site)), literal("", string))
  ),
  JSONExtractArrayRaw: takes(
    at("Array", "JSON of each member of the list at the path"),
    overRaw("_jsonMembers(if(startsWith(a, '['), a, '[]'))")
  ),
  JSONExtractKeys: takes(at("Array", "the keys of the object at the path"), overRaw("_jsonKeys(a)")),
  JSONExtractKeysAndValuesRaw: takes(
    at("Array", "pairs of the keys of the object at the path and JSON of their values"),
    overRaw(
      "arrayMap((k, v) -> tuple(ifNull(k, ''), ifNull(v, '')), _jsonKeys(a), "
        + "_jsonMembers(if(startsWith(a, '{'), a, '{}')))"
    )
  ),
  JSONExtractKeysAndValues: takes(
    typed("Array", "pairs of the keys of the object at the path and their values as the type, as JSONExtract has it"),
    pairs
  ),
  JSONExtract: takes(
    typed(
      "common",
      "the value at the path as the type: String, Int64, Float64, Bool, UUID, Nullable(…) or Array(…) of them"
    ),
    extract
  ),
  JSONHas: takes(
    at("UInt8", "something is at the path, null too"),
    (site) => predicate("isNotNull", rawAt(site, pathOf(site)))
  ),
  JSONLength: takes(
    at("UInt64", "how many members the list or object at the path has, else 0"),
    (site) => orElse(call("jsonLength", [rawAt(site, pathOf(site))], uint64), literal(0, uint64))
  ),
  JSONArrayLength: takes(
    lenient(["document"], "UInt64", "how many members the list has; NULL where it is none"),
    overRaw("if(startsWith(a, '['), _jsonLength(a), NULL)")
  ),
  JSONType: takes(
    at("String", "Object, Array, String, Int64, Double, Bool or Null of what is at the path"),
    overRaw(type)
  ),
  JSON_VALUE: takes(
    lenient(
      ["document", "constant"],
      "String",
      "the value at a path such as '$.a.b[0]', '' where there is none",
      "never"
    ),
    value
  )
}
