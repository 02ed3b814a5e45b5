import type { Call } from "@hedgerow/core/query/sql/Plan"
import { canFail } from "../CanFail.ts"
import { called, connectives, type ExprRenderer, type FunctionRenderings, value } from "../ExprRenderer.ts"

/** `c1, v1, c2, v2, …, else`, with the branches written by `branch`; a NULL condition is false. */
export const cases = (call: Call, r: ExprRenderer, branch: ExprRenderer["value"]): string => {
  const last = call.args.length - 1
  const texts = call.args.map((arg, i) => i < last && i % 2 === 0 ? r.holds(arg) : branch(arg))
  return `${call.args.length === 3 ? "if" : "multiIf"}(${texts.join(", ")})`
}

/** Texts up to this length may be doubled; a longer one would be again and again in nested calls. */
const longest = 4000

/**
 * The first that is not NULL. ClickHouse's own function evaluates all its arguments; where a later one can fail the
 * conditional is used, which evaluates as far as it must.
 */
const coalesce = (call: Call, r: ExprRenderer): string => {
  const end = call.args.findIndex(({ type }) => !type.nullable)
  const args = end < 0 ? call.args : call.args.slice(0, end + 1)
  const texts = args.map(r.value)
  const last = texts.at(-1) ?? "NULL"
  if (texts.length < 2) return last
  const isLazy = args.slice(1).some(canFail) && texts.every((text) => text.length <= longest)
  if (!isLazy) return `coalesce(${texts.join(", ")})`
  const tests = texts.slice(0, -1).flatMap((text) => [`isNotNull(${text})`, `assumeNotNull(${text})`])
  return `multiIf(${[...tests, last].join(", ")})`
}

/** Three-valued logic and conditionals. */
export const logic = {
  ...connectives,
  if: value((call, r) => cases(call, r, r.value)),
  multiIf: value((call, r) => cases(call, r, r.value)),
  coalesce: value(coalesce),
  nullIf: called("nullIf")
} satisfies FunctionRenderings
