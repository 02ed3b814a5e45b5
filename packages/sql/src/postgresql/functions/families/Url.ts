import type { url as rows } from "../../../functions/families/Url.ts"
import { called, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { texts } from "./Search.ts"

export const url: Renderings<typeof rows> = {
  encodeURLComponent: called("hg_url_encode"),
  encodeURLFormComponent: valueOf((a) => `replace(hg_url_encode(${a}), '%20', '+')`),
  decodeURLComponent: called("hg_url_decode"),
  decodeURLFormComponent: valueOf((a) => `hg_url_decode(replace(${a}, '+', ' '))`),
  textPart: called("hg_text_part"),
  withoutPart: valueOf((a, pattern) => `regexp_replace(${a}, ${pattern}, '')`),
  joinedTexts: valueOf((list, separator) => `array_to_string(${list}, ${separator})`),
  prefixes: texts((a) => `hg_prefixes(${a})`)
}
