import type { AstExpr, Statement } from "@hedgerow/sql/ast/Ast"
import { unaliased } from "@hedgerow/sql/ast/AstWalk"
import { type AstNode, astNodes } from "@hedgerow/sql/resolve/AstNodes"

const comparing: ReadonlySet<string> = new Set(["equals", "in"])

/** The event names that a statement asks for: constants that `event` is compared with, each once. */
export const eventNames = (statement: Statement): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const node of astNodes(statement)) collect(node, found)
  return [...found]
}

const collect = (expr: AstNode, found: Set<string>): void => {
  switch (expr._tag) {
    case "Binary":
      return expr.operator === "=" ? compared(expr.left, expr.right, found) : undefined
    case "In":
      return expr.negated ? undefined : compared(expr.expr, expr.set, found)
    case "Call": {
      const [left, right] = expr.args
      return comparing.has(expr.name) && left !== undefined && right !== undefined
        ? compared(left, right, found)
        : undefined
    }
    default:
      return undefined
  }
}

const isEvent = (expr: AstExpr): boolean =>
  expr._tag === "Field" && expr.path.at(-1) === "event" && expr.path.length <= 2

const compared = (left: AstExpr, right: AstExpr, found: Set<string>): void => {
  const [a, b] = [unaliased(left), unaliased(right)]
  if (isEvent(a)) texts(b).forEach((text) => found.add(text))
  if (isEvent(b)) texts(a).forEach((text) => found.add(text))
}

const texts = (expr: AstExpr): ReadonlyArray<string> => {
  if (expr._tag === "Text") return [expr.value]
  if (expr._tag === "Tuple" || expr._tag === "Array") return expr.items.flatMap(texts)
  return expr._tag === "Call" && expr.name === "tuple" ? expr.args.flatMap(texts) : []
}
