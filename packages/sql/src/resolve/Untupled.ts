import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { unaliased } from "../ast/AstWalk.ts"
import type { Place, Scope } from "../planning/Planning.ts"

const memberOf = (tuple: AstExpr, place: number, { end, start }: AstExpr): AstExpr =>
  callOf("tupleElement", [tuple, { _tag: "Number", text: String(place), start, end }], { start, end })

const called = (name: string, expr: AstExpr): AstExpr => ({
  _tag: "Alias",
  expr,
  name,
  start: expr.start,
  end: expr.end
})

/** The members of `untuple(t)`, each of which is a column; undefined for what is no such call. */
export const untupled = (scope: Scope, ast: AstExpr, at: Place): ReadonlyArray<AstExpr> | undefined => {
  const call = unaliased(ast)
  const [tuple] = call._tag === "Call" && call.name === "untuple" ? call.args : []
  const type = tuple === undefined ? undefined : scope.planning.expression(scope, tuple, at).type
  if (tuple === undefined || type?.kind !== "Tuple") return undefined
  const members = type.elements.map((_, i) => memberOf(tuple, i + 1, ast))
  return ast._tag === "Alias" ? members.map((member, i) => called(`${ast.name}.${i + 1}`, member)) : members
}
