import { Result } from "effect"
import type { AstExpr, Span, Statement } from "../Ast.ts"
import type { SqlSemanticError } from "../SqlErrors.ts"
import { refuse, SemanticFailure, toSqlSemanticError } from "./SemanticFailure.ts"

/** What stands for a placeholder of that path; undefined when it has no value. */
export type PlaceholderValue = (path: ReadonlyArray<string>, span: Span) => AstExpr | undefined

type Placeholder = Extract<AstExpr, { readonly _tag: "Placeholder" }>

/** The statement with every placeholder that has a value replaced by it; the others stay for the resolver to refuse. */
export const fillPlaceholders = (
  statement: Statement,
  valueOf: PlaceholderValue
): Result.Result<Statement, SqlSemanticError> => {
  try {
    return Result.succeed(fill(statement, valueOf) as Statement)
  } catch (failure) {
    if (failure instanceof SemanticFailure) return Result.fail(toSqlSemanticError(failure))
    throw failure
  }
}

const isPlaceholder = (node: object): node is Placeholder => "_tag" in node && node._tag === "Placeholder"

const fill = (node: unknown, valueOf: PlaceholderValue): unknown => {
  if (Array.isArray(node)) return node.map((item) => fill(item, valueOf))
  if (typeof node !== "object" || node === null) return node
  if (isPlaceholder(node)) return valueOf(node.path, node) ?? node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, valueOf)]))
}

/** A JSON value as a constant at the place of a placeholder: never text that is parsed. */
export const constant = (value: unknown, span: Span): AstExpr => {
  const { end, start } = span
  switch (typeof value) {
    case "string":
      return { _tag: "Text", value: value.toWellFormed(), start, end }
    case "number":
      return { _tag: "Number", text: String(value), start, end }
    case "boolean":
      return { _tag: "Boolean", value, start, end }
    case "object":
      if (value === null) return { _tag: "Null", start, end }
      if (Array.isArray(value)) return { _tag: "Array", items: value.map((item) => constant(item, span)), start, end }
      return {
        _tag: "Dict",
        entries: Object.entries(value).map(([key, item]) => ({
          key: constant(key, span),
          value: constant(item, span)
        })),
        start,
        end
      }
    default:
      return refuse("A placeholder's value must be JSON", span)
  }
}
