import { Result } from "effect"
import type { AstExpr } from "../ast/Ast.ts"
import { families, internalRows } from "../functions/families/Families.ts"
import type { Example, ParameterType, Signature } from "../functions/Signature.ts"
import { parseExpression } from "../parse/Parser.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import type { Described, Parameter } from "../planning/Described.ts"
import { internalName } from "../planning/InternalNames.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { call, literal, logical, predicate } from "../typing/PlanExpr.ts"
import { refusedAt } from "../typing/SemanticFailure.ts"
import { composedConversions } from "./composed/Conversions.ts"
import { composedLanguages } from "./composed/Languages.ts"
import { composedNumbers } from "./composed/Numbers.ts"
import { composedTexts } from "./composed/Texts.ts"
import { composedUrls } from "./composed/Urls.ts"
import { composedValues } from "./composed/Values.ts"
import type { Composition } from "./Composition.ts"
import { argumentOf } from "./ParameterTypes.ts"
import { lowerBy } from "./SignatureEntries.ts"

type Compositions = Readonly<Record<string, Composition>>

const compositions: Compositions = {
  ...composedNumbers,
  ...composedTexts,
  ...composedUrls,
  ...composedValues,
  ...composedConversions,
  ...composedLanguages
}

/** The names of the arguments in the text. */
const letters = ["a", "b", "c", "d", "e"] as const

/** The expression with the internal functions that it names. */
const internal = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(internal)
  if (typeof node !== "object" || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "name" && typeof value === "string" && value.startsWith("_")
        ? [key, internalName(value.slice(1))]
        : [key, internal(value)]
    )
  )
}

const parsed = new Map<string, AstExpr>()

/** The expression of a composed text, parsed once. */
export const expressionOf = (text: string): AstExpr => {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const read = parseExpression(text)
  if (Result.isFailure(read)) throw new Error(`The catalogue has no expression: ${text}`)
  const ast = internal(read.success) as AstExpr
  parsed.set(text, ast)
  return ast
}

/** The text with the arguments in place of the letters. */
const written = (site: CallSite, ast: AstExpr, args: ReadonlyArray<Expr>): Expr => {
  const outer = [...site.scope.params].map(([name, value]) => [`outside ${name}`, value] as const)
  const named = args.flatMap((value, i) => letters[i] === undefined ? [] : [[letters[i], value] as const])
  const params = new Map([...outer, ...named])
  const folds = site.scope.folds?.within(site.asts)
  const scope = { ...site.scope, leaves: [], aliases: new Map(), resolved: new Map(), params, folds }
  return refusedAt(site, () => site.planning.expression(scope, ast, site.place))
}

/** The text over the values, as a row of the catalogue would write it. */
export const composed = (site: CallSite, text: string, values: ReadonlyArray<Expr>): Expr =>
  written(site, expressionOf(text), values)

/** NULL, or an empty array, where one of the values is NULL. */
export const unlessNull = (values: ReadonlyArray<Expr>, expr: Expr): Expr => {
  const open = values.filter(({ type }) => type.nullable)
  if (open.length === 0 || expr._tag === "Literal") return expr
  const isNull = logical("or", open.map((value) => predicate("isNull", value)))
  const none = literal(isComposite(expr.type) ? defaultCell(expr.type) : null, expr.type)
  return call("if", [isNull, none, expr], withNullable(expr.type, true))
}

/** The text over the values, each of them computed once. */
const bound = (
  site: CallSite,
  values: ReadonlyArray<Expr>,
  body: (values: ReadonlyArray<Expr>) => Expr,
  known: ReadonlyArray<Expr> = []
): Expr => {
  const [next, ...rest] = values
  return next === undefined
    ? body(known)
    : site.planning.share(next, (value) => bound(site, rest, body, [...known, value]))
}

export const typeOf = (parameter: Parameter): ParameterType | undefined => {
  const name = parameter.replace(/[?…]+$/, "")
  return parameterTypes.find((type) => type === name)
}

const parameterTypes = [
  "any",
  "value",
  "member",
  "condition",
  "text",
  "number",
  "whole",
  "float",
  "constant",
  "texts",
  "floats"
] as const

const lowered = ({ as, nulls, parameters }: Composition): FunctionEntry["lower"] => (site) => {
  const text = typeof as === "string" ? as : as[site.count - (parameters.length - as.length + 1)]
  if (text === undefined) return site.illegalArity(`${parameters.length} arguments`)
  const args = site.args.map((arg, i) => {
    const type = typeOf(parameters[i] ?? "any")
    return type === undefined || type === "any" ? arg : argumentOf(site, i, type)
  })
  const ast = expressionOf(text)
  const isStrict = nulls === "propagate" || nulls === "lacking"
  return bound(site, args, (values) => {
    const expr = written(site, ast, values)
    return isStrict ? unlessNull(values, expr) : expr
  })
}

const entryOf = (composition: Composition): FunctionEntry => {
  const { as: _, example: __, names: ___, ...described } = composition
  return takes(described satisfies Described, lowered(composition))
}

const entriesOf = (name: string, composition: Composition): ReadonlyArray<readonly [string, FunctionEntry]> => {
  const entry = entryOf(composition)
  return [[name, entry], ...(composition.names ?? []).map((alias) => [alias, { ...entry, aliasOf: name }] as const)]
}

/** Composed functions, by the names that users write. */
export const entriesOfCompositions = (compositions: Compositions): Entries =>
  Object.fromEntries(Object.entries(compositions).flatMap(([name, composition]) => entriesOf(name, composition)))

/** The example of each, by its name. */
export const examplesOfCompositions = (compositions: Compositions): Readonly<Record<string, Example>> =>
  Object.fromEntries(Object.entries(compositions).map(([name, { example }]) => [name, example]))

/** The composed functions of every dialect, by the names that users write. */
export const composedEntries: Entries = entriesOfCompositions(compositions)

/** Rows that only our own texts name. */
export const internalEntries: Entries = Object.fromEntries(
  internalRows.map((fn) => {
    const row: Signature = families[fn]
    return [
      internalName(fn),
      takes({ parameters: row.takes, result: row.gives, nulls: row.nulls, meaning: row.meaning }, lowerBy(fn, row))
    ]
  })
)

/** The example of each, by its name. */
export const composedExamples: Readonly<Record<string, Example>> = examplesOfCompositions(compositions)
