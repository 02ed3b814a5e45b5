import { argument, type Call, type ExprRenderer, type FunctionRenderings, predicate, value } from "../ExprRenderer.ts"
import { mayBeNaN, notDistinct } from "./Comparison.ts"

const joined = (call: Call, r: ExprRenderer, loose: boolean, operator: "AND" | "OR"): string =>
  `(${call.args.map(loose ? r.holds : r.predicate).join(` ${operator} `)})`

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
  and: predicate((call, r, loose) => joined(call, r, loose, "AND")),
  or: predicate((call, r, loose) => joined(call, r, loose, "OR")),
  not: predicate((call, r) => `(NOT ${r.predicate(argument(call, 0))})`),
  if: value((call, r) => cases(call, r, r.value)),
  multiIf: value((call, r) => cases(call, r, r.value)),
  coalesce: value((call, r) => `COALESCE(${call.args.map(r.value).join(", ")})`),
  nullIf: value((call, r) => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    return mayBeNaN(a) && mayBeNaN(b)
      ? `(CASE WHEN ${notDistinct(a, b, r, true)} THEN NULL ELSE ${r.value(a)} END)`
      : `NULLIF(${r.value(a)}, ${r.value(b)})`
  })
} satisfies FunctionRenderings
