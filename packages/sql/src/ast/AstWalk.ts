import type { AstExpr } from "./Ast.ts"

/** The expressions directly inside one, sub-queries excluded. */
export const innerExpressions = (expr: AstExpr): ReadonlyArray<AstExpr> => {
  switch (expr._tag) {
    case "Number":
    case "Text":
    case "Boolean":
    case "Null":
    case "Field":
    case "Star":
    case "Columns":
    case "Placeholder":
    case "Subquery":
      return []
    case "Alias":
    case "Unary":
    case "IsNull":
    case "Cast":
    case "Member":
      return [expr.expr]
    case "Call": {
      const window = expr.over?.window
      const parts = window === undefined || typeof window === "string"
        ? []
        : [...window.partitionBy, ...window.orderBy.map((term) => term.expr)]
      return [...expr.params ?? [], ...expr.args, ...(expr.orderBy ?? []).map((term) => term.expr), ...parts]
    }
    case "Binary":
      return [expr.left, expr.right]
    case "Logical":
      return expr.operands
    case "Between":
      return [expr.expr, expr.low, expr.high]
    case "In":
      return [expr.expr, expr.set]
    case "Ternary":
      return [expr.condition, expr.then, expr.else]
    case "Case":
      return [
        ...(expr.subject === undefined ? [] : [expr.subject]),
        ...expr.branches.flatMap(({ then, when }) => [when, then]),
        ...(expr.else === undefined ? [] : [expr.else])
      ]
    case "Interval":
      return [expr.count]
    case "Index":
      return [expr.expr, expr.index]
    case "Slice":
      return [expr.expr, expr.from, expr.to].filter((part) => part !== undefined)
    case "ColumnList":
      return expr.columns
    case "Array":
    case "Tuple":
      return expr.items
    case "Dict":
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case "Lambda":
      return [expr.body]
  }
}

/** The expression without the names given to it. */
export const unaliased = (expr: AstExpr): AstExpr => expr._tag === "Alias" ? unaliased(expr.expr) : expr

/** The node with what is directly inside it replaced; itself when all of that stays what it is. */
export const withInner = (node: object, replaced: (inner: unknown) => unknown): unknown => {
  if (Array.isArray(node)) {
    const items: ReadonlyArray<unknown> = node.map(replaced)
    return items.every((item, at) => item === node[at]) ? node : items
  }
  let changes: Array<readonly [key: string, value: unknown]> | undefined
  for (const [key, value] of Object.entries(node)) {
    const now = replaced(value)
    if (now !== value) (changes ??= []).push([key, now])
  }
  return changes === undefined ? node : { ...node, ...Object.fromEntries(changes) }
}
