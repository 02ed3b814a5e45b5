import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import {
  bind,
  called,
  type ExprRenderer,
  type FunctionRenderings,
  predicate,
  test,
  value,
  valueOf
} from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"
import { lowered } from "./LowerCase.ts"

/** The pattern with only the escapes that ClickHouse knows: of `%`, `_` and the backslash itself. */
const strictPattern = (pattern: string): string =>
  pattern.replace(/\\([^])|\\$/gu, (found, escaped: string | undefined) => {
    if (escaped === undefined) return "\\\\"
    return escaped === "%" || escaped === "_" || escaped === "\\" ? found : escaped
  })

const endsInLoneEscape = sqlText(String.raw`(?s)^(.*[^\\])?(\\\\)*\\$`)
const everyEscape = sqlText(String.raw`(?s)(\\[%_\\])|\\(.)`)

/** The same for a pattern that is no literal. */
const strictPatternOf = (text: string): string =>
  bind([text], (p = "") => {
    const closed = `concat(${p}, if(match(${p}, ${endsInLoneEscape}), ${sqlText("\\")}, ''))`
    return `replaceRegexpAll(${closed}, ${everyEscape}, ${sqlText("\\1\\2")})`
  })

const pattern = (expr: Expr, r: ExprRenderer, lower: (text: string) => string): string | undefined =>
  expr._tag === "Literal" && typeof expr.value === "string"
    ? r.parameters.text(strictPattern(lower(expr.value)))
    : undefined

/** The one simple lower-case mapping that differs from the full one: capital I with dot above. */
const simpleLower = (text: string): string =>
  Array.from(text, (character) => character === "\u0130" ? "i" : character.toLowerCase()).join("")

const like = predicate((call, r) => {
  const [a, b] = [argument(call, 0), argument(call, 1)]
  return `(${r.value(a)} LIKE ${pattern(b, r, (text) => text) ?? strictPatternOf(r.value(b))})`
})

/**
 * Whether a pattern has ASCII letters alone, and none that another character is a form of: the Kelvin sign is a k, the
 * long s an s, and the capital I with dot above an i. ClickHouse's own ILIKE then has the same answer.
 */
const isPlainlyFolded = (text: string): boolean => /^[ -~]*$/.test(text) && !/[iks]/i.test(text)

const ilike = predicate((call, r) => {
  const [a, b] = [argument(call, 0), argument(call, 1)]
  if (b._tag === "Literal" && typeof b.value === "string" && isPlainlyFolded(b.value)) {
    return `(${r.value(a)} ILIKE ${r.parameters.text(strictPattern(b.value))})`
  }
  return `(${lowered(r.value(a))} LIKE ${pattern(b, r, simpleLower) ?? strictPatternOf(lowered(r.value(b)))})`
})

const integer = (name: string) => valueOf((...args) => `toInt64(${name}(${args.join(", ")}))`)

/**
 * ClickHouse treats a place before the first character in two ways, and a constant place 0 as an error: here every
 * place is 1 or more, and the part before the first character is taken from the length.
 */
const substring = (call: Call, r: ExprRenderer): string => {
  const [text, from, length] = [argument(call, 0), argument(call, 1), argument(call, 2)]
  const count = `greatest(${r.value(length)}, toInt64(0))`
  if (from._tag === "Literal" && Number(from.value) > 0) {
    return `substringUTF8(${r.value(text)}, ${r.value(from)}, ${count})`
  }
  return bind([r.value(text), r.value(from), count], (a = "", place = "", n = "") => {
    const first = `if(${place} < 0, toInt64(lengthUTF8(${a})) + ${place} + 1, ${place})`
    const left = `if(${place} = 0, ${n} * 0, ${n} + least(${first}, toInt64(1)) - 1)`
    return `substringUTF8(${a}, greatest(${first}, toInt64(1)), greatest(${left}, toInt64(0)))`
  })
}

/** Functions over strings; their units are code points. */
export const text = {
  like,
  ilike,
  concat: valueOf((first = "''", ...rest) => rest.length === 0 ? first : `concat(${[first, ...rest].join(", ")})`),
  lower: called("lower"),
  upper: called("upper"),
  length: integer("length"),
  lengthUTF8: integer("lengthUTF8"),
  substring: value(substring),
  trimLeft: called("trimLeft"),
  trimRight: called("trimRight"),
  startsWith: test((a, b) => `startsWith(${a}, ${b})`),
  endsWith: test((a, b) => `endsWith(${a}, ${b})`),
  position: integer("positionUTF8"),
  replaceAll: called("replaceAll"),
  reverse: called("reverseUTF8")
} satisfies FunctionRenderings
