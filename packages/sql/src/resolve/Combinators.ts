import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { findAggregateEntry } from "../catalogue/AggregateNames.ts"
import { isReduction, reductionNames } from "../catalogue/composed/Lists.ts"
import type { Expr } from "../plan/Plan.ts"
import { internalName } from "../planning/InternalNames.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { typeName } from "../types/SqlType.ts"
import { refuse, refusedAt } from "../typing/SemanticFailure.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

const endings = ["If", "OrNull", "OrDefault", "Distinct", "Array"] as const
type Combinator = (typeof endings)[number]

/** An aggregate and the combinators behind its name, in any order. */
interface Combined {
  readonly base: string
  readonly combinators: ReadonlySet<Combinator>
}

const isAggregate = ({ planning }: Scope, name: string): boolean =>
  findAggregateEntry(name) !== undefined || planning.functions.find(name)?.aggregates === true

/** The parts of a name such as `sumOrNullIf`; undefined where it is none of an aggregate. */
const partsOf = (scope: Scope, name: string): Combined | undefined => {
  const combinators = new Set<Combinator>()
  let base = name
  while (!isAggregate(scope, base)) {
    const ending = endings.find((one) => base.endsWith(one) && base.length > one.length && !combinators.has(one))
    if (ending === undefined) return undefined
    combinators.add(ending)
    base = base.slice(0, -ending.length)
  }
  if (base.endsWith("If") && !combinators.has("If")) {
    return { base: base.slice(0, -2), combinators: combinators.add("If") }
  }
  return combinators.size === 0 ? undefined : { base, combinators }
}

/** Whether calls of the name, as it is written, are aggregates. */
export const isAggregateName = (scope: Scope, name: string): boolean =>
  isAggregate(scope, name) || partsOf(scope, name) !== undefined

/** The parts of an aggregate's name, with what gives the values of its arguments over the rows. */
interface Parts extends Combined {
  readonly resolve: (ast: AstExpr) => Expr
}

/** The one array that the call takes of each row. */
const arrayOfRow = (ast: CallAst, { combinators, resolve }: Parts) => {
  const isFiltered = combinators.has("If")
  const [array, ...more] = isFiltered ? ast.args.slice(0, -1) : ast.args
  if (array === undefined || more.length > 0 || ast.over !== undefined) {
    return refuse(`Aggregation '${ast.name}' takes one array of each row`, ast)
  }
  const { type } = resolve(array)
  if (type.kind !== "Array") {
    return refuse(`Illegal type ${typeName(type)} of argument of aggregation '${ast.name}': it takes an array`, array)
  }
  return { array, member: type.element, condition: isFiltered ? ast.args.slice(-1) : [] }
}

const lambdaOf = (body: (member: AstExpr) => AstExpr, span: CallAst): AstExpr => {
  const { end, start } = span
  const name = internalName("member")
  return { _tag: "Lambda", params: [name], body: body({ _tag: "Field", path: [name], start, end }), start, end }
}

/** The members of all arrays of the rows as one list, NULL left out. Members that are arrays are in tuples meanwhile. */
const membersOf = (ast: CallAst, parts: Parts): AstExpr => {
  const { array, condition, member } = arrayOfRow(ast, parts)
  const name = condition.length > 0 ? "groupArrayIf" : "groupArray"
  const isDeep = member.kind === "Array"
  const one = isDeep
    ? callOf("arrayMap", [lambdaOf((item) => callOf("tuple", [item], ast), ast), array], ast)
    : array
  const joined = callOf("arrayFlatten", [callOf(name, [one, ...condition], ast)], ast)
  const first: AstExpr = { _tag: "Number", text: "1", start: ast.start, end: ast.end }
  const all = isDeep ? callOf("tupleElement", [joined, first], ast) : joined
  const known = member.nullable
    ? callOf("arrayFilter", [lambdaOf((item) => callOf("isNotNull", [item], ast), ast), all], ast)
    : all
  return ast.distinct || parts.combinators.has("Distinct") ? callOf("arrayDistinct", [known], ast) : known
}

/** Aggregates whose values may be arrays themselves. */
const ofAnyValue: ReadonlySet<string> = new Set([
  "any",
  "anyLast",
  "count",
  "uniq",
  "uniqExact"
])

/** The parameters of the call as texts. */
const parametersOf = ({ params = [] }: CallAst, { resolve }: Parts): ReadonlyArray<string> =>
  params.map((param) => {
    const expr = resolve(param)
    return expr._tag === "Literal"
      ? String(expr.value)
      : refuse("The parameters of an aggregation must be constant", param)
  })

/** `fArray(a)`: the aggregate of the members of all arrays, as a function of one list of them. */
const overMembers = (ast: CallAst, parts: Parts): AstExpr => {
  const { base } = parts
  const { member } = arrayOfRow(ast, parts)
  const members = membersOf(ast, parts)
  const parameters = parametersOf(ast, parts)
  const span = { start: ast.start, end: ast.end }
  const number = (text: string): AstExpr => ({ _tag: "Number", text, ...span })
  if (base === "groupArray" || base === "groupUniqArray") {
    const list = base === "groupArray"
      ? members
      : callOf("arraySort", [callOf("arrayDistinct", [members], ast)], ast)
    return parameters.length === 0 ? list : callOf("arraySlice", [list, number("1"), ...parameters.map(number)], ast)
  }
  const reduced = parameters.length === 0 ? base : `${base}(${parameters.join(", ")})`
  if (!isReduction(reduced)) {
    const given = parameters.length === 0 ? "" : ` with the parameters ${parameters.join(", ")}`
    return refuse(`Aggregation '${ast.name}' is not supported${given}`, ast, {
      hint: `Array stands behind ${reductionNames}. Others take the members that ARRAY JOIN makes rows of.`
    })
  }
  if (member.kind === "Array" && !ofAnyValue.has(base)) {
    return refuse(`Illegal type ${typeName(member)} of the members that aggregation '${ast.name}' takes`, ast)
  }
  return callOf("arrayReduce", [{ _tag: "Text", value: reduced, ...span }, members], ast)
}

/** The aggregate with its condition, where there is one, and DISTINCT. */
const overRows = (ast: CallAst, { base, combinators }: Combined): AstExpr => ({
  ...ast,
  name: combinators.has("If") ? `${base}If` : base,
  distinct: ast.distinct || combinators.has("Distinct")
})

/** The number of rows, or of members, that count. */
const countOf = (ast: CallAst, parts: Parts): AstExpr => {
  if (parts.combinators.has("Array")) return callOf("length", [membersOf(ast, parts)], ast)
  const isFiltered = parts.combinators.has("If")
  const values = isFiltered ? ast.args.slice(0, -1) : ast.args
  const args = [...values.slice(0, 1), ...isFiltered ? ast.args.slice(-1) : []]
  return { ...ast, name: isFiltered ? "countIf" : "count", params: undefined, args, distinct: false }
}

/** Aggregates that are NULL by themselves where no row counts. */
const nullOfNone: ReadonlySet<string> = new Set(["min", "max", "avg", "anyValue", "argMin", "argMax", "quantile"])

/** A call such as `minOrNullIf(a, c)`: the aggregate with its combinators; undefined for other names. */
export const combined = (scope: Scope, ast: CallAst, at: Place, resolve: Resolve): Expr | undefined => {
  const named = partsOf(scope, ast.name)
  if (named === undefined) return undefined
  const parts: Parts = { ...named, resolve: (part) => resolve(part, { ...at, aggregate: ast.name }) }
  const { base, combinators } = parts
  return refusedAt(ast, () => {
    const inner = combinators.has("Array") ? overMembers(ast, parts) : overRows(ast, parts)
    if (combinators.has("OrDefault")) return resolve(callOf("assumeNotNull", [inner], ast), at)
    const isNullOfNone = !combinators.has("Array") && nullOfNone.has(findAggregateEntry(base)?.fn ?? "")
    if (!combinators.has("OrNull") || isNullOfNone) return resolve(inner, at)
    const span = { start: ast.start, end: ast.end }
    const isCounted = callOf("greater", [countOf(ast, parts), { _tag: "Number", text: "0", ...span }], ast)
    return resolve(callOf("if", [isCounted, inner, { _tag: "Null", ...span }], ast), at)
  })
}
