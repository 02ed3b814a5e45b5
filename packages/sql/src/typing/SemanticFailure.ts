import type { Span } from "../ast/Ast.ts"
import { SqlSemanticError } from "../ast/SqlErrors.ts"
import { shownText } from "../types/ShownText.ts"

/** Leaves the resolver in one step; it never leaves `resolveStatement`, which turns it into `SqlSemanticError`. */
export class SemanticFailure {
  readonly detail: string
  readonly span: Span
  readonly code: string
  readonly hint: string | undefined
  constructor(detail: string, span: Span, code: string, hint: string | undefined) {
    this.detail = detail
    this.span = span
    this.code = code
    this.hint = hint
  }
}

/** The wire code of a refusal, and what its reader may do about it. */
interface Refusal {
  readonly code?: string
  readonly hint?: string | undefined
}

/** Stops the resolver with a text the user reads and the place it speaks of; a text instead of a refusal is its code. */
export const refuse: (detail: string, span: Span, refusal?: Refusal | string) => never = (
  detail,
  span,
  refusal = {}
) => {
  const { code = "invalid_input", hint } = typeof refusal === "string" ? { code: refusal } : refusal
  throw new SemanticFailure(detail, span, code, hint)
}

/** Resolves a generated text; refusals name the place in the user's text. */
export const refusedAt = <A>(span: Span, work: () => A): A => {
  try {
    return work()
  } catch (failure) {
    if (!(failure instanceof SemanticFailure)) throw failure
    return refuse(failure.detail, span, failure)
  }
}

/** Details may quote the text, and name all that could stand in it. */
const maxDetailLength = 1_000

/** The error that callers see. */
export const toSqlSemanticError = ({ code, detail, hint, span }: SemanticFailure): SqlSemanticError =>
  new SqlSemanticError({
    code,
    detail: shownText(detail, maxDetailLength),
    start: span.start,
    end: span.end,
    ...(hint === undefined ? undefined : { hint: shownText(hint, maxDetailLength) })
  })
