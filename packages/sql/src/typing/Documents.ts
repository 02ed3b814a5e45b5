import { makeExprNotes } from "../plan/ExprNotes.ts"
import type { Expr } from "../plan/Plan.ts"
import { call, literal, string } from "./PlanExpr.ts"

/** The properties and the text of a document at its source. */
interface DocumentSource {
  readonly property: (path: ReadonlyArray<string>) => Expr | undefined
  /** The text as stored. */
  readonly text: () => Expr | undefined
}

const sources = makeExprNotes<DocumentSource>()

/** Notes where the properties and the text of a document are read. */
export const readFrom = (expr: Expr, source: DocumentSource): Expr => {
  sources.note(expr, source)
  return expr
}

/** The value at the path of a document, as text. */
export const propertyAt = (expr: Expr, path: ReadonlyArray<string>): Expr =>
  sources.of(expr)?.property(path) ??
    { _tag: "Property", column: expr, path, type: { kind: "String", nullable: true } }

/** The text of a document: as it was stored where it is known, else canonical. */
export const documentText = (expr: Expr): Expr => {
  if (expr._tag === "Literal") return literal(expr.value, string)
  return sources.of(expr)?.text() ?? call("cast", [expr], string)
}
