import type { AstExpr, SelectStatement } from "../ast/Ast.ts"
import { innerExpressions } from "../ast/AstWalk.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** Names that would hide the project or a constant. */
const reserved: ReadonlySet<string> = new Set(["team_id", "project_id", "true", "false", "null"])

/** Every alias of the SELECT with its expression. Refuses reserved names and names given twice. */
export const collectAliases = (select: SelectStatement): ReadonlyMap<string, AstExpr> => {
  const aliases = new Map<string, AstExpr>()
  const note = (expr: AstExpr): void => {
    if (expr._tag !== "Alias") return
    checkAlias(expr.name, expr)
    if (aliases.has(expr.name)) return refuse(`Cannot redefine an alias with the name: ${expr.name}`, expr)
    aliases.set(expr.name, expr.expr)
  }
  const visit = (root: AstExpr): void => {
    const open = [root]
    for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
      note(expr)
      for (const inner of innerExpressions(expr).toReversed()) open.push(inner)
    }
  }
  const { columns, groupBy = [], having, orderBy, prewhere, qualify, where } = select
  columns.forEach(visit)
  for (const clause of [prewhere, where, ...groupBy, having, qualify]) if (clause !== undefined) visit(clause)
  orderBy.forEach(({ expr }) => visit(expr))
  return aliases
}

/** Refuses a name that no column and no table may take. */
export const checkAlias = (name: string, span: { readonly start: number; readonly end: number }): void => {
  if (reserved.has(name.toLowerCase())) refuse(`Alias '${name}' is a reserved keyword.`, span)
}
