import type { AstExpr } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { elementOf } from "../typing/Members.ts"
import { propertyOf } from "./PropertyOf.ts"
import { resolveField } from "./ResolveField.ts"

/** `a.b['c'].d[i]`: a field and the steps after it, or a member of another expression. */
export const resolveAccess = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => scope.planning.expression(scope, inner, place)
  const { base, steps } = accessOf(ast)
  const computed = steps.findIndex((step) => typeof step !== "string")
  const path = steps.slice(0, computed === -1 ? steps.length : computed).filter((step) => typeof step === "string")
  const start = (): Expr => {
    if (base._tag === "Field") {
      const [first, ...rest] = [...base.path, ...path]
      if (first !== undefined) return resolveField(scope, [first, ...rest], at, ast, resolve)
    }
    return propertyOf(scope.planning, resolve(base, at), path, "expression", ast)
  }
  return steps.slice(path.length).reduce<Expr>((value, step) =>
    typeof step === "string"
      ? propertyOf(scope.planning, value, [step], "expression", ast)
      : elementOf(value, resolve(step, at), ast), start())
}

/** A name or a constant index as text, or an index to be computed. */
type Step = string | AstExpr

const accessOf = (ast: AstExpr): { readonly base: AstExpr; readonly steps: ReadonlyArray<Step> } => {
  const steps: Array<Step> = []
  let base = ast
  while (base._tag === "Member" || base._tag === "Index") {
    steps.push(base._tag === "Member" ? base.name : stepOf(base.index))
    base = base.expr
  }
  return { base, steps: steps.reverse() }
}

const stepOf = (index: AstExpr): Step => {
  if (index._tag === "Text") return index.value
  return index._tag === "Number" && /^\d+$/.test(index.text) ? index.text : index
}
