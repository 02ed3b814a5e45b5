import type { Call } from "../../plan/Plan.ts"
import { called, connectives, type ExprRenderer, type FunctionRenderings, value } from "../ExprRenderer.ts"

/** `c1, v1, c2, v2, …, else`, with the branches written by `branch`; a NULL condition is false. */
export const cases = (call: Call, r: ExprRenderer, branch: ExprRenderer["value"]): string => {
  const last = call.args.length - 1
  const texts = call.args.map((arg, i) => i < last && i % 2 === 0 ? r.holds(arg) : branch(arg))
  return `${call.args.length === 3 ? "if" : "multiIf"}(${texts.join(", ")})`
}

/** The first that is not NULL; alternatives behind one that never is are left out. */
const coalesce = (call: Call, r: ExprRenderer): string => {
  const [first, second] = call.args
  const joined = first === undefined ? undefined : r.joined(first)
  if (joined !== undefined && second !== undefined && call.args.length === 2) {
    return `if(${joined.isThere}, ${joined.text}, ${r.value(second)})`
  }
  const end = call.args.findIndex(({ type }) => !type.nullable)
  const [text = "NULL", ...more] = (end < 0 ? call.args : call.args.slice(0, end + 1)).map(r.value)
  return more.length === 0 ? text : `coalesce(${[text, ...more].join(", ")})`
}

/** Three-valued logic and conditionals. */
export const logic = {
  ...connectives,
  if: value((call, r) => cases(call, r, r.value)),
  multiIf: value((call, r) => cases(call, r, r.value)),
  coalesce: value(coalesce),
  nullIf: called("nullIf")
} satisfies FunctionRenderings
