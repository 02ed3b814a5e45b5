import type { AstExpr } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { elementOf, isListOfTuples, memberOfEach } from "../typing/Members.ts"
import { propertyOf } from "./PropertyOf.ts"
import { resolveField } from "./ResolveField.ts"

/** `a.b['c'].d[i]`: a field and the steps after it, or a member of another expression. */
export const resolveAccess = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => scope.planning.expression(scope, inner, place)
  const { base, members, steps } = accessOf(ast)
  const computed = steps.findIndex((step) => typeof step !== "string")
  const path = steps.slice(0, computed === -1 ? steps.length : computed).filter((step) => typeof step === "string")
  const start = (): Expr => {
    if (base._tag === "Field") {
      const [first, ...rest] = [...base.path, ...path]
      if (first !== undefined) return resolveField(scope, [first, ...rest], at, ast, resolve)
    }
    return propertyOf(scope.planning, resolve(base, at), path, "expression", ast)
  }
  const into = (value: Expr, step: Step, index: number): Expr => {
    if (typeof step !== "string") return elementOf(value, resolve(step, at), ast)
    const each = members.has(index) && isListOfTuples(value)
      ? memberOfEach(value, step, scope.params.size, ast)
      : undefined
    return each ?? propertyOf(scope.planning, value, [step], "expression", ast)
  }
  const [place = -1] = members
  const isDocument = base._tag === "Field" && base.path.includes("properties")
  if (place >= 0 && place < path.length && !isDocument) {
    const list = base._tag === "Field"
      ? resolveField(scope, [base.path[0] ?? "", ...base.path.slice(1), ...path.slice(0, place)], at, ast, resolve)
      : resolve(base, at)
    if (list.type.kind !== "JSON") {
      const from = base._tag === "Field" ? place : 0
      return steps.slice(from).reduce<Expr>((value, step, i) => into(value, step, from + i), list)
    }
    if (base._tag !== "Field") {
      return steps.slice(path.length).reduce<Expr>(
        (value, step, i) => into(value, step, path.length + i),
        propertyOf(scope.planning, list, path, "expression", ast)
      )
    }
  }
  return steps.slice(path.length).reduce<Expr>((value, step, i) => into(value, step, path.length + i), start())
}

/** A name or a constant index as text, or an index to be computed. */
type Step = string | AstExpr

/** The steps after a base, and the places of those that are numbers after a point. */
interface Access {
  readonly base: AstExpr
  readonly steps: ReadonlyArray<Step>
  readonly members: ReadonlySet<number>
}

const accessOf = (ast: AstExpr): Access => {
  const steps: Array<Step> = []
  const numbered: Array<number> = []
  let base = ast
  while (base._tag === "Member" || base._tag === "Index") {
    if (base._tag === "Member" && /^[0-9]+$/.test(base.name)) numbered.push(steps.length)
    steps.push(base._tag === "Member" ? base.name : stepOf(base.index))
    base = base.expr
  }
  const members = new Set(numbered.reverse().map((place) => steps.length - 1 - place))
  return { base, steps: steps.reverse(), members }
}

const stepOf = (index: AstExpr): Step => {
  if (index._tag === "Text") return index.value
  return index._tag === "Number" && /^\d+$/.test(index.text) ? index.text : index
}
