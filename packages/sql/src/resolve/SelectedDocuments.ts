import type { Span } from "../ast/Ast.ts"
import type { Expr, Selected } from "../plan/Plan.ts"
import type { Planning, ResolvedQuery } from "../planning/Planning.ts"
import { documentText, propertyAt } from "../typing/Documents.ts"
import { addedName } from "./ColumnNames.ts"
import { passedColumn } from "./ExprSize.ts"

/**
 * Adds what is read from a selected document to the list, once per path, after the columns the user sees: where the
 * document is scanned its properties cost less than the document.
 */
export const selectedDocument = (
  planning: Planning,
  select: Array<Selected>,
  span: Span
): ResolvedQuery["document"] => {
  const added = new Map<string, { readonly name: string; readonly type: Expr["type"] }>()
  return (index, path) => {
    const key = JSON.stringify([index, path])
    const known = added.get(key)
    if (known !== undefined) return known
    const document = select[index]?.expr
    if (document?.type.kind !== "JSON" || document._tag === "Literal") return undefined
    planning.spend(passedColumn, span)
    const expr = path === undefined ? documentText(document) : propertyAt(document, path)
    const name = addedName(select)
    select.push({ name, expr })
    const column = { name, type: expr.type }
    added.set(key, column)
    return column
  }
}
