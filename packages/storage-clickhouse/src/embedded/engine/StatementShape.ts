import type { Lane } from "./Engine.ts"

const comments = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/

const body = (sql: string): string => sql.slice(comments.exec(sql)?.[0].length ?? 0)

/** Formats whose answer is one document with totals in its head, which only a whole result has right; and none. */
const wholeFormats = /^(?:JSON|JSONStrings|JSONCompact|JSONCompactStrings|JSONColumns\w*|XML|Null)$/i

const formatAtEnd = /\bFORMAT\s+(\w+)\s*;?\s*$/i

/** The format a statement answers in: the one it names at its end, or the default. */
export const formatOf = (sql: string, defaultFormat: string): string => formatAtEnd.exec(sql)?.[1] ?? defaultFormat

/** Whether a statement only reads. */
export const isQuery = (sql: string): boolean => /^[\s(]*(?:SELECT|WITH|FROM)\b/i.test(body(sql))

/** Whether the rows of a statement can leave while it still runs: where to write them comes before the format. */
export const canStream = (sql: string, format: string): boolean =>
  isQuery(sql) && !wholeFormats.test(format) && !/\b(?:FORMAT\s+\w+\s+SETTINGS|INTO\s+OUTFILE)\b/i.test(sql)

/** The statement, writing its answer into a pipe. */
export const into = (sql: string, format: string, path: string): string =>
  `${sql.replace(formatAtEnd, "").replace(/;\s*$/, "")}\nINTO OUTFILE '${
    path.replace(/[\\']/g, "\\$&")
  }' TRUNCATE FORMAT ${format}`

/** Statements that look after others pass them by. */
export const laneOf = (sql: string, rows: Buffer | undefined): Lane => {
  if (rows !== undefined) return "ingest"
  return /^KILL\s/i.test(body(sql)) || /\bsystem\s*\.\s*`?processes\b/i.test(sql) ? "control" : "query"
}
