import type { PropertyKind } from "../../../definitions/PropertyDefinition.ts"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { makeExprNotes } from "../ExprNotes.ts"
import type { Expr } from "../Plan.ts"

/** The owner of the properties in a JSON column; of groups, the type where the query names one. */
export interface PropertyOwner {
  readonly kind: PropertyKind
  readonly group?: GroupTypeIndex
}

/** The texts of properties that have a type. */
const texts = makeExprNotes<Expr>()

/** The text of a property that was read by its type; undefined for every other expression. */
export const textOf = (expr: Expr): Expr | undefined => texts.of(expr)

/** The expression, or its text where it is a property with a type: for what asks for a text. */
export const asWritten = (expr: Expr): Expr => textOf(expr) ?? expr

/** The value of a property; its text is noted for later. */
export const readFrom = (text: Expr, typed: Expr): Expr => {
  texts.note(typed, text)
  return typed
}
