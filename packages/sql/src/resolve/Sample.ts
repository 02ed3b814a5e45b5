import type { AstExpr, FromClause, Span } from "../ast/Ast.ts"
import { unaliased } from "../ast/AstWalk.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import { scalar } from "../types/SqlType.ts"
import { literal, logical, predicate } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"

type Sample = NonNullable<Extract<FromClause, { readonly _tag: "Table" }>["sample"]>

/** The first 32 bits of the ids are spread evenly. */
const range = 2 ** 32

/**
 * The condition of `SAMPLE part OFFSET start`: rows whose ids lie in that part of all ids, so that what
 * shares an id is in it together or not at all, on every engine and in every query.
 */
export const sampled = (leaf: Leaf, field: string, { offset, ratio }: Sample, span: Span): Expr => {
  const part = shareOf(ratio)
  const start = offset === undefined ? 0 : shareOf(offset)
  if (part === 0 || part > 1 || start >= 1) {
    return refuse("SAMPLE takes a part that is greater than 0 and at most 1, and an OFFSET that is less than 1", span)
  }
  const id = leaf.field([field], span)
  const bounds = [
    ...(start === 0 ? [] : [predicate("greaterOrEquals", id, boundary(start))]),
    ...(start + part >= 1 ? [] : [predicate("less", id, boundary(start + part))])
  ]
  return bounds.length === 0 ? predicate("isNotNull", id) : logical("and", bounds)
}

const boundary = (share: number): Expr => {
  const first = Math.ceil(share * range).toString(16).padStart(8, "0")
  return literal(`${first}-0000-0000-0000-000000000000`, scalar("UUID"))
}

/** `0.1` or `1/10`. */
const shareOf = (ast: AstExpr): number => {
  const share = ast._tag === "Binary" && ast.operator === "/" ? numberOf(ast.left) / numberOf(ast.right) : numberOf(ast)
  return Number.isFinite(share) && share >= 0 ? share : refuse("SAMPLE takes a part such as 0.1 or 1/10", ast)
}

const numberOf = (ast: AstExpr): number => {
  const plain = unaliased(ast)
  return plain._tag === "Number" ? Number(plain.text) : NaN
}
