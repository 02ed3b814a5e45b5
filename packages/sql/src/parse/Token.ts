import type { Span } from "../ast/Ast.ts"

/** `word` is an unquoted identifier or keyword; `value` is the meaning of the token, with quotes and escapes resolved. */
export interface Token extends Span {
  readonly kind: "word" | "quoted" | "text" | "number" | "symbol" | "template" | "end"
  readonly value: string
  /** The lower-case form of a word, "" for all other kinds; keywords are compared with it. */
  readonly keyword: string
  /** Only of a `template`: its text and, between braces, the tokens of its expressions (each list ends with `end`). */
  readonly parts?: ReadonlyArray<TemplatePart>
}

export type TemplatePart = (Span & { readonly text: string }) | (Span & { readonly tokens: ReadonlyArray<Token> })

/** Words that never stand for a column or a function unless quoted: they would hide a missing expression. */
export const reservedWords: ReadonlySet<string> = new Set(
  ("and as between by else except from having ilike in intersect is like on or prewhere select then union using when " +
    "where with").split(" ")
)

/** Words that cannot be an alias without AS, because a clause may begin with them there. */
export const clauseWords: ReadonlySet<string> = new Set([
  ...reservedWords,
  ...("all anti any array asc ascending asof collate cross desc descending distinct end fetch final for format full " +
    "global group inner interpolate into join left limit not nulls offset order outer over qualify right sample semi " +
    "settings top window within").split(" ")
])

/** Units of INTERVAL and EXTRACT, by every spelling. */
export const intervalUnits: ReadonlyMap<string, string> = new Map(
  ["second", "minute", "hour", "day", "week", "month", "quarter", "year"].flatMap((
    unit
  ) => [[unit, unit] as const, [`${unit}s`, unit] as const])
)
