import type { AstExpr, SelectStatement } from "../ast/Ast.ts"
import { anyExpression, readList, readListUntil } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"

/** The keys of a group, and all sets of them that a term of GROUP BY means. */
type Keys = ReadonlyArray<AstExpr>
type Sets = ReadonlyArray<Keys>

/** The most sets of keys that rows are grouped by at once. */
const mostSets = 64

/** `GROUP BY` with its keys, in any of its forms; `groupBy` is undefined without one. */
export const readGroupBy = (stream: TokenStream): Pick<SelectStatement, "groupBy" | "sets" | "totals"> => {
  if (!stream.acceptWords("group", "by")) return { groupBy: undefined }
  const { start } = stream.peek()
  const terms = readList(stream, () => readTerm(stream))
  const plain = terms.flatMap(({ key }) => key ?? [])
  const modifier = readModifier(stream)
  const span = { start, end: stream.lastEnd }
  if (plain.length < terms.length) {
    if (modifier !== undefined) stream.fail(`${modifier} cannot follow sets of keys`, span)
    return asSets(stream, terms.map(({ sets }) => sets), span)
  }
  if (modifier === undefined) return { groupBy: plain }
  if (modifier === "WITH TOTALS") return { groupBy: plain, totals: true }
  return asSets(stream, [modifier === "WITH CUBE" ? cube(stream, plain) : rollup(plain)], span)
}

/** A term: a key, or several sets of keys. */
const readTerm = (stream: TokenStream): { readonly key?: AstExpr; readonly sets: Sets } => {
  if (stream.isWord("grouping") && stream.isWord("sets", 1)) {
    stream.acceptWords("grouping", "sets")
    stream.expectSymbol("(")
    return { sets: readListUntil(stream, ")", () => readSet(stream)) }
  }
  const isRollup = stream.isWord("rollup")
  if ((isRollup || stream.isWord("cube")) && stream.isSymbol("(", 1)) {
    stream.next()
    stream.next()
    const keys = readListUntil(stream, ")", () => stream.rules.expression(stream, anyExpression))
    return { sets: isRollup ? rollup(keys) : cube(stream, keys) }
  }
  const key = stream.rules.expression(stream, anyExpression)
  return { key, sets: [[key]] }
}

/** A set of GROUPING SETS: `(a, b)`, `()` or `a`. */
const readSet = (stream: TokenStream): Keys => {
  if (stream.isSymbol("(") && stream.isSymbol(")", 1)) {
    stream.next()
    stream.next()
    return []
  }
  const key = stream.rules.expression(stream, anyExpression)
  return key._tag === "Tuple" ? key.items : [key]
}

const rollup = (keys: Keys): Sets => Array.from({ length: keys.length + 1 }, (_, i) => keys.slice(0, keys.length - i))

const cube = (stream: TokenStream, keys: Keys): Sets => {
  const [first] = keys
  if (first !== undefined && 2 ** keys.length > mostSets) stream.fail("CUBE takes 6 keys at most", first)
  const count = 2 ** keys.length
  return Array.from({ length: count }, (_, i) => keys.filter((_, at) => ((i >> (keys.length - 1 - at)) & 1) === 0))
}

const readModifier = (stream: TokenStream): "WITH CUBE" | "WITH ROLLUP" | "WITH TOTALS" | undefined =>
  stream.acceptWords("with", "totals")
    ? "WITH TOTALS"
    : stream.acceptWords("with", "rollup")
    ? "WITH ROLLUP"
    : stream.acceptWords("with", "cube")
    ? "WITH CUBE"
    : undefined

/** Every combination of a set of each term. */
const asSets = (
  stream: TokenStream,
  terms: ReadonlyArray<Sets>,
  span: { readonly start: number; readonly end: number }
): Pick<SelectStatement, "groupBy" | "sets"> => {
  let sets: Sets = [[]]
  for (const term of terms) {
    if (sets.length * term.length > mostSets) stream.fail(`Rows are grouped by ${mostSets} sets of keys at most`, span)
    sets = sets.flatMap((set) => term.map((keys) => set.concat(keys)))
  }
  if (sets.length === 0) stream.fail("GROUPING SETS needs a set of keys", span)
  return { groupBy: sets.flat(), sets: sets.map((keys) => keys.length) }
}
