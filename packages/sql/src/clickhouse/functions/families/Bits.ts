import type { bits as rows } from "../../../functions/families/Bits.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { bind, called, predicate, test, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

const isPlace = (n: string): string => `(bitAnd(${n}, -64) = 0)`

/** ClickHouse refuses places that Int64 has not; without a branch it is done with many rows at once. */
const shift = (name: string) =>
  valueOf((a, b) => bind([b], (n = "") => `(${name}(${a}, bitAnd(${n}, 63)) * ${isPlace(n)})`))

const rotate = (name: string) => valueOf((a, b) => `${name}(${a}, bitAnd(${b}, 63))`)

export const bits: Renderings<typeof rows> = {
  bitAnd: called("bitAnd"),
  bitOr: called("bitOr"),
  bitXor: called("bitXor"),
  bitNot: called("bitNot"),
  bitShiftLeft: shift("bitShiftLeft"),
  bitShiftRight: shift("bitShiftRight"),
  bitRotateLeft: rotate("bitRotateLeft"),
  bitRotateRight: rotate("bitRotateRight"),
  bitTest: test((a, b) => bind([b], (n = "") => `bitAnd(bitTest(${a}, bitAnd(${n}, 63)), ${isPlace(n)})`)),
  bitCount: valueOf((a) => `toInt64(bitCount(${a}))`),
  bitHammingDistance: valueOf((a, b) => `toInt64(bitCount(bitXor(${a}, ${b})))`),
  hexOfInt: called("hex"),
  xor: predicate((call, r) => `xor(${r.predicate(argument(call, 0))}, ${r.predicate(argument(call, 1))})`)
}
