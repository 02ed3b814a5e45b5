import type { vectors as rows } from "../../../functions/families/Vectors.ts"
import { bind, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { list } from "./Search.ts"

const numbers = (vector: string): string => `arrayMap(u -> ifNull(u, 0), ${vector})`
const sum = (vector: string, each: string): string => `arraySum(arrayMap(u -> ${each}, ${numbers(vector)}))`

/** Member by member; the shorter vector is filled up with 0. */
const pairs = (a: string, b: string, each: string): string =>
  bind([a, b], (x = "", y = "") => {
    const size = `greatest(length(${x}), length(${y}))`
    const filled = (vector: string) => `arrayResize(${numbers(vector)}, ${size}, toFloat64(0))`
    return `arrayMap((u, v) -> ${each}, ${filled(x)}, ${filled(y)})`
  })

export const vectors: Renderings<typeof rows> = {
  L1Norm: valueOf((a) => sum(a, "abs(u)")),
  L2Norm: valueOf((a) => `sqrt(${sum(a, "u * u")})`),
  LinfNorm: valueOf((a) =>
    bind([numbers(a)], (x = "") => `if(arrayExists(u -> isNaN(u), ${x}), nan, arrayMax(arrayMap(u -> abs(u), ${x})))`)
  ),
  dotProduct: valueOf((a, b) => `arraySum(${pairs(a, b, "u * v")})`),
  powerSum: valueOf((a, power) =>
    bind([power], (p = "") => `if(isNull(${p}), ${p}, ${sum(a, `pow(abs(u), assumeNotNull(${p}))`)})`)
  ),
  difference: list((a, b) => pairs(a, b, "u - v")),
  scaled: list((a, by) => bind([by], (d = "") => `arrayMap(u -> u / ${d}, ${numbers(a)})`))
}
