import { clauseWords } from "@hedgerow/sql/parse/Token"
import type { LooseToken } from "./LooseTokens.ts"

/** A part of the tokens: from one place up to another, which is not part of it. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** The tokens of a text. */
export type Tokens = ReadonlyArray<LooseToken>

/** Whether the token is this symbol. */
export const isSymbol = (token: LooseToken | undefined, text: string): boolean =>
  token?.kind === "symbol" && token.text === text

/** Whether the token may be a name. */
export const isName = (token: LooseToken | undefined): token is LooseToken =>
  token?.kind === "name" || (token?.kind === "word" && !clauseWords.has(token.keyword))

/** The places of the tokens that stand in no brackets of the part. */
export function* outer(tokens: Tokens, { from, to }: Part): Generator<number> {
  for (let at = from; at < to; at++) {
    yield at
    const partner = tokens[at]?.partner
    if (partner !== undefined && partner > at) at = Math.min(partner, to) - 1
  }
}

/** The parts between the commas. */
export const listed = (tokens: Tokens, part: Part): ReadonlyArray<Part> => {
  const found: Array<Part> = []
  let from = part.from
  for (const at of outer(tokens, part)) {
    if (!isSymbol(tokens[at], ",")) continue
    found.push({ from, to: at })
    from = at + 1
  }
  return [...found, { from, to: part.to }]
}

/** The place behind the names that points join. */
export const pathEnd = (tokens: Tokens, from: number, to: number): number => {
  let at = from + 1
  while (at + 1 < to && isSymbol(tokens[at], ".") && isName(tokens[at + 1])) at += 2
  return at
}
