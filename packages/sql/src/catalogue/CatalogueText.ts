import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { inAnyCase, lenient, strict } from "../planning/Described.ts"
import { arrayOf, isComposite, isInteger, scalar, type SqlType } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { call, int64, isNullLiteral, literal, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { composed } from "./Composed.ts"
import { concatenated } from "./Conversions.ts"
import { argumentOf, argumentsOf } from "./ParameterTypes.ts"

const uint64: SqlType = scalar("UInt64")

const text = (site: CallSite, index: number): Expr => argumentOf(site, index, "text")

const whole = (site: CallSite, index: number): Expr => {
  const expr = site.arg(index)
  if (isNullLiteral(expr)) return literal(null, int64)
  return isInteger(expr.type) ? convert(expr, int64) : site.illegalType(index)
}

/** Without a length, the rest of the text. */
const substring = (site: CallSite): Expr => {
  const from = whole(site, 1)
  if (site.count > 2) return call("substring", [text(site, 0), from, whole(site, 2)], string)
  return site.planning.share(
    text(site, 0),
    (value) => call("substring", [value, from, convert(call("lengthUTF8", [value], uint64), int64)], string)
  )
}

const trimming = (
  withSet: "trimBoth" | "trimEnd" | "trimStart",
  ...fns: ReadonlyArray<"trimLeft" | "trimRight">
): FunctionEntry["lower"] =>
(site) =>
  site.count > 1
    ? call(withSet, argumentsOf(site, ["text"]), string)
    : fns.reduce((value, fn) => call(fn, [value], string), text(site, 0))

const lower = (expr: Expr): Expr => call("lower", [expr], string)

const searchedInAnyCase = (site: CallSite): Expr => {
  const texts = [lower(text(site, 0)), lower(text(site, 1))]
  return site.count > 2 ? call("positionFrom", [...texts, whole(site, 2)], uint64) : call("position", texts, uint64)
}

/** The parts of a text, up to a number where the call has one. */
export const firstParts = (site: CallSite, parts: Expr, most: number): Expr =>
  site.count > most ? composed(site, "if(b > 0, arraySlice(a, 1, b), a)", [parts, whole(site, most)]) : parts

const partsOf = (fn: "alphaTokens" | "splitByNonAlpha" | "splitByWhitespace"): FunctionEntry["lower"] => (site) =>
  firstParts(site, call(fn, [text(site, 0)], arrayOf(string)), 1)

const parts = (meaning: string) =>
  lenient(["text", "whole?"], "Array", `${meaning}; the first b of them; none of NULL`, "never")

const reversed: FunctionEntry["lower"] = (site) =>
  site.arg(0).type.kind === "Array"
    ? composed(site, "arrayReverse(a)", [site.arg(0)])
    : call("reverse", [text(site, 0)], string)

/** The texts of the values after the first, with the first between them. */
const joined: FunctionEntry["lower"] = (site) => {
  const [separator = literal("", string), ...values] = argumentsOf(site, ["text", "any"])
  return concatenated(values.flatMap((value, i) => i === 0 ? [value] : [separator, value]))
}

/** `{}` stands for the next value, `{0}` for the first; doubled braces for themselves. */
const formatted: FunctionEntry["lower"] = (site) => {
  let next = 0
  const values = site.text(0).split(/(\{\{|\}\}|\{[0-9]*\})/).map((part, i) => {
    if (i % 2 === 0 || part === "{{" || part === "}}") return literal(i % 2 === 0 ? part : part.charAt(0), string)
    const at = part === "{}" ? next++ : Number(part.slice(1, -1))
    return at + 1 < site.count ? site.arg(at + 1) : refuse(`Function 'format' has no value for ${part}`, site.ast(0))
  })
  return concatenated(values)
}

const concat: FunctionEntry["lower"] = (site) =>
  concatenated(site.args.map((arg, index) => isComposite(arg.type) ? site.illegalType(index) : arg))

const cut = strict(
  ["text", "whole", "whole?"],
  "String",
  "from place b (1 is the first, -1 the last character), c characters or the rest"
)
const placed = strict(
  ["text", "text", "whole?"],
  "UInt64",
  "1-based place of needle b in a, from place c if that is given; 0 when absent"
)
const position: FunctionEntry["lower"] = (site) =>
  site.count > 2
    ? call("positionFrom", [text(site, 0), text(site, 1), whole(site, 2)], uint64)
    : call("position", argumentsOf(site, ["text"]), uint64)

const trimmed = (where: string) =>
  strict(["text", "text?"], "String", `without spaces ${where}, or without the characters of b`)

/** By the splitter that the call names. */
const tokens: FunctionEntry["lower"] = (site) => {
  if (site.count === 1) return partsOf("splitByNonAlpha")(site)
  const [value, how] = [text(site, 0), site.text(1)]
  const size = site.count > 2 ? site.integer(2) : 3
  if (how === "ngrams") return composed(site, "ngrams(a, b)", [value, literal(size, int64)])
  return how === "splitByNonAlpha" || how === "default"
    ? call("splitByNonAlpha", [value], arrayOf(string))
    : refuse(`Function 'tokens' splits by splitByNonAlpha or ngrams, not by '${how}'`, site.ast(1))
}

/** Text. */
export const texts: Entries = {
  concatWithSeparator: takes(
    lenient(["text", "any…"], "String", "the texts of the other values with a between them; NULL is empty", "never"),
    joined
  ),
  format: takes(
    lenient(["constant", "any…"], "String", "a with the values in place of {} or {0}, {1}, …; NULL is empty", "never"),
    formatted
  ),
  position: takes(inAnyCase(placed), position),
  positionUTF8: takes({ ...placed, aliasOf: "position" }, position),
  concat: takes(
    inAnyCase(lenient(["any…"], "String", "the texts of all values joined; NULL is empty", "never")),
    concat
  ),
  substring: takes(inAnyCase(cut), substring),
  substringUTF8: takes({ ...cut, aliasOf: "substring" }, substring),
  trim: takes(inAnyCase(trimmed("at both ends")), trimming("trimBoth", "trimLeft", "trimRight")),
  btrim: takes({ ...trimmed("at both ends"), aliasOf: "trim" }, trimming("trimBoth", "trimLeft", "trimRight")),
  trimLeft: takes(trimmed("at the beginning"), trimming("trimStart", "trimLeft")),
  ltrim: takes({ ...trimmed("at the beginning"), aliasOf: "trimLeft" }, trimming("trimStart", "trimLeft")),
  trimRight: takes(trimmed("at the end"), trimming("trimEnd", "trimRight")),
  rtrim: takes({ ...trimmed("at the end"), aliasOf: "trimRight" }, trimming("trimEnd", "trimRight")),
  positionCaseInsensitive: takes(
    strict(["text", "text", "whole?"], "UInt64", "position, in any letter case of A-Z"),
    searchedInAnyCase
  ),
  alphaTokens: takes(parts("the runs of a-z and A-Z"), partsOf("alphaTokens")),
  splitByNonAlpha: takes(parts("the parts between white space and punctuation"), partsOf("splitByNonAlpha")),
  tokens: takes(
    lenient(
      ["text", "constant?", "digits?"],
      "Array",
      "the parts that the splitter b makes: splitByNonAlpha, or ngrams of c characters (3); none of NULL",
      "never"
    ),
    tokens
  ),
  splitByWhitespace: takes(parts("the parts between white space"), partsOf("splitByWhitespace")),
  reverse: takes(
    inAnyCase(strict(["any"], "argument", "the characters of a text, or the members of an array, backwards")),
    reversed
  )
}
