import type { search as rows } from "../../../functions/families/Search.ts"
import type { Call, Expr } from "../../../plan/Plan.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { called, type FunctionRendering, value, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

/** Empty in place of NULL where an argument may be that. */
const orEmpty = (call: Call, text: string): string =>
  call.args.some(({ type }) => type.nullable) ? `COALESCE(${text}, '{}'::text[])` : text

/** An array of texts; empty where an argument is NULL. */
export const texts = (write: (...args: ReadonlyArray<string>) => string): FunctionRendering =>
  value((call, r) => orEmpty(call, write(...call.args.map(r.value))))

const runs = (pattern: string) => texts((a) => `hg_runs(${a}, '${pattern}')`)

const number = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

/** The characters of a set in brackets would be read: PostgreSQL's own trimming takes them as they are. */
const trimmed = (name: "btrim" | "ltrim" | "rtrim") => called(name)

const isPlainText = (expr: Expr): boolean =>
  expr._tag === "Literal" && typeof expr.value === "string" && expr.value !== ""

/** All parts at a known separator need no call; PostgreSQL's own function has none for the empty text. */
const allParts = (a: string, separator: string): string =>
  `COALESCE(NULLIF(string_to_array(${a}, ${separator}), '{}'::text[]), CASE WHEN ${a} = '' THEN '{""}'::text[] END)`

const splitByString = value((call, r) => {
  const [separator, a, most] = [argument(call, 0), argument(call, 1), argument(call, 2)]
  const isWhole = most._tag === "Literal" && Number(most.value) <= 0
  const [by, text] = [r.value(separator), r.value(a)]
  return orEmpty(
    call,
    isPlainText(separator) && isWhole ? allParts(text, by) : `hg_split(${by}, ${text}, ${r.value(most)})`
  )
})

export const search: Renderings<typeof rows> = {
  multiSearchFirstPosition: called("hg_first_place"),
  multiSearchFirstIndex: called("hg_first_needle"),
  positionFrom: called("hg_position_from"),
  replaceOne: called("hg_replace_one"),
  translate: called("translate"),
  regexpQuoteMeta: valueOf((a) => `regexp_replace(${a}, '[]\\\\|()^$.[?*+{:-]', '\\\\\\&', 'g')`),
  splitByString,
  splitByWhitespace: runs("[^ \\t\\n\\v\\f\\r]+"),
  splitByNonAlpha: runs("[^\\u0001-/:-@[-`{-\\u007f]+"),
  alphaTokens: runs("[A-Za-z]+"),
  ngrams: texts((a, n) => `hg_ngrams(${a}, ${n})`),
  extractIPv4Substrings: runs(`${number}(?:\\.${number}){3}`),
  trimBoth: trimmed("btrim"),
  trimStart: trimmed("ltrim"),
  trimEnd: trimmed("rtrim")
}
