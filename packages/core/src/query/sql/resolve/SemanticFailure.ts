import { shownText } from "../../../shared/ShownValue.ts"
import type { Span } from "../Ast.ts"
import { SqlSemanticError } from "../SqlErrors.ts"

/** Leaves the resolver in one step; it never leaves `resolveStatement`, which turns it into `SqlSemanticError`. */
export class SemanticFailure {
  readonly detail: string
  readonly span: Span
  readonly code: string
  constructor(detail: string, span: Span, code: string) {
    this.detail = detail
    this.span = span
    this.code = code
  }
}

/** Stops the resolver with a text the user reads and the place it speaks of. */
export const refuse: (detail: string, span: Span, code?: string) => never = (detail, span, code = "invalid_input") => {
  throw new SemanticFailure(detail, span, code)
}

/** Details may quote the text, and name all that could stand in it. */
const maxDetailLength = 1_000

/** The error that callers see. */
export const toSqlSemanticError = ({ code, detail, span }: SemanticFailure): SqlSemanticError =>
  new SqlSemanticError({ code, detail: shownText(detail, maxDetailLength), start: span.start, end: span.end })
