import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { findAggregateEntry } from "../catalogue/AggregateNames.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
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

/** The members of all arrays of the rows as one list. */
const membersOf = (ast: CallAst, { combinators }: Combined): AstExpr => {
  const isFiltered = combinators.has("If")
  const lists = isFiltered ? ast.args.slice(0, -1) : ast.args
  if (lists.length !== 1 || ast.over !== undefined) {
    return refuse(`Aggregation '${ast.name}' takes one array of each row`, ast)
  }
  const name = isFiltered ? "groupArrayIf" : "groupArray"
  const flat = callOf("arrayFlatten", [{ ...ast, name, params: undefined, distinct: false }], ast)
  return ast.distinct || combinators.has("Distinct") ? callOf("arrayDistinct", [flat], ast) : flat
}

/** `fArray(a)`: the aggregate of the members of all arrays, as a function of one list of them. */
const overMembers = (ast: CallAst, parts: Combined): AstExpr => {
  const members = membersOf(ast, parts)
  if (parts.base === "groupArray") return members
  if (parts.base === "groupUniqArray") return callOf("arraySort", [callOf("arrayDistinct", [members], ast)], ast)
  const name: AstExpr = { _tag: "Text", value: parts.base, start: ast.start, end: ast.end }
  return callOf("arrayReduce", [name, members], ast)
}

/** The aggregate with its condition, where there is one, and DISTINCT. */
const overRows = (ast: CallAst, { base, combinators }: Combined): AstExpr => ({
  ...ast,
  name: combinators.has("If") ? `${base}If` : base,
  distinct: ast.distinct || combinators.has("Distinct")
})

/** The number of rows, or of members, that count. */
const countOf = (ast: CallAst, parts: Combined): AstExpr => {
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
  const parts = partsOf(scope, ast.name)
  if (parts === undefined) return undefined
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
