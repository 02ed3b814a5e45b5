import { makeExprNotes } from "../plan/ExprNotes.ts"
import type { Expr } from "../plan/Plan.ts"

/** A type that a property is known to have; `is_mixed`: values were seen that cannot be read as it. */
export interface KnownType {
  readonly property_type: "DateTime" | "Numeric" | "Boolean" | "Duration"
  readonly is_mixed: boolean
}

/** The owner of the properties in a JSON column, and the reader of what is known of them. */
export interface PropertyOwner {
  /** The same for what is the same owner. */
  readonly key: string
  /** What warnings call it: the `event` property. */
  readonly noun: string
  readonly typeOf: (name: string) => KnownType | undefined
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
