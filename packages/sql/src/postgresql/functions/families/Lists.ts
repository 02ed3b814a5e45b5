import type { lists as rows } from "../../../functions/families/Lists.ts"
import { called, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

export const lists: Renderings<typeof rows> = {
  upTo: valueOf((a) => `ARRAY(SELECT generate_series(1::int8, LEAST(${a}, 10000000::int8)) WHERE ${a} > 0)`),
  bitPositionsToArray: called("hg_bit_positions"),
  joinTexts: valueOf((texts, separator) => `array_to_string(${texts}, ${separator})`)
}
