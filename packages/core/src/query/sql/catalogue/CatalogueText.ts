import type { Expr } from "../Plan.ts"
import { convert } from "../resolve/Coerce.ts"
import { concatenated } from "../resolve/Conversions.ts"
import { propertyAt } from "../resolve/Documents.ts"
import { call, int64, isNullLiteral, literal, orElse, string } from "../resolve/PlanExpr.ts"
import { refuse } from "../resolve/SemanticFailure.ts"
import { isComposite, isInteger, scalar, type SqlType } from "../SqlType.ts"
import { anyCase, type CallSite, type Entries, type FunctionEntry, takes } from "./CallSite.ts"
import { argumentOf, argumentsOf } from "./ParameterTypes.ts"

const uint64: SqlType = scalar("UInt64")

const text = (site: CallSite, index: number): Expr => argumentOf(site, index, "text")

const whole = (site: CallSite, index: number): Expr => {
  const expr = site.arg(index)
  if (isNullLiteral(expr)) return literal(null, int64)
  return isInteger(expr.type) ? convert(expr, int64) : site.illegalType(index)
}

/** Without a length, the rest of the text. */
const substring = (site: CallSite): Expr => {
  const from = whole(site, 1)
  if (site.count > 2) return call("substring", [text(site, 0), from, whole(site, 2)], string)
  return site.planning.share(
    text(site, 0),
    (value) => call("substring", [value, from, convert(call("lengthUTF8", [value], uint64), int64)], string)
  )
}

const trimming = (...fns: ReadonlyArray<"trimLeft" | "trimRight">): FunctionEntry["lower"] => (site) =>
  site.count > 1
    ? refuse(`Function '${site.name}' trims spaces only, other characters are not supported`, site)
    : fns.reduce((value, fn) => call(fn, [value], string), text(site, 0))

const lower = (expr: Expr): Expr => call("lower", [expr], string)

const searchedInAnyCase = (site: CallSite): Expr => call("position", argumentsOf(site, ["text"]).map(lower), uint64)

/** The first JSON path step is the column, the others its keys. */
const jsonPath = (site: CallSite): Expr => {
  const column = site.arg(0)
  const path = site.asts.slice(1).map((ast, index) => {
    const step = site.arg(index + 1)
    return step._tag === "Literal" && (typeof step.value === "string" || typeof step.value === "number")
      ? String(step.value)
      : refuse(`The path of function '${site.name}' must be constant`, ast)
  })
  if (column.type.kind !== "JSON") {
    return refuse(`The first argument of function '${site.name}' must be a JSON column`, site)
  }
  return path.length === 0 ? site.illegalArity("a path") : propertyAt(column, path)
}

const jsonNumber =
  (fn: "toInt" | "toFloat" | "toBool", type: SqlType, zero: number | boolean) => (site: CallSite): Expr =>
    orElse(call(fn, [jsonPath(site)], { ...type, nullable: true }), literal(zero, type))

const concat: FunctionEntry["lower"] = (site) =>
  concatenated(site.args.map((arg, index) => isComposite(arg.type) ? site.illegalType(index) : arg))

/** Text and JSON. */
export const texts: Entries = {
  concat: anyCase(1, Infinity, concat),
  substring: anyCase(2, 3, substring),
  substringUTF8: takes(2, 3, substring),
  trim: anyCase(1, 2, trimming("trimLeft", "trimRight")),
  btrim: takes(1, 2, trimming("trimLeft", "trimRight")),
  trimLeft: takes(1, 2, trimming("trimLeft")),
  ltrim: takes(1, 2, trimming("trimLeft")),
  trimRight: takes(1, 2, trimming("trimRight")),
  rtrim: takes(1, 2, trimming("trimRight")),
  positionCaseInsensitive: takes(2, 2, searchedInAnyCase),
  JSONExtractString: takes(2, 6, (site) => orElse(jsonPath(site), literal("", string))),
  JSONExtractInt: takes(2, 6, jsonNumber("toInt", int64, 0)),
  JSONExtractFloat: takes(2, 6, jsonNumber("toFloat", scalar("Float64"), 0)),
  JSONExtractBool: takes(2, 6, jsonNumber("toBool", scalar("Bool"), false))
}
