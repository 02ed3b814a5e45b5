import type { Call } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import { connectives, type ExprRenderer, type FunctionRenderings, value, valueOf } from "../ExprRenderer.ts"
import { notDistinct } from "./Comparison.ts"

/** `c1, v1, c2, v2, …, else`, with the branches written by `branch`. */
export const cases = (call: Call, r: ExprRenderer, branch: ExprRenderer["value"]): string => {
  const last = call.args.length - 1
  const whens = call.args.flatMap((arg, i) =>
    i < last && i % 2 === 0 ? [`WHEN ${r.holds(arg)} THEN ${branch(argument(call, i + 1))}`] : []
  )
  return `(CASE ${whens.join(" ")} ELSE ${branch(argument(call, last))} END)`
}

/** Three-valued logic and conditionals. */
export const logic = {
  ...connectives,
  if: value((call, r) => cases(call, r, r.value)),
  multiIf: value((call, r) => cases(call, r, r.value)),
  coalesce: valueOf((...args) => `COALESCE(${args.join(", ")})`),
  nullIf: value((call, r) => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    return mayBeNaN(a) && mayBeNaN(b)
      ? `(CASE WHEN ${notDistinct(a, b, r, true)} THEN NULL ELSE ${r.value(a)} END)`
      : `NULLIF(${r.value(a)}, ${r.value(b)})`
  })
} satisfies FunctionRenderings
