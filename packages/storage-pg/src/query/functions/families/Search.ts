import type { search as rows } from "@hedgerow/core/query/sql/catalogue/families/Search"
import { called, type FunctionRendering, value, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

/** An array of texts; empty where an argument is NULL. */
export const texts = (write: (...args: ReadonlyArray<string>) => string): FunctionRendering =>
  value((call, r) => {
    const text = write(...call.args.map(r.value))
    return call.args.some(({ type }) => type.nullable) ? `COALESCE(${text}, '{}'::text[])` : text
  })

const runs = (pattern: string) => texts((a) => `hg_runs(${a}, '${pattern}')`)

const number = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

/** The characters of a set in brackets would be read: PostgreSQL's own trimming takes them as they are. */
const trimmed = (name: "btrim" | "ltrim" | "rtrim") => called(name)

export const search: Renderings<typeof rows> = {
  multiSearchFirstPosition: called("hg_first_place"),
  multiSearchFirstIndex: called("hg_first_needle"),
  positionFrom: called("hg_position_from"),
  replaceOne: called("hg_replace_one"),
  translate: called("translate"),
  regexpQuoteMeta: valueOf((a) => `regexp_replace(${a}, '[]\\\\|()^$.[?*+{:-]', '\\\\\\&', 'g')`),
  splitByString: texts((separator, a, most) => `hg_split(${separator}, ${a}, ${most})`),
  splitByWhitespace: runs("[^ \\t\\n\\v\\f\\r]+"),
  splitByNonAlpha: runs("[^\\u0001-/:-@[-`{-\\u007f]+"),
  alphaTokens: runs("[A-Za-z]+"),
  ngrams: texts((a, n) => `hg_ngrams(${a}, ${n})`),
  extractIPv4Substrings: runs(`${number}(?:\\.${number}){3}`),
  trimBoth: trimmed("btrim"),
  trimStart: trimmed("ltrim"),
  trimEnd: trimmed("rtrim")
}
