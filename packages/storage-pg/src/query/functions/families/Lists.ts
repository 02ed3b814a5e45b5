import type { lists as rows } from "@hedgerow/core/query/sql/catalogue/families/Lists"
import { valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

export const lists: Renderings<typeof rows> = {
  upTo: valueOf((a) => `ARRAY(SELECT generate_series(1::int8, LEAST(${a}, 10000000::int8)) WHERE ${a} > 0)`),
  bitPositionsToArray: valueOf((a) =>
    `ARRAY(SELECT place::int8 FROM generate_series(0, 63) AS place WHERE (${a})::int8 >> place & 1 = 1)`
  ),
  joinTexts: valueOf((texts, separator) => `array_to_string(${texts}, ${separator})`)
}
