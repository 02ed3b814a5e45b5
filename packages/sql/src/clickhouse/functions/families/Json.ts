import type { json as rows } from "../../../functions/families/Json.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { nulls } from "../../ChType.ts"
import { jsonMembers, jsonOfText, withMarks } from "../../DocumentProperties.ts"
import { bind, test, value, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

const pathOf = (cell: unknown): ReadonlyArray<string> => {
  const steps: unknown = typeof cell === "string" ? JSON.parse(cell) : []
  return Array.isArray(steps) ? steps.map(String) : []
}

/** ClickHouse takes no number that is beyond 64 bits, or infinite as a Float64. */
const isJson = (a: string): string =>
  bind(
    [a],
    (x = "") =>
      `(isValidJSON(${withMarks(x)}) OR match(${x}, '^\\s*-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?\\s*$'))`
  )

const textOf = (a: string): string =>
  bind(
    [a],
    (raw = "") =>
      `multiIf(NOT ${
        isJson(raw)
      } OR ${raw} = 'null', ${nulls.text}, startsWith(${raw}, '"'), JSONExtractString(${raw}), ${raw})`
  )

/** The characters that JSON escapes, the backslash first. */
const common: ReadonlyArray<readonly [character: number, escaped: string]> = [
  [92, "\\\\\\\\"],
  [34, "\\\\\""],
  [8, "\\\\b"],
  [9, "\\\\t"],
  [10, "\\\\n"],
  [12, "\\\\f"],
  [13, "\\\\r"]
]

const rare = Array.from({ length: 31 }, (_, i) => i + 1)
  .filter((code) => common.every(([known]) => known !== code))
  .map((code) => [code, `\\\\u${code.toString(16).padStart(4, "0")}`] as const)

const escaped = (text: string, characters: typeof common): string =>
  characters.reduce((all, [code, escape]) => `replaceAll(${all}, char(${code}), '${escape}')`, text)

/** ClickHouse's own escapes slashes too, and writes rare characters in other letters. */
const quoted = (a: string): string =>
  bind(
    [a],
    (x = "") =>
      `concat('"', if(match(${x}, '[\\x01-\\x07\\x0b\\x0e-\\x1f]'), ${escaped(escaped(x, common), rare)}, ${
        escaped(x, common)
      }), '"')`
  )

export const json: Renderings<typeof rows> = {
  isValidJSON: test(isJson),
  toDocument: valueOf((a) =>
    bind([a], (x = "") => `if(${isJson(x)} AND position(${x}, '\\\\u0000') = 0, ${x}, ${nulls.text})`)
  ),
  jsonRaw: value((call, r) => {
    const path = argument(call, 1)
    return jsonOfText(r.value(argument(call, 0)), path._tag === "Literal" ? pathOf(path.value) : [], r.parameters)
  }),
  jsonOfText: valueOf(quoted),
  jsonText: valueOf(textOf),
  jsonLength: valueOf((a) => `toInt64(JSONLength(${withMarks(a)}))`),
  jsonKeys: list((a) => `JSONExtractKeys(${withMarks(a)})`),
  jsonMembers: list(jsonMembers)
}
