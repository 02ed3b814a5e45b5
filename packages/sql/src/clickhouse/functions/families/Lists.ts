import type { lists as rows } from "../../../functions/families/Lists.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { bind, value } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

export const lists: Renderings<typeof rows> = {
  upTo: list((a) => `range(toUInt64(1), toUInt64(least(greatest(${a}, 0), 10000000)) + 1)`),
  bitPositionsToArray: list((a) => `bitPositionsToArray(${a})`),
  // Its own separator is a constant, and a NULL between the texts is left out there.
  joinTexts: value((call, r) => {
    const [texts, separator] = [argument(call, 0), argument(call, 1)]
    return bind(
      [r.value(texts), r.value(separator)],
      (list = "", between = "") =>
        bind([`arrayMap(u -> assumeNotNull(u), arrayFilter(u -> isNotNull(u), ${list}))`], (known = "") => {
          const parts = `arrayMap((u, i) -> if(i = 1, u, concat(${between}, u)), ${known}, arrayEnumerate(${known}))`
          const joined = `arrayStringConcat(${parts})`
          return separator.type.nullable ? `if(isNull(${between}), NULL, ${joined})` : joined
        })
    )
  })
}
