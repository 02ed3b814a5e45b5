import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { called, type ExprRenderer, type FunctionRenderings, predicate, test, valueOf } from "../ExprRenderer.ts"

const endsInLoneEscape = (pattern: string): boolean => (/\\*$/.exec(pattern)?.[0].length ?? 0) % 2 === 1

/** PostgreSQL refuses a pattern that ends in an escape with nothing to escape; it stands for a backslash. */
const pattern = (expr: Expr, r: ExprRenderer): string => {
  if (expr._tag !== "Literal" || typeof expr.value !== "string") return `hg_like_pattern(${r.value(expr)})`
  return r.parameters.text(endsInLoneEscape(expr.value) ? `${expr.value}\\` : expr.value)
}

/** Lower case by single code points, as Unicode has it, in any locale of the database. */
const lowered = (text: string): string => `lower(${text} COLLATE "pg_c_utf8")`

const trimmed = (name: "ltrim" | "rtrim") => valueOf((a) => `${name}(${a}, ' ')`)

/** Functions over strings; their units are code points. */
export const text = {
  like: predicate((call, r) => `(${r.value(argument(call, 0))} LIKE ${pattern(argument(call, 1), r)})`),
  ilike: predicate((call, r) =>
    `(${lowered(r.value(argument(call, 0)))} LIKE ${lowered(pattern(argument(call, 1), r))})`
  ),
  concat: valueOf((...args) => `(${args.join(" || ")})`),
  lower: valueOf((a) => `lower(${a} COLLATE "C")`),
  upper: valueOf((a) => `upper(${a} COLLATE "C")`),
  length: valueOf((a) => `octet_length(${a})::int8`),
  lengthUTF8: valueOf((a) => `char_length(${a})::int8`),
  substring: called("hg_substring"),
  trimLeft: trimmed("ltrim"),
  trimRight: trimmed("rtrim"),
  startsWith: test((a, b) => `starts_with(${a}, ${b})`),
  endsWith: test((a, b) => `hg_ends_with(${a}, ${b})`),
  position: valueOf((a, b) => `strpos(${a}, ${b})::int8`),
  replaceAll: called("replace"),
  reverse: called("reverse")
} satisfies FunctionRenderings
