import type { AstExpr, Span, WindowSpec } from "../ast/Ast.ts"
import type { Example } from "../functions/Signature.ts"
import type { Expr } from "../plan/Plan.ts"
import type { CallSite, Entries, FunctionEntry } from "../planning/CallSite.ts"
import { takes } from "../planning/CallSite.ts"
import { internalName } from "../planning/InternalNames.ts"
import { integerKinds, isInteger, scalar } from "../types/SqlType.ts"
import { call, literal, string } from "../typing/PlanExpr.ts"
import { refusedAt } from "../typing/SemanticFailure.ts"
import { findAggregateEntry } from "./AggregateNames.ts"
import type { AggregateEntry } from "./CatalogueAggregates.ts"
import { expressionOf, typeOf, unlessNull } from "./Composed.ts"
import { composedBitmaps } from "./composed/Bitmaps.ts"
import { composedDateReads } from "./composed/DateReads.ts"
import { composedDates, dateParts } from "./composed/Dates.ts"
import { composedDateTexts } from "./composed/DateTexts.ts"
import { composedGeohashes, geohashParts } from "./composed/Geohashes.ts"
import { composedGroups, groupParts } from "./composed/Groups.ts"
import { composedLists, listParts } from "./composed/Lists.ts"
import { composedMapGroups, mapGroupParts } from "./composed/MapGroups.ts"
import { composedMaps, mapParts } from "./composed/Maps.ts"
import { composedSequences, sequenceParts } from "./composed/Sequences.ts"
import { composedSpheres } from "./composed/Spheres.ts"
import { composedStates } from "./composed/States.ts"
import { composedTags } from "./composed/Tags.ts"
import { textParts } from "./composed/TextParts.ts"
import { composedTimeWindows } from "./composed/TimeWindows.ts"
import { composedTuples } from "./composed/Tuples.ts"
import { listed, windowParts } from "./composed/WindowLists.ts"
import { dateArgument } from "./IntervalStarts.ts"
import type { Macro } from "./Macro.ts"
import { argumentOf } from "./ParameterTypes.ts"

const macros: Readonly<Record<string, Macro>> = {
  ...composedLists,
  ...composedMaps,
  ...composedTuples,
  ...composedBitmaps,
  ...composedDates,
  ...composedDateTexts,
  ...composedDateReads,
  ...composedTimeWindows,
  ...composedSpheres,
  ...composedGeohashes,
  ...composedTags
}

const groups: Readonly<Record<string, Macro>> = {
  ...composedGroups,
  ...composedMapGroups,
  ...composedSequences,
  ...composedStates
}

const letters = ["a", "b", "c", "d", "e", "f", "g", "h"]

/** The place of the argument that the name refers to, -1 for any other name. */
const placeOf = (name: string): number => {
  const numbered = /^arg([0-9]+)$/.exec(name)?.[1]
  return numbered === undefined ? letters.indexOf(name) : Number(numbered) - 1
}

/** The clauses that a call adds to each aggregate of its text: a condition and a window. */
interface Around {
  readonly condition: AstExpr | undefined
  readonly over: WindowSpec | undefined
}

/** The call of an aggregate with one condition more. */
const conditioned = (name: string, args: ReadonlyArray<unknown>, condition: AstExpr | undefined, span: Span) => {
  if (condition === undefined) return { name, args }
  if (!name.endsWith("If")) return { name: `${name}If`, args: [...args, condition] }
  const both = {
    _tag: "Call",
    name: "and",
    args: [args.at(-1), condition],
    params: undefined,
    distinct: false,
    over: undefined,
    ...span
  }
  return { name, args: [...args.slice(0, -1), both] }
}

/** The expression with the arguments in place of the letters, and names of its own that no query can write. */
const expanded = (
  site: CallSite,
  text: AstExpr,
  args: ReadonlyArray<AstExpr>,
  named: (name: string) => string,
  around?: Around
) => {
  const several: Readonly<Record<string, ReadonlyArray<AstExpr>>> = { all: args, rest: args.slice(1) }
  const one = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.flatMap(spread)
    if (typeof node !== "object" || node === null) return node
    const ast = node as AstExpr
    if (ast._tag === "Field" && ast.path.length === 1) {
      const [name = ""] = ast.path
      return args[placeOf(name)] ?? { ...ast, path: [named(name)] }
    }
    const inner = Object.fromEntries(Object.entries(ast).map(([key, value]) => [key, one(value)]))
    const own = ast._tag === "Lambda"
      ? { ...inner, params: ast.params.map(named) }
      : around !== undefined && ast._tag === "Call" && findAggregateEntry(ast.name) !== undefined
      ? {
        ...inner,
        ...conditioned(ast.name, ast.args.flatMap(spread), around.condition, { start: site.start, end: site.end }),
        over: around.over === undefined ? undefined : { window: around.over }
      }
      : inner
    return "_tag" in own ? { ...own, start: site.start, end: site.end } : own
  }
  const spread = (node: unknown): ReadonlyArray<unknown> => {
    const ast = node as AstExpr
    const many = typeof node === "object" && node !== null && ast._tag === "Field"
      ? several[ast.path.join(".")]
      : undefined
    return many ?? [one(node)]
  }
  return one(text) as AstExpr
}

const kinds: Readonly<Record<string, string>> = { array: "Array", map: "Map", tuple: "Tuple" }

const valueOf = (site: CallSite, { parameters }: Macro, index: number): Expr => {
  const parameter = parameters[index] ?? parameters.at(-1) ?? "any"
  const name = parameter.replace(/[?…]+$/, "")
  const type = typeOf(parameter)
  if (type !== undefined && type !== "any") return argumentOf(site, index, type)
  if (name === "date") return dateArgument(site, index)
  if (name === "unit") return literal(site.word(index), string)
  const expr = site.arg(index)
  const kind = name === "lambda" ? "Array" : kinds[name]
  return kind === undefined || expr.type.kind === kind ? expr : site.illegalType(index)
}

/** An integer has the width that ClickHouse gives the function's answers: it names the type alone. */
const named = ({ result }: Macro, expr: Expr): Expr => {
  const kind = integerKinds.find((one) => one === result)
  return kind === undefined || kind === "Int64" || expr.type.kind === kind || !isInteger(expr.type)
    ? expr
    : call("cast", [expr], scalar(kind, expr.type.nullable))
}

const bodies = new Map<string, AstExpr>()
const mostBodies = 2_000

/** The text with the names of the arguments. Texts without a lambda of the query's are made once for all calls. */
const bodyOf = (site: CallSite, text: string, prefix: string, asts: ReadonlyArray<AstExpr>): AstExpr => {
  const make = () => expanded(site, expressionOf(text), asts, (name) => prefix + name)
  if (asts.some(({ _tag }) => _tag === "Lambda")) return make()
  const key = `${prefix}${asts.length} ${text}`
  const known = bodies.get(key)
  if (known !== undefined) return known
  if (bodies.size >= mostBodies) bodies.clear()
  const made = make()
  bodies.set(key, made)
  return made
}

const lowered = (row: Macro): FunctionEntry["lower"] => (site) => named(row, loweredAs(row, site))

const loweredAs = (row: Macro, site: CallSite): Expr => {
  const text = typeof row.as === "string" ? row.as : row.as(site, site.count)
  const prefix = `\u0000${site.scope.params.size} `
  const asts = site.asts.map((_, i): AstExpr => {
    const given = site.ast(i)
    return given._tag === "Lambda"
      ? given
      : { _tag: "Field", path: [`${prefix}${letters[i] ?? String(i)}`], start: given.start, end: given.end }
  })
  const body = bodyOf(site, text, prefix, asts)
  const next = (index: number, known: ReadonlyMap<string, Expr>): Expr => {
    const given = asts[index]
    if (given === undefined) {
      const params = new Map([...site.scope.params, ...known])
      const scope = { ...site.scope, params, resolved: new Map(), folds: site.scope.folds?.within(site.asts) }
      const expr = refusedAt(site, () => site.planning.expression(scope, body, site.place))
      return row.nulls === "own" ? expr : unlessNull([...known.values()], expr)
    }
    if (given._tag !== "Field") return next(index + 1, known)
    return site.planning.share(
      valueOf(site, row, index),
      (value) => next(index + 1, new Map([...known, [given.path.join(""), value]]))
    )
  }
  return next(0, new Map())
}

/** The arguments of an aggregate stand where the text has them; each aggregate of the text gets condition and window. */
const grouped = (row: Pick<Macro, "as">, isFiltered: boolean): FunctionEntry["lower"] => (site) => {
  const asts = site.asts.map((_, i) => site.ast(i))
  const args = isFiltered ? asts.slice(0, -1) : asts
  const text = expressionOf(typeof row.as === "string" ? row.as : row.as(site, args.length))
  const prefix = `\u0000${site.scope.params.size} `
  const around = { condition: isFiltered ? asts.at(-1) : undefined, over: site.over }
  const body = expanded(site, text, args, (name) => prefix + name, around)
  return site.planning.expression({ ...site.scope, resolved: new Map() }, body, site.place)
}

/** An aggregate over a window that engines have over groups only: a function of the list of its values. */
export const listedAggregate = (
  { filtered, fn }: Pick<AggregateEntry, "filtered" | "fn">,
  site: CallSite,
  distinct: boolean
): Expr | undefined => {
  const { every, once } = listed[fn] ?? {}
  const as = distinct ? once : every
  return as === undefined ? undefined : grouped({ as }, filtered)(site)
}

const groupEntry = (row: Macro): FunctionEntry => {
  const { as: _, example: __, names: ___, params: ____, ...described } = row
  return takes(described, grouped(row, false))
}

/** The condition stands last: before parameters that may be repeated it makes one more. */
const withCondition = (parameters: Macro["parameters"]): Macro["parameters"] =>
  parameters.at(-1)?.includes("…") === true
    ? [...parameters.slice(0, -1), "condition", ...parameters.slice(-1)]
    : [...parameters, "condition"]

const filteredEntry = (row: Macro): FunctionEntry => {
  const { as: _, example: __, names: ___, params: ____, ...described } = row
  const meaning = `${described.meaning}; of the rows where the last argument holds`
  return takes({ ...described, meaning, parameters: withCondition(described.parameters) }, grouped(row, true))
}

const withParams = (row: Macro, entry: FunctionEntry): FunctionEntry => ({
  ...entry,
  aggregates: true,
  ...row.params === undefined ? undefined : { params: row.params }
})

/** Composed aggregates and their If forms. */
export const groupEntries: Entries = Object.fromEntries(
  Object.entries(groups).flatMap(([name, row]) => [
    [name, withParams(row, groupEntry(row))],
    [`${name}If`, withParams(row, filteredEntry(row))]
  ])
)

const exampleIf = (name: string, [expression, answer]: Example): readonly [string, Example] => [
  `${name}If`,
  [
    expression.replace(name, `${name}If`).replace(/\(?\)$/, (end) => end === "()" ? "(2 > 1)" : ", 2 > 1)"),
    answer
  ]
]

const entryOf = (row: Macro): FunctionEntry => {
  const { as: _, example: __, names: ___, params: ____, ...described } = row
  return takes(described, lowered(row))
}

const entriesOf = ([name, row]: readonly [string, Macro]): ReadonlyArray<readonly [string, FunctionEntry]> => {
  const entry = entryOf(row)
  return [[name, entry], ...(row.names ?? []).map((alias) => [alias, { ...entry, aliasOf: name }] as const)]
}

/** Functions composed of others, by the names that users write. */
export const macroEntries: Entries = Object.fromEntries(Object.entries(macros).flatMap(entriesOf))

const parts = {
  ...listParts,
  ...mapParts,
  ...groupParts,
  ...mapGroupParts,
  ...sequenceParts,
  ...windowParts,
  ...geohashParts,
  ...dateParts,
  ...textParts
}

/** Parts of them that only our own texts name. */
export const macroParts: Entries = Object.fromEntries(
  Object.entries(parts).map((
    [name, row]
  ) => [internalName(name), entryOf(row)])
)

/** The example of each, by its name. */
export const macroExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  [
    ...Object.entries(macros).map(([name, { example }]) => [name, example] as const),
    ...Object.entries(groups).flatMap(([name, { example }]) => [
      [name, example] as const,
      exampleIf(name, example)
    ])
  ]
)
