import { fold } from "../evaluate/FoldConstants.ts"
import { functions } from "../functions/Functions.ts"
import type { NullRule } from "../functions/Signature.ts"
import { makeExprNotes } from "../plan/ExprNotes.ts"
import type { Expr, Literal } from "../plan/Plan.ts"
import { childrenOf } from "../plan/PlanWalk.ts"

const computed: ReadonlySet<Expr["_tag"]> = new Set([
  "Column",
  "Property",
  "Aggregate",
  "Window",
  "Ref",
  "Lambda",
  "ScalarSubquery",
  "Exists"
])

const isBare = ({ _tag }: Expr): boolean => !computed.has(_tag)

const found = makeExprNotes<boolean>()

/** Whether the value is the same for every row; found once for each expression, since each asks those inside it. */
export const isConstant = (expr: Expr): boolean => {
  const known = found.of(expr)
  if (known !== undefined) return known
  const answer = isBare(expr) && childrenOf(expr).every(isConstant)
  found.note(expr, answer)
  return answer
}

const propagates: ReadonlySet<NullRule> = new Set(["propagate", "partial"])

/** The value of a constant, as far as core computes it. */
const valueOf = (expr: Expr): Literal | undefined => {
  if (expr._tag === "Literal") return expr
  if (expr._tag !== "Call" && expr._tag !== "DateCall") return undefined
  const args = expr.args.flatMap((arg) => valueOf(arg) ?? [])
  const folded = args.length === expr.args.length ? fold({ ...expr, args }) : expr
  return folded._tag === "Literal" ? folded : undefined
}

/** Whether a constant makes the value NULL for every row. */
export const isNeverKnown = (expr: Expr): boolean => {
  if (isConstant(expr)) return valueOf(expr)?.value === null
  if (expr._tag === "DateCall") return expr.args.some(isNeverKnown)
  return expr._tag === "Call" && propagates.has(functions[expr.fn].nulls) && expr.args.some(isNeverKnown)
}
