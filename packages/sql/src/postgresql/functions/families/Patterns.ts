import type { patterns as rows } from "../../../functions/families/Patterns.ts"
import type { Call, Expr } from "../../../plan/Plan.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { type ExprRenderer, predicate, value } from "../../ExprRenderer.ts"
import { patternText } from "../../PatternText.ts"
import type { Renderings } from "./Maths.ts"

const textOf = (expr: Expr): string => expr._tag === "Literal" && typeof expr.value === "string" ? expr.value : ""

const pattern = (call: Call, r: ExprRenderer): string => r.parameters.text(patternText(textOf(argument(call, 1))))

/** A call over the text and the pattern; lists are empty where the text is NULL. */
const over = (name: string, none?: string) =>
  value((call, r) => {
    const found = `${name}(${r.value(argument(call, 0))}, ${pattern(call, r)})`
    return none !== undefined && argument(call, 0).type.nullable ? `COALESCE(${found}, ${none})` : found
  })

/** `\0` is all of a match here too, under another name. */
const replaced = (flags: string) =>
  value((call, r) => {
    const replacement = textOf(argument(call, 2)).replaceAll(/\\([0-9\\])/g, (found, which: string) =>
      which === "0" ? "\\&" : found)
    return `regexp_replace(${r.value(argument(call, 0))} COLLATE "C", ${pattern(call, r)}, ${
      r.parameters.text(replacement)
    }, '${flags}')`
  })

export const patterns: Renderings<typeof rows> = {
  matches: predicate((call, r) => `(${r.value(argument(call, 0))} COLLATE "C" ~ ${pattern(call, r)})`),
  matchesWritten: predicate((call, r) =>
    `hg_match(${r.value(argument(call, 0))}, ${r.value(argument(call, 1))}, ${r.value(argument(call, 2))})`
  ),
  regexpPart: value((call, r) =>
    `hg_regexp_part(${r.value(argument(call, 0))}, ${pattern(call, r)}, ${r.value(argument(call, 2))})`
  ),
  regexpAll: over("hg_regexp_all", "'{}'::text[]"),
  regexpGroups: over("hg_regexp_groups", "'[]'::jsonb"),
  regexpSplit: over("hg_regexp_split", "'{}'::text[]"),
  regexpReplaceOne: replaced(""),
  regexpReplaceAll: replaced("g")
}
