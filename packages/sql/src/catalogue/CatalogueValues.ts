import type { AstExpr } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { lenient, strict } from "../planning/Described.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { choice } from "../typing/Choice.ts"
import { comparable } from "../typing/Coerce.ts"
import { compare } from "../typing/NullRules.ts"
import { call, literal, logical, orElse, predicate, string, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { argumentOf, argumentsOf } from "./ParameterTypes.ts"

const known: FunctionEntry["lower"] = (site) => {
  const value = argumentOf(site, 0, "value")
  return orElse(value, literal(defaultCell(withNullable(value.type, false)), withNullable(value.type, false)))
}

const nullable: FunctionEntry["lower"] = (site) => {
  const value = argumentOf(site, 0, "value")
  return value.type.nullable
    ? value
    : call("nullIf", [value, literal(null, value.type)], withNullable(value.type, true))
}

const bitsOf = (fn: "and" | "or"): FunctionEntry["lower"] => (site) => {
  const number = argumentOf(site, 0, "bits")
  return logical(
    fn,
    site.asts.slice(1).map((_, i) => call("bitTest", [number, argumentOf(site, i + 1, "bits")], uint8))
  )
}

const hex: FunctionEntry["lower"] = (site) =>
  site.arg(0).type.kind === "String" || site.arg(0).type.kind === "JSON"
    ? call("hexOfText", [argumentOf(site, 0, "text")], string)
    : call("hexOfInt", [argumentOf(site, 0, "whole")], string)

const listOf = (site: CallSite, index: number): ReadonlyArray<AstExpr> => {
  const ast = site.ast(index)
  return ast._tag === "Array" || ast._tag === "Tuple"
    ? ast.items
    : refuse(`Argument ${index + 1} of function 'transform' must be a list such as [1, 2]`, ast)
}

/** The value beside the first that is equal; else the last argument, or the value itself. */
const transform: FunctionEntry["lower"] = (site) => {
  const value = site.arg(0)
  if (isComposite(value.type)) return site.illegalType(0)
  const [from, to] = [listOf(site, 1), listOf(site, 2)].map((asts) => asts.map((ast) => site.resolve(ast, site.place)))
  if (from === undefined || to === undefined || from.length !== to.length) {
    return refuse("The lists of function 'transform' have the same length", site.ast(2))
  }
  const otherwise = site.count > 3 ? site.arg(3) : value
  if (from.length === 0) return otherwise
  return site.planning.share(value, (shared) => {
    const conditions = from.map((item): Expr => compare("equals", ...comparable(shared, item, site), "wrapped", site))
    return choice(conditions, [...to, site.count > 3 ? otherwise : shared], site)
  })
}

/** The largest of the constants that is not above the value, the smallest for what is below all. */
const roundDown: FunctionEntry["lower"] = (site) => {
  const steps = listOf(site, 1).map((ast) => {
    const step = site.resolve(ast, site.place)
    return step._tag === "Literal" && typeof step.value === "number"
      ? { step, size: step.value }
      : refuse("The steps of function 'roundDown' must be constant numbers", ast)
  }).toSorted((a, b) => b.size - a.size)
  const lowest = steps.at(-1)?.step ?? refuse("The list of function 'roundDown' is empty", site.ast(1))
  return site.planning.share(argumentOf(site, 0, "number"), (value) => {
    const conditions = steps.map(({ step }) =>
      compare("greaterOrEquals", ...comparable(value, step, site), "wrapped", site)
    )
    const found = choice(conditions, [...steps.map(({ step }) => step), lowest], site)
    return value.type.nullable
      ? call("if", [predicate("isNull", value), literal(null, found.type), found], withNullable(found.type, true))
      : found
  })
}

/** Values of every kind. */
export const values: Entries = {
  xor: takes(
    strict(["condition", "condition…"], "UInt8", "an odd number of them hold"),
    (site) => argumentsOf(site, ["condition"]).reduce((one, other) => predicate("xor", one, other))
  ),
  assumeNotNull: takes(lenient(["value"], "argument", "a, the default of its type where it is NULL", "never"), known),
  toNullable: takes(lenient(["value"], "argument", "a, of a type that can be NULL"), nullable),
  bitTestAll: takes(strict(["bits", "whole…"], "UInt8", "the bits at all of the places, from 0"), bitsOf("and")),
  bitTestAny: takes(strict(["bits", "whole…"], "UInt8", "a bit at one of the places, from 0"), bitsOf("or")),
  hex: takes(strict(["value"], "String", "the bytes of a text or a whole number in hexadecimal digits"), hex),
  roundDown: takes(
    strict(["number", "list"], "common", "the largest member of b that is not above a, the smallest of all below it"),
    roundDown
  ),
  transform: takes(
    lenient(
      ["any", "list", "list", "any?"],
      "common",
      "the member of c beside the first of b that is equal to a, else d, or a without one"
    ),
    transform
  )
}
