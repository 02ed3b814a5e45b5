import type { FunctionName } from "../functions/Functions.ts"
import type { Expr, Source } from "../plan/Plan.ts"
import { arrayOf, isComposite, type SqlType } from "../types/SqlType.ts"
import { chType } from "./ChType.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import type { Statement } from "./RenderScan.ts"
import { sqlText } from "./SqlText.ts"

type ArrayJoin = Extract<Source, { readonly _tag: "ArrayJoin" }>

/** An array, and the conditions of the rows that can have members in it. */
interface JoinedArray {
  readonly text: string
  readonly conditions: ReadonlyArray<string>
}

/** ClickHouse's members can be NULL; those that cannot be are cheaper without. */
const memberText = (name: string, type: SqlType): string =>
  type.nullable || isComposite(type) ? name : `assumeNotNull(${name})`

/** Functions that have no members where an argument is NULL. */
const splitting: ReadonlySet<FunctionName> = new Set([
  "splitByString",
  "splitByWhitespace",
  "splitByNonAlpha",
  "alphaTokens",
  "extractIPv4Substrings",
  "ngrams"
])

/**
 * The array of a function that has no members where an argument is NULL. Rows without members are not in the join: a
 * condition leaves them out before the array is made, and the array is then that of known arguments.
 */
const knownArray = (expr: Expr, { fresh, refs, value }: ExprRenderer): JoinedArray | undefined => {
  if (expr._tag !== "Call" || !splitting.has(expr.fn)) return undefined
  const conditions: Array<string> = []
  const args = expr.args.map((arg): Expr => {
    if (!arg.type.nullable || arg._tag === "Literal") return arg
    const [name, text] = [fresh(), value(arg)]
    conditions.push(`isNotNull(${text})`)
    refs.set(name, `assumeNotNull(${text})`)
    return { _tag: "Ref", name, type: { ...arg.type, nullable: false } }
  })
  return { text: value({ ...expr, args }), conditions }
}

const cast = (expr: Expr, type: SqlType, r: ExprRenderer): string =>
  `CAST(${r.value(expr)}, ${sqlText(chType(arrayOf(type)))})`

/** Members may be NULL where a shorter array has none. */
export const renderArrayJoin = (join: ArrayJoin, statement: Statement, r: ExprRenderer): JoinedArray => {
  const names = join.items.map(() => statement.sources.fresh())
  const [only] = join.items
  const known = join.kind === "inner" && join.items.length === 1 && only !== undefined
    ? knownArray(only.expr, r)
    : undefined
  const texts = known === undefined ? join.items.map(({ expr, type }) => cast(expr, type, r)) : [known.text]
  const columns = new Map(join.items.map(({ name, type }, i) => [name, memberText(names[i] ?? "", type)]))
  statement.sources.addTexts(join.alias, { columns, properties: new Map() }, "1")
  const arrays = texts.map((text, i) => `${text} AS ${names[i]}`).join(", ")
  return {
    text: `${join.kind === "left" ? "LEFT " : ""}ARRAY JOIN ${arrays}`,
    conditions: known?.conditions ?? []
  }
}
