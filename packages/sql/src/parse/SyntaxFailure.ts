import { SqlSyntaxError } from "../ast/SqlErrors.ts"

/** Leaves the recursive descent in one step; it never leaves the parser, whose boundary turns it into `SqlSyntaxError`. */
export class SyntaxFailure {
  readonly detail: string
  readonly start: number
  readonly end: number
  constructor(detail: string, start: number, end: number) {
    this.detail = detail
    this.start = start
    this.end = end
  }
}

/** The whole detail of a text without tokens: a place in it would mean nothing. */
export const emptyQuery = "Empty query"

/** The error that callers see: the detail, with the line and column (both from 1) of its start. */
export const toSqlSyntaxError = (failure: SyntaxFailure, text: string): SqlSyntaxError =>
  new SqlSyntaxError({
    detail: failure.detail === emptyQuery ? emptyQuery : cut(failure.detail) + place(text, failure.start),
    start: failure.start,
    end: failure.end
  })

/** Details may quote the text, which may be long. */
const cut = (detail: string): string => detail.length > 200 ? `${detail.slice(0, 200)}…` : detail

const place = (text: string, offset: number): string => {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++
    lineStart = at + 1
  }
  return ` (line ${line}, column ${offset - lineStart + 1})`
}
