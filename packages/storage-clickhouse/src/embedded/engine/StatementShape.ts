import type { Lane } from "./Engine.ts"

const comments = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/

const body = (sql: string): string => sql.slice(comments.exec(sql)?.[0].length ?? 0)

/** Formats whose answer is one document with totals in it, which only a whole result has right. */
const wholeFormats = /^(?:JSON|JSONStrings|JSONCompact|JSONCompactStrings|JSONColumns\w*|XML|Null|\w+WithProgress)$/i

/** The format a statement answers in: the one it names at its end, or the default. */
export const formatOf = (sql: string, defaultFormat: string): string =>
  /\bFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1] ?? defaultFormat

/** Whether the rows of a statement can leave while it still runs. */
export const canStream = (sql: string, format: string): boolean =>
  /^[\s(]*(?:SELECT|WITH|FROM)\b/i.test(body(sql)) && !wholeFormats.test(format)

/** Statements that look after others pass them by. */
export const laneOf = (sql: string, rows: Buffer | undefined): Lane => {
  if (rows !== undefined) return "ingest"
  return /^KILL\s/i.test(body(sql)) || /\bsystem\s*\.\s*`?processes\b/i.test(sql) ? "control" : "query"
}
