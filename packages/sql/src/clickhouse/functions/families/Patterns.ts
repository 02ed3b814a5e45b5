import type { patterns as rows } from "../../../functions/families/Patterns.ts"
import { called, test } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

export const patterns: Renderings<typeof rows> = {
  matches: test((a, pattern) => `match(${a}, ${pattern})`),
  regexpPart: called("regexpExtract"),
  regexpAll: list((a, pattern) => `extractAll(${a}, ${pattern})`),
  regexpGroups: list((a, pattern) => `extractAllGroupsVertical(${a}, ${pattern})`),
  regexpSplit: list((a, pattern) => `splitByRegexp(${pattern}, ${a})`),
  regexpReplaceOne: called("replaceRegexpOne"),
  regexpReplaceAll: called("replaceRegexpAll")
}
