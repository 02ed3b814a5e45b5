import type { lists as rows } from "@hedgerow/core/query/sql/catalogue/families/Lists"
import { bind, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

export const lists: Renderings<typeof rows> = {
  upTo: list((a) => `range(toUInt64(1), toUInt64(least(greatest(${a}, 0), 10000000)) + 1)`),
  bitPositionsToArray: list((a) => `bitPositionsToArray(${a})`),
  // Its own separator is a constant.
  joinTexts: valueOf((texts, separator) =>
    bind([texts, separator], (list = "", between = "") =>
      bind(
        [`arrayMap(u -> assumeNotNull(u), arrayFilter(u -> isNotNull(u), ${list}))`],
        (known = "") =>
          `arrayStringConcat(arrayMap((u, i) -> if(i = 1, u, concat(${between}, u)), ${known}, arrayEnumerate(${known})))`
      ))
  )
}
