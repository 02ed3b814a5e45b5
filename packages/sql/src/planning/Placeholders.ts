import { Result } from "effect"
import type { AstExpr, SelectStatement, Span, Statement } from "../ast/Ast.ts"
import { withInner } from "../ast/AstWalk.ts"
import type { SqlSemanticError } from "../ast/SqlErrors.ts"
import { maximumNodes, tooManyNodes } from "../parse/Limits.ts"
import { textNodes } from "../plan/ExprMeasures.ts"
import { refuse, SemanticFailure, toSqlSemanticError } from "../typing/SemanticFailure.ts"

/** Counts nodes of a statement; refuses one of too many at the place it counts for. */
export type CountNodes = (nodes: number, span: Span) => void

/** A placeholder, and the SELECT that it stands in. */
export interface PlaceholderPlace {
  readonly path: ReadonlyArray<string>
  readonly span: Span
  readonly select: SelectStatement | undefined
}

/** The expression that replaces a placeholder, its nodes counted; undefined when it has no value. */
export type PlaceholderValue = (place: PlaceholderPlace, count: CountNodes) => AstExpr | undefined

type Placeholder = Extract<AstExpr, { readonly _tag: "Placeholder" }>

/**
 * The statement with every placeholder that has a value replaced by it; the others stay for the resolver to refuse. A
 * statement that is then too large is refused: every later step may rely on its size.
 */
export const fillPlaceholders = (
  statement: Statement,
  valueOf: PlaceholderValue
): Result.Result<Statement, SqlSemanticError> => {
  let left = maximumNodes
  const count: CountNodes = (nodes, span) => {
    left -= nodes
    if (left < 0) refuse(tooManyNodes, span, "too_big_ast")
  }
  try {
    return Result.succeed(fill(statement, undefined, valueOf, count) as Statement)
  } catch (failure) {
    if (failure instanceof SemanticFailure) return Result.fail(toSqlSemanticError(failure))
    throw failure
  }
}

type Node = Span & { readonly _tag: string }

const isNode = (value: object): value is Node => "_tag" in value

const isPlaceholder = (node: Node): node is Placeholder => node._tag === "Placeholder"

const isSelect = (node: Node): node is SelectStatement => node._tag === "Select"

const fill = (
  node: unknown,
  select: SelectStatement | undefined,
  valueOf: PlaceholderValue,
  count: CountNodes
): unknown => {
  if (typeof node !== "object" || node === null) return node
  if (!Array.isArray(node) && isNode(node)) {
    count(1, node)
    if (isPlaceholder(node)) return valueOf({ path: node.path, span: node, select }, count) ?? node
  }
  const within = !Array.isArray(node) && isNode(node) && isSelect(node) ? node : select
  return withInner(node, (inner) => fill(inner, within, valueOf, count))
}

/** A JSON value as a constant at the place of a placeholder: never text that is parsed. */
export const constant = (value: unknown, span: Span, count: CountNodes): AstExpr => {
  const { end, start } = span
  count(typeof value === "string" ? textNodes(value) : 1, span)
  switch (typeof value) {
    case "string":
      return { _tag: "Text", value: value.toWellFormed(), start, end }
    case "number":
      return { _tag: "Number", text: String(value), start, end }
    case "boolean":
      return { _tag: "Boolean", value, start, end }
    case "object":
      if (value === null) return { _tag: "Null", start, end }
      if (Array.isArray(value)) {
        return { _tag: "Array", items: value.map((item) => constant(item, span, count)), start, end }
      }
      return {
        _tag: "Dict",
        entries: Object.entries(value).map(([key, item]) => ({
          key: constant(key, span, count),
          value: constant(item, span, count)
        })),
        start,
        end
      }
    default:
      return refuse("A placeholder's value must be JSON", span)
  }
}
