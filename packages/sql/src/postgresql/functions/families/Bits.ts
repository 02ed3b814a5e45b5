import type { bits as rows } from "../../../functions/families/Bits.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { called, predicate, test, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

const between = (symbol: string) => valueOf((a, b) => `(${a} ${symbol} ${b})`)
const shift = (symbol: string) => valueOf((a, b) => `hg_shift_${symbol}(${a}, ${b})`)

export const bits: Renderings<typeof rows> = {
  bitAnd: between("&"),
  bitOr: between("|"),
  bitXor: between("#"),
  bitNot: valueOf((a) => `(~ ${a})`),
  bitShiftLeft: shift("left"),
  bitShiftRight: shift("right"),
  bitRotateLeft: called("hg_rotate"),
  bitRotateRight: valueOf((a, b) => `hg_rotate(${a}, 64 - (${b} & 63))`),
  bitTest: test((a, b) => `(hg_bit(${a}, ${b}) = 1)`),
  bitCount: valueOf((a) => `bit_count(int8send(${a}))`),
  bitHammingDistance: valueOf((a, b) => `bit_count(int8send(${a} # ${b}))`),
  hexOfInt: called("hg_hex"),
  xor: predicate((call, r) => `(${r.predicate(argument(call, 0))} <> ${r.predicate(argument(call, 1))})`)
}
