import { type LooseToken, looseTokens } from "./LooseTokens.ts"
import { beginsQuery, statementParts } from "./SelectParts.ts"
import { noMember, type TextColumn } from "./TableColumns.ts"
import { lambdaParameters, namedItem } from "./TextItems.ts"
import type { Part } from "./TextParts.ts"
import { deepest, makeReader, type Names, namesUp, once, type Source } from "./TextQueries.ts"

/** The names that mean something at a place of a text. */
export interface TextScope {
  /** The names of WITH that are queries, with their columns. */
  readonly tables: ReadonlyMap<string, ReadonlyArray<TextColumn>>
  /** The tables and queries of the SELECT, by the names that they have there. */
  readonly sources: ReadonlyArray<Source>
  /** The aliases of the SELECT, and the expressions that WITH names. */
  readonly aliases: ReadonlyArray<TextColumn>
  /** The parameters of the lambdas around the place. */
  readonly parameters: ReadonlyArray<string>
}

/** A scope in which no name means anything. */
export const nothingKnown: TextScope = { tables: new Map(), sources: [], aliases: [], parameters: [] }

/** The characters on either side of a cursor that are read. */
const longest = 30_000

/** The queries around a place, the outer before the inner: the text itself, and those in brackets. */
const queriesAround = (tokens: ReadonlyArray<LooseToken>, place: number): ReadonlyArray<Part> => {
  const found: Array<Part> = []
  for (let at = 0; at < place; at++) {
    const token = tokens[at]
    if (token?.kind !== "symbol" || token.text !== "(" || !beginsQuery(tokens, at + 1)) continue
    const to = token.partner ?? tokens.length
    if (place <= to) found.push({ from: at + 1, to })
  }
  return [{ from: 0, to: tokens.length }, ...found.slice(-deepest)]
}

const isAt = (tokens: ReadonlyArray<LooseToken>, { to }: Part, cursor: number): boolean => {
  const last = tokens[to - 1]
  return last !== undefined && last.start <= cursor && cursor <= last.end
}

/** The names that mean something where the cursor stands. */
export const textScope = (whole: string, end: number): TextScope => {
  const start = Math.max(0, end - longest)
  const [text, cursor] = [whole.slice(start, end + longest), end - start]
  const tokens = looseTokens(text, cursor)
  const place = tokens.findIndex(({ end }) => end >= cursor)
  const at = place === -1 ? tokens.length : place
  const reader = makeReader(tokens)
  const around = queriesAround(tokens, at)
  const names = around.reduce<Names | undefined>((outer, part) => reader.namesOf(part, outer, at), undefined)
  const innermost = around.at(-1) ?? { from: 0, to: tokens.length }
  const { branches } = reader.statementOf(innermost)
  const select = branches.find(({ from, to }) => from <= at && at <= to) ?? branches[0]
  const sources = select === undefined ? [] : reader.sourcesOf(select, names, 0)
  const items = [...select?.items ?? [], ...select?.joined ?? []].filter((item) => !isAt(tokens, item, cursor))
  const all = [...namesUp(names)]
  return {
    tables: new Map(
      all.toReversed().filter(({ isQuery }) => isQuery).map(({ known, name, part }) => [
        name,
        reader.columnsOf(part, known, 0)
      ])
    ),
    sources,
    aliases: once([
      ...items.flatMap((item) => namedItem(tokens, item) === undefined ? [] : reader.itemColumns(item, sources)),
      ...all.flatMap(({ isQuery, name }): ReadonlyArray<TextColumn> =>
        isQuery ? [] : [{ name, of: "of WITH", member: noMember }]
      )
    ]),
    parameters: lambdaParameters(tokens, at)
  }
}

/** An expression as the first column of a query, whose names it may use, and where it begins there. */
export const amongColumns = (query: string, expression: string): { readonly text: string; readonly start: number } => {
  const tokens = looseTokens(query, query.length)
  const [first] = statementParts(tokens, { from: 0, to: tokens.length }).branches
  const column = first?.items[0]?.from
  const start = column === undefined ? query.length : tokens[column]?.start ?? query.length
  return { text: `${query.slice(0, start)} ${expression}, ${query.slice(start)}`, start: start + 1 }
}
