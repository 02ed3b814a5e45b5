import type { LooseToken } from "./LooseTokens.ts"
import { beginsQuery, type SelectParts, type SourcePart, type StatementParts, statementParts } from "./SelectParts.ts"
import { type Member, noMember, starColumns, tableColumns, type TextColumn } from "./TableColumns.ts"
import { namedItem, plainPath } from "./TextItems.ts"
import type { Part } from "./TextParts.ts"

/** A table or a query that a SELECT reads. */
export interface Source {
  readonly name: string
  readonly columns: ReadonlyArray<TextColumn>
  /** The columns that `*` stands for. */
  readonly star: ReadonlyArray<TextColumn>
}

/** A name of a WITH, and those before it. */
export interface Names {
  readonly name: string
  readonly part: Part
  readonly isQuery: boolean
  readonly outer: Names | undefined
  /** The names that its own text may use. */
  readonly known: Names | undefined
}

/** The names that can be used, the last before the first. */
export const namesUp = function*(names: Names | undefined): Generator<Names> {
  for (let one = names; one !== undefined; one = one.outer) yield one
}

/** The most levels of queries in queries that are followed, and the most queries around a cursor. */
export const deepest = 20
/** At most this many columns of a query are suggested. */
const mostColumns = 1000

/** The columns with each name once, the first of them. */
export const once = (columns: ReadonlyArray<TextColumn>): ReadonlyArray<TextColumn> =>
  [...new Map(columns.toReversed().map((column) => [column.name, column])).values()].toReversed().slice(0, mostColumns)

/** The member that a path of names means among sources and other columns. */
export const memberOf = (
  path: ReadonlyArray<string>,
  sources: ReadonlyArray<Source>,
  columns: ReadonlyArray<TextColumn> = []
): Member => {
  const [first = "", ...rest] = path
  const named = sources.find(({ name }) => name === first)
  const start = named !== undefined && named.name !== ""
    ? { columns: named.columns }
    : [...sources.flatMap(({ columns }) => columns), ...columns].find(({ name }) => name === first)?.member ?? noMember
  return rest.reduce<Member>(
    (member, name) => member.columns.find((column) => column.name === name)?.member ?? noMember,
    start
  )
}

/** Reads the queries of a text. Each is read once. */
export const makeReader = (tokens: ReadonlyArray<LooseToken>) => {
  const statements = new Map<number, StatementParts>()
  const known = new Map<number, ReadonlyArray<TextColumn>>()

  const statementOf = (part: Part): StatementParts => {
    const found = statements.get(part.from) ?? statementParts(tokens, part)
    statements.set(part.from, found)
    return found
  }

  /** The names in force behind the WITH of a statement or, at a place in it, those before that. */
  const namesOf = (part: Part, outer: Names | undefined, place = Infinity): Names | undefined => {
    let names = outer
    for (const { from, isQuery, name, to } of statementOf(part).names) {
      if (place < to) break
      names = { name, part: { from, to }, isQuery, outer: names, known: names }
    }
    return names
  }

  const bare = (part: Part): Part => {
    let { from, to } = part
    while (tokens[from]?.text === "(" && tokens[from]?.kind === "symbol") {
      to = tokens[from]?.partner ?? to
      from++
    }
    return { from, to }
  }

  const sourceOf = ({ name, query, table }: SourcePart, names: Names | undefined, depth: number): Source => {
    if (query !== undefined) {
      const columns = columnsOf(query, names, depth + 1)
      return { name, columns, star: columns }
    }
    const common = [...namesUp(names)].find((one) => one.isQuery && one.name === table)
    if (common === undefined) return { name, columns: tableColumns(table ?? ""), star: starColumns(table ?? "") }
    const columns = columnsOf(common.part, common.known, depth + 1)
    return { name, columns, star: columns }
  }

  const itemColumns = (item: Part, sources: ReadonlyArray<Source>): ReadonlyArray<TextColumn> => {
    const star = tokens.slice(item.from, item.to).findIndex(({ text }) => text === "*")
    if (star === 0) return sources.flatMap((source) => source.star)
    if (star === 2 && tokens[item.from + 1]?.text === ".") {
      return sources.find(({ name }) => name === tokens[item.from]?.text)?.star ?? []
    }
    const named = namedItem(tokens, item)
    if (named === undefined) return []
    const path = plainPath(tokens, named)
    return [{ name: named.name, of: "alias", member: path === undefined ? noMember : memberOf(path, sources) }]
  }

  const sourcesOf = (select: SelectParts, names: Names | undefined, depth: number): ReadonlyArray<Source> =>
    select.sources.map((source) => sourceOf(source, names, depth))

  /** The columns of a query in the text. */
  const columnsOf = (query: Part, outer: Names | undefined, depth: number): ReadonlyArray<TextColumn> => {
    const part = bare(query)
    const found = known.get(part.from)
    if (found !== undefined || depth > deepest || !beginsQuery(tokens, part.from)) return found ?? []
    known.set(part.from, [])
    const [first] = statementOf(part).branches
    const sources = first === undefined ? [] : sourcesOf(first, namesOf(part, outer), depth)
    const columns = once((first?.items ?? []).flatMap((item) => itemColumns(item, sources)))
    const own = columns.map(({ member, name }) => ({ name, of: "of the query", member }))
    known.set(part.from, own)
    return own
  }

  return { columnsOf, itemColumns, namesOf, sourcesOf, statementOf }
}
