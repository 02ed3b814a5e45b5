import type { CallSite } from "../../planning/CallSite.ts"
import { type Macro, macro } from "../Macro.ts"

const sizeOf = (site: CallSite): number => {
  const { type } = site.arg(0)
  return type.kind === "Tuple" ? type.elements.length : site.illegalType(0)
}

/** A text for each member, with the one before or after it. */
const ofMembers = (write: (a: string, b: string, place: number) => string) => (site: CallSite): ReadonlyArray<string> =>
  Array.from({ length: sizeOf(site) }, (_, i) => write(`tupleElement(a, ${i + 1})`, `tupleElement(b, ${i + 1})`, i + 1))

const tuple = (
  parameters: string,
  meaning: string,
  write: (a: string, b: string) => string,
  example: Macro["example"]
): Macro => macro(parameters, "Tuple", meaning, (site) => `tuple(${ofMembers(write)(site).join(", ")})`, example)

const ofTwo = (operator: string, meaning: string, example: Macro["example"]): Macro =>
  tuple("tuple, tuple", meaning, (a, b) => `${a} ${operator} ${b}`, example)

/** Functions of tuples of numbers, composed of others. */
export const composedTuples: Readonly<Record<string, Macro>> = {
  tuplePlus: ofTwo("+", "the sums, member by member", ["tuplePlus((1, 2), (3, 4))", [4, 6]]),
  tupleMinus: ofTwo("-", "the differences, member by member", ["tupleMinus((1, 2), (3, 5))", [-2, -3]]),
  tupleMultiply: ofTwo("*", "the products, member by member", ["tupleMultiply((1, 2), (3, 4))", [3, 8]]),
  tupleDivide: ofTwo("/", "the quotients, member by member", ["tupleDivide((1, 4), (2, 2))", [0.5, 2]]),
  tupleNegate: tuple("tuple", "the opposite of each member", (a) => `negate(${a})`, ["tupleNegate((1, -2))", [-1, 2]]),
  tupleMultiplyByNumber: tuple("tuple, number", "each member times b", (a) => `${a} * b`, [
    "tupleMultiplyByNumber((1, 2), 3)",
    [3, 6]
  ]),
  tupleDivideByNumber: tuple("tuple, number", "each member divided by b", (a) => `${a} / b`, [
    "tupleDivideByNumber((1, 2), 2)",
    [0.5, 1]
  ]),
  tupleHammingDistance: macro(
    "tuple, tuple",
    "UInt64",
    "how many members differ",
    (site) => `length(arrayFilter(x -> x, [${ofMembers((a, b) => `if(${a} != ${b}, 1, 0)`)(site).join(", ")}]))`,
    ["tupleHammingDistance((1, 2, 3), (1, 0, 4))", 2]
  ),
  tupleToNameValuePairs: macro(
    "tuple",
    "Array",
    "tuples of the place of each member, as a text, and the member",
    (site) => `[${ofMembers((a, _, place) => `tuple('${place}', ${a})`)(site).join(", ")}]`,
    ["tupleToNameValuePairs((5, 7))", [["1", 5], ["2", 7]]]
  )
}
