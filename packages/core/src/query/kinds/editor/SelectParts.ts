import { isName, isSymbol, listed, outer, type Part, pathEnd, type Tokens } from "./TextParts.ts"

/** One name of a WITH. */
export interface NamedPart extends Part {
  readonly name: string
  readonly isQuery: boolean
}

/** A table, or a query in brackets, with the name that it has in its SELECT. */
export interface SourcePart {
  readonly name: string
  readonly table: string | undefined
  readonly query: Part | undefined
}

/** One SELECT, as far as it is written. */
export interface SelectParts extends Part {
  readonly items: ReadonlyArray<Part>
  readonly sources: ReadonlyArray<SourcePart>
  /** The items of ARRAY JOIN. */
  readonly joined: ReadonlyArray<Part>
}

/** A statement, as far as it is written: the names of its WITH, and its branches. */
export interface StatementParts {
  readonly names: ReadonlyArray<NamedPart>
  readonly branches: ReadonlyArray<SelectParts>
}

/** The part between two brackets, where the first stands at this place. */
const inside = (tokens: Tokens, at: number, to: number): Part => ({ from: at + 1, to: tokens[at]?.partner ?? to })

/** Whether a query begins at the place. */
export const beginsQuery = (tokens: Tokens, at: number): boolean => {
  const keyword = tokens[at]?.keyword
  return keyword === "select" || keyword === "with"
}

/** `name AS (SELECT …)` or `expression AS name`. */
const namedPart = (tokens: Tokens, { from, to }: Part): NamedPart | undefined => {
  const [first, second, third] = [tokens[from], tokens[from + 1], tokens[from + 2]]
  if (isName(first) && second?.keyword === "as" && isSymbol(third, "(")) {
    return { name: first.text, isQuery: true, ...inside(tokens, from + 2, to) }
  }
  const last = tokens[to - 1]
  return isName(last) && tokens[to - 2]?.keyword === "as"
    ? { name: last.text, isQuery: false, from, to: to - 2 }
    : undefined
}

const setWords = new Set(["except", "intersect", "union"])

const splitsSets = (tokens: Tokens, at: number): boolean => {
  if (!setWords.has(tokens[at]?.keyword ?? "") || isSymbol(tokens[at - 1], "*")) return false
  const after = ["all", "distinct"].includes(tokens[at + 1]?.keyword ?? "") ? at + 2 : at + 1
  return tokens[after] === undefined || beginsQuery(tokens, after) || isSymbol(tokens[after], "(")
}

const endOfFrom = new Set(
  ["where", "prewhere", "group", "having", "qualify", "order", "limit", "offset", "window", "settings"]
)

/** The name that a source has behind the place: with AS or without it. */
const aliasAt = (tokens: Tokens, at: number, to: number): string | undefined => {
  const named = tokens[at]?.keyword === "as" ? at + 1 : at
  const token = tokens[named]
  return named < to && isName(token) ? token.text : undefined
}

/** The source that begins at the place. */
const sourceAt = (tokens: Tokens, from: number, to: number): SourcePart | undefined => {
  const first = tokens[from]
  if (isSymbol(first, "(")) {
    const query = inside(tokens, from, to)
    const end = first?.partner === undefined ? to : first.partner + 1
    return { name: aliasAt(tokens, end, to) ?? "", table: undefined, query }
  }
  if (!isName(first)) return undefined
  const end = pathEnd(tokens, from, to)
  const table = tokens.slice(from, end).map(({ text }) => text).join("")
  const after = isSymbol(tokens[end], "(") ? (tokens[end]?.partner ?? to) + 1 : end
  return { name: aliasAt(tokens, after, to) ?? table, table, query: undefined }
}

type Clause = "arrays" | "end" | "list" | "sources"

/** A clause that begins at the place, and the place of its first token. */
const clauseAt = (tokens: Tokens, at: number): { readonly clause: Clause; readonly from: number } | undefined => {
  const { keyword = "" } = tokens[at] ?? {}
  if (keyword === "select") return { clause: "list", from: tokens[at + 1]?.keyword === "distinct" ? at + 2 : at + 1 }
  if (keyword === "join" && tokens[at - 1]?.keyword === "array") return { clause: "arrays", from: at + 1 }
  if (keyword === "from" || keyword === "join") return { clause: "sources", from: at + 1 }
  return endOfFrom.has(keyword) ? { clause: "end", from: at + 1 } : undefined
}

/** One SELECT: its list, its tables, and what it joins as arrays. */
const selectParts = (tokens: Tokens, part: Part): SelectParts => {
  const clauses: Array<Part & { readonly clause: Clause }> = []
  for (const at of outer(tokens, part)) {
    const begun = clauseAt(tokens, at)
    if (begun === undefined) continue
    const last = clauses.pop()
    if (last !== undefined) clauses.push({ clause: last.clause, from: last.from, to: at })
    clauses.push({ ...begun, to: part.to })
  }
  const listedIn = (name: Clause): ReadonlyArray<Part> =>
    clauses.filter(({ clause }) => clause === name).flatMap((one) => listed(tokens, one))
  return {
    ...part,
    items: listedIn("list"),
    sources: listedIn("sources").flatMap(({ from, to }) => sourceAt(tokens, from, to) ?? []),
    joined: listedIn("arrays")
  }
}

/** The place where the SELECT behind a WITH begins. */
const behindWith = (tokens: Tokens, part: Part): number => {
  for (const at of outer(tokens, part)) if (tokens[at]?.keyword === "select") return at
  return part.to
}

/** The parts of a statement. */
export const statementParts = (tokens: Tokens, whole: Part): StatementParts => {
  const from = tokens[whole.from]?.keyword === "explain" ? whole.from + 1 : whole.from
  let start = from
  let names: ReadonlyArray<NamedPart> = []
  if (tokens[from]?.keyword === "with") {
    const first = tokens[from + 1]?.keyword === "recursive" ? from + 2 : from + 1
    start = behindWith(tokens, { from: first, to: whole.to })
    names = listed(tokens, { from: first, to: start }).flatMap((part) => namedPart(tokens, part) ?? [])
  }
  const branches: Array<SelectParts> = []
  const rest = { from: start, to: whole.to }
  let begin = start
  for (const at of outer(tokens, rest)) {
    if (at === begin || !splitsSets(tokens, at)) continue
    branches.push(selectParts(tokens, { from: begin, to: at }))
    begin = at + 1
  }
  return { names, branches: [...branches, selectParts(tokens, { from: begin, to: whole.to })] }
}
