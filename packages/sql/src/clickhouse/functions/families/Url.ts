import type { url as rows } from "../../../functions/families/Url.ts"
import { bind, called, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"
import { checked } from "./Strings.ts"

const prefixes = (a: string): string =>
  bind(
    [a],
    (x = "") =>
      `if(lengthUTF8(${x}) > 2000, [], arrayMap(i -> substringUTF8(${x}, 1, i), arrayFilter(i -> i = lengthUTF8(${x}) OR `
      + `substringUTF8(${x}, i, 1) IN ('/', '?', '#'), range(2, lengthUTF8(${x}) + 1))))`
  )

export const url: Renderings<typeof rows> = {
  encodeURLComponent: called("encodeURLComponent"),
  encodeURLFormComponent: valueOf((a) => `replaceAll(encodeURLComponent(${a}), '%20', '+')`),
  decodeURLComponent: valueOf((a) => checked(`decodeURLComponent(${a})`)),
  decodeURLFormComponent: valueOf((a) => checked(`decodeURLComponent(replaceAll(${a}, '+', ' '))`)),
  textPart: called("extract"),
  withoutPart: valueOf((a, pattern) => `replaceRegexpOne(${a}, ${pattern}, '')`),
  joinedTexts: valueOf((texts, separator) =>
    `arrayStringConcat(arrayMap(u -> assumeNotNull(u), arrayFilter(u -> isNotNull(u), ${texts})), ${separator})`
  ),
  prefixes: list(prefixes)
}
