import { clauseWords } from "@hedgerow/sql/parse/Token"
import { isName, isSymbol, type Part, pathEnd, type Tokens } from "./TextParts.ts"

/** The name of a column of a SELECT, and the expression without it. */
export const namedItem = (tokens: Tokens, { from, to }: Part): (Part & { readonly name: string }) | undefined => {
  const [last, before] = [tokens[to - 1], tokens[to - 2]]
  if (to <= from || !isName(last)) return undefined
  if (before?.keyword === "as") return { name: last.text, from, to: to - 2 }
  if (to - from === 1 || isSymbol(before, ".")) return { name: last.text, from, to }
  const endsOperand = before !== undefined
    && (before.kind !== "symbol" || [")", "]", "}"].includes(before.text)) && !clauseWords.has(before.keyword)
  return endsOperand ? { name: last.text, from, to: to - 1 } : undefined
}

/** The names that points join, where the part is nothing else. */
export const plainPath = (tokens: Tokens, { from, to }: Part): ReadonlyArray<string> | undefined =>
  isName(tokens[from]) && pathEnd(tokens, from, to) === to
    ? tokens.slice(from, to).filter((_, place) => place % 2 === 0).map(({ text }) => text)
    : undefined

/** The parameters of the lambdas in which the place stands, the inner before the outer. */
export const lambdaParameters = (tokens: Tokens, place: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  let at = place - 1
  /** Behind a comma come other arguments; a lambda's parameters stand before. */
  let isOfArgument = true
  while (at >= 0) {
    const token = tokens[at]
    if (token?.partner !== undefined && token.partner < at) {
      at = token.partner - 1
      continue
    }
    if (token?.partner === undefined && isSymbol(token, "(") || (token?.partner ?? -1) >= place) isOfArgument = true
    else if (isSymbol(token, ",")) isOfArgument = false
    else if (token?.keyword === "select") break
    else if (isOfArgument && isSymbol(token, "->")) {
      const before = tokens[at - 1]
      const list = before?.partner === undefined
        ? [before]
        : tokens.slice(before.partner + 1, at - 1)
      found.push(...list.filter(isName).map(({ text }) => text))
    }
    at--
  }
  return [...new Set(found)]
}
