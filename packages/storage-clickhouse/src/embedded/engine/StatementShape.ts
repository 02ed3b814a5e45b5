import { literal } from "./Prelude.ts"

const comments = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/

const body = (sql: string): string => sql.slice(comments.exec(sql)?.[0].length ?? 0)

/** The queue of a statement: each lane takes a number of statements at once. */
export type Lane = "query" | "ingest" | "control"

/** Formats whose answer is one document with totals in its head, which only a whole result has right; and none. */
const wholeFormats = /^(?:JSON|JSONStrings|JSONCompact|JSONCompactStrings|JSONColumns\w*|XML|Null)$/i

const formatAtEnd = /\bFORMAT\s+(\w+)\s*;?\s*$/i

/** The format a statement answers in: the one it names at its end, or the default. */
export const formatOf = (sql: string, defaultFormat: string): string => formatAtEnd.exec(sql)?.[1] ?? defaultFormat

/** Whether a statement only reads. */
export const isQuery = (sql: string): boolean => /^[\s(]*(?:SELECT|WITH|FROM)\b/i.test(body(sql))

/** Whether a statement can be finished by us: it only reads, and its text has no end of that kind yet. */
export const canFinish = (sql: string): boolean =>
  isQuery(sql) && !/\b(?:FORMAT\s+\w+\s+SETTINGS|INTO\s+OUTFILE)\b/i.test(sql)

/** Whether the rows of a statement can leave while it still runs. */
export const canStream = (sql: string, format: string): boolean => canFinish(sql) && !wholeFormats.test(format)

/** The statement with settings of its own, which no later one of its session has; and writing into a pipe. */
export const finished = (
  sql: string,
  { format, path, settings }: { readonly format: string; readonly settings: string; readonly path?: string }
): string => {
  const asked = sql.replace(formatAtEnd, "").replace(/;\s*$/, "")
  const where = path === undefined ? "" : `INTO OUTFILE ${literal(path)} TRUNCATE `
  return `${asked}\n${where}FORMAT ${format} SETTINGS ${settings}`
}

/** Statements that look after others pass them by. */
export const laneOf = (sql: string, rows: Buffer | undefined): Lane => {
  if (rows !== undefined) return "ingest"
  return /^KILL\s/i.test(body(sql)) || /\bsystem\s*\.\s*`?processes\b/i.test(sql) ? "control" : "query"
}
