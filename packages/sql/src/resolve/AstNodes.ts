import type { AstExpr, CommonTable, FromClause, Statement } from "../ast/Ast.ts"
import { isTraced } from "../plan/Traced.ts"

/** A part of a statement that has a tag. */
export type AstNode = AstExpr | CommonTable | FromClause | Statement

const isNode = (value: object): value is AstNode => "_tag" in value

/** Every expression, table and query inside, the outer before the inner and in their order, however deep they are. */
export function* astNodes(root: unknown): Generator<AstNode> {
  const open: Array<unknown> = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== "object" || value === null) continue
    if (isNode(value)) yield value
    if (isTraced(value)) continue
    const inner = Object.values(value)
    for (let index = inner.length - 1; index >= 0; index--) {
      if (typeof inner[index] === "object") open.push(inner[index])
    }
  }
}
