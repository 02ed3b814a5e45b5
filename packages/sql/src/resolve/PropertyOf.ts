import type { Span } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Planning } from "../planning/Planning.ts"
import { propertyAt } from "../typing/Documents.ts"
import { memberOf } from "../typing/Members.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { typedProperty } from "./ReadProperty.ts"

/** The value at a path of `expr`: properties of a document, members of arrays, tuples and maps. */
export const propertyOf = (
  planning: Planning,
  expr: Expr,
  path: ReadonlyArray<string>,
  name: string,
  span: Span
): Expr => {
  const [first, ...rest] = path
  if (first === undefined) return expr
  if (expr.type.kind === "JSON") {
    const text = propertyAt(expr, path)
    return path.length > 1 ? text : typedProperty(planning, text, planning.owners.get(expr), first)
  }
  const member = memberOf(expr, first, span) ?? refuse(`Can not access property "${first}" on field "${name}".`, span)
  return propertyOf(planning, member, rest, name, span)
}
