import type { FunctionName } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { convert } from "../resolve/Coerce.ts"
import { concatenated } from "../resolve/Conversions.ts"
import { call, int64, isNullLiteral, literal, orElse, predicate, string } from "../resolve/PlanExpr.ts"
import { refuse } from "../resolve/SemanticFailure.ts"
import { isInteger, scalar, type SqlType } from "../SqlType.ts"
import { anyCase, type CallSite, type Entries, type FunctionEntry, takes } from "./CallSite.ts"

const uint64: SqlType = scalar("UInt64")

const text = (site: CallSite, index: number): Expr => {
  const expr = site.arg(index)
  if (isNullLiteral(expr)) return literal(null, string)
  return expr.type.kind === "String" ? expr : site.illegalType(index)
}

const textArguments = (site: CallSite): ReadonlyArray<Expr> => site.args.map((_, index) => text(site, index))

const whole = (site: CallSite, index: number): Expr => {
  const expr = site.arg(index)
  if (isNullLiteral(expr)) return literal(null, int64)
  return isInteger(expr.type) ? convert(expr, int64) : site.illegalType(index)
}

const of = (fn: FunctionName, type: SqlType = string) => (site: CallSite): Expr => call(fn, textArguments(site), type)

/** Without a length, the rest of the text. */
const substring = (site: CallSite): Expr => {
  const value = text(site, 0)
  const length = site.count > 2 ? whole(site, 2) : convert(call("lengthUTF8", [value], uint64), int64)
  return call("substring", [value, whole(site, 1), length], string)
}

const trimming = (...fns: ReadonlyArray<"trimLeft" | "trimRight">): FunctionEntry["lower"] => (site) =>
  site.count > 1
    ? refuse(`Function '${site.name}' trims spaces only, other characters are not supported`, site)
    : fns.reduce((value, fn) => call(fn, [value], string), text(site, 0))

const searching = (prepare: (expr: Expr) => Expr): FunctionEntry["lower"] => (site) =>
  call("position", textArguments(site).map(prepare), uint64)

const lower = (expr: Expr): Expr => call("lower", [expr], string)

/** The first JSON path step is the column, the others its keys. */
const jsonPath = (site: CallSite): Expr => {
  const column = site.arg(0)
  const read = site.planning.properties.get(column)
  const path = site.asts.slice(1).map((ast, index) => {
    const step = site.arg(index + 1)
    return step._tag === "Literal" && (typeof step.value === "string" || typeof step.value === "number")
      ? String(step.value)
      : refuse(`The path of function '${site.name}' must be constant`, ast)
  })
  if (read === undefined) return refuse(`The first argument of function '${site.name}' must be a JSON column`, site)
  return path.length === 0 ? site.illegalArity("a path") : read(path)
}

const jsonNumber =
  (fn: "toInt" | "toFloat" | "toBool", type: SqlType, zero: number | boolean) => (site: CallSite): Expr =>
    orElse(call(fn, [jsonPath(site)], { ...type, nullable: true }), literal(zero, type))

const concat: FunctionEntry["lower"] = (site) => concatenated(site.args)

/** Text and JSON. */
export const texts: Entries = {
  concat: anyCase(1, Infinity, concat),
  lower: anyCase(1, 1, of("lower")),
  upper: anyCase(1, 1, of("upper")),
  length: anyCase(1, 1, of("length", uint64)),
  lengthUTF8: takes(1, 1, of("lengthUTF8", uint64)),
  substring: anyCase(2, 3, substring),
  substringUTF8: takes(2, 3, substring),
  trim: anyCase(1, 2, trimming("trimLeft", "trimRight")),
  btrim: takes(1, 2, trimming("trimLeft", "trimRight")),
  trimLeft: takes(1, 2, trimming("trimLeft")),
  ltrim: takes(1, 2, trimming("trimLeft")),
  trimRight: takes(1, 2, trimming("trimRight")),
  rtrim: takes(1, 2, trimming("trimRight")),
  startsWith: takes(2, 2, (site) => predicate("startsWith", ...textArguments(site))),
  endsWith: takes(2, 2, (site) => predicate("endsWith", ...textArguments(site))),
  position: anyCase(2, 2, searching((expr) => expr)),
  positionUTF8: takes(2, 2, searching((expr) => expr)),
  positionCaseInsensitive: takes(2, 2, searching(lower)),
  replaceAll: takes(3, 3, of("replaceAll")),
  replace: anyCase(3, 3, of("replaceAll")),
  reverse: anyCase(1, 1, of("reverse")),
  reverseUTF8: takes(1, 1, of("reverse")),
  JSONExtractString: takes(2, 6, (site) => orElse(jsonPath(site), literal("", string))),
  JSONExtractInt: takes(2, 6, jsonNumber("toInt", int64, 0)),
  JSONExtractFloat: takes(2, 6, jsonNumber("toFloat", scalar("Float64"), 0)),
  JSONExtractBool: takes(2, 6, jsonNumber("toBool", scalar("Bool"), false))
}
