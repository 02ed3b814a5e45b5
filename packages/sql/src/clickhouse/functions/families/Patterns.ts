import type { patterns as rows } from "../../../functions/families/Patterns.ts"
import { foldedForm, mixedForm, mostCharacters, patternForm } from "../../../patterns/WrittenPattern.ts"
import { bind, called, test } from "../../ExprRenderer.ts"
import { sqlText } from "../../SqlText.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

/** Rows whose pattern has no result are searched for an empty one: ClickHouse refuses what it cannot read. */
const matchesWritten = (text: string, pattern: string, isFolded: string): string =>
  bind([text, `ifNull(${pattern}, '(')`], (x = "", p = "") => {
    const isReadable = `lengthUTF8(${p}) <= ${mostCharacters} AND match(${p}, ${
      sqlText(patternForm)
    }) AND NOT match(${p}, ${sqlText(mixedForm)}) AND (${isFolded} = 0 OR match(${p}, ${sqlText(foldedForm)}))`
    const source = `if(${isReadable}, concat(if(${isFolded} = 1, '(?i)', ''), ${p}), '')`
    return `if(${isReadable}, match(materialize(${x}), ${source}), NULL)`
  })

export const patterns: Renderings<typeof rows> = {
  matches: test((a, pattern) => `match(${a}, ${pattern})`),
  matchesWritten: test(matchesWritten),
  regexpPart: called("regexpExtract"),
  regexpAll: list((a, pattern) => `extractAll(${a}, ${pattern})`),
  regexpGroups: list((a, pattern) => `extractAllGroupsVertical(${a}, ${pattern})`),
  regexpSplit: list((a, pattern) => `splitByRegexp(${pattern}, ${a})`),
  regexpReplaceOne: called("replaceRegexpOne"),
  regexpReplaceAll: called("replaceRegexpAll")
}
