import { type Macro, macro } from "../Macro.ts"

const set = (parameters: string, meaning: string, as: string, example: Macro["example"]): Macro =>
  macro(parameters, "Array(Int64)", meaning, as, example)

const count = (meaning: string, of: string, example: Macro["example"]): Macro =>
  macro("array, array", "UInt64", meaning, `length(${of})`, example)

const both = "arrayFilter(x -> has(b, x), a)"
const either = "arraySort(arrayConcat(a, arrayFilter(x -> not has(a, x), b)))"
const one = "arraySort(arrayConcat(arrayFilter(x -> not has(b, x), a), arrayFilter(x -> not has(a, x), b)))"
const first = "arrayFilter(x -> not has(b, x), a)"

const ofTwo = (meaning: string, as: string, example: Macro["example"]): Macro =>
  set("array, array", meaning, as, example)

/** Bitmaps: a bitmap is an array of whole numbers, each once and in order, as `bitmapBuild` makes it. */
export const composedBitmaps: Readonly<Record<string, Macro>> = {
  bitmapBuild: set("array", "the bitmap of whole numbers: each once, in order", "arraySort(arrayDistinct(a))", [
    "bitmapBuild([3, 1, 3])",
    [1, 3]
  ]),
  bitmapToArray: set("array", "the numbers of a bitmap", "a", ["bitmapToArray(bitmapBuild([2, 1]))", [1, 2]]),
  bitmapCardinality: macro("array", "UInt64", "how many numbers a bitmap has", "length(a)", [
    "bitmapCardinality(bitmapBuild([2, 1, 2]))",
    2
  ]),
  bitmapContains: macro("array, whole", "UInt8", "the bitmap has the number", "has(a, b)", [
    "bitmapContains(bitmapBuild([1, 2]), 2)",
    1
  ]),
  bitmapHasAny: macro("array, array", "UInt8", "the bitmaps have a number in common", `length(${both}) > 0`, [
    "bitmapHasAny(bitmapBuild([1, 2]), bitmapBuild([3]))",
    0
  ]),
  bitmapHasAll: macro(
    "array, array",
    "UInt8",
    "a has all numbers of b",
    "length(arrayFilter(x -> not has(a, x), b)) = 0",
    ["bitmapHasAll(bitmapBuild([1, 2]), bitmapBuild([2]))", 1]
  ),
  bitmapMin: macro("array", "Int64", "the least number, 0 of none", "a[1]", ["bitmapMin(bitmapBuild([5, 2]))", 2]),
  bitmapMax: macro("array", "Int64", "the greatest number, 0 of none", "a[-1]", ["bitmapMax(bitmapBuild([5, 2]))", 5]),
  bitmapAnd: ofTwo("the numbers that both have", both, ["bitmapAnd(bitmapBuild([1, 2]), bitmapBuild([2, 3]))", [2]]),
  bitmapOr: ofTwo("the numbers that either has", either, [
    "bitmapOr(bitmapBuild([1, 3]), bitmapBuild([2]))",
    [1, 2, 3]
  ]),
  bitmapXor: ofTwo("the numbers that only one has", one, [
    "bitmapXor(bitmapBuild([1, 2]), bitmapBuild([2, 3]))",
    [1, 3]
  ]),
  bitmapAndnot: ofTwo("the numbers of a that b has not", first, [
    "bitmapAndnot(bitmapBuild([1, 2]), bitmapBuild([2]))",
    [1]
  ]),
  bitmapAndCardinality: count("how many both have", both, [
    "bitmapAndCardinality(bitmapBuild([1, 2]), bitmapBuild([2]))",
    1
  ]),
  bitmapOrCardinality: count("how many either has", either, [
    "bitmapOrCardinality(bitmapBuild([1, 2]), bitmapBuild([2]))",
    2
  ]),
  bitmapXorCardinality: count("how many only one has", one, [
    "bitmapXorCardinality(bitmapBuild([1, 2]), bitmapBuild([3]))",
    3
  ]),
  bitmapAndnotCardinality: count("how many of a b has not", first, [
    "bitmapAndnotCardinality(bitmapBuild([1, 2]), bitmapBuild([2]))",
    1
  ]),
  bitmapSubsetInRange: set(
    "array, whole, whole",
    "the numbers from b to below c",
    "arrayFilter(x -> x >= b and x < c, a)",
    ["bitmapSubsetInRange(bitmapBuild([1, 2, 3]), 1, 3)", [1, 2]]
  ),
  bitmapSubsetLimit: set(
    "array, whole, whole",
    "the first c numbers from b on",
    "arraySlice(arrayFilter(x -> x >= b, a), 1, greatest(c, 0))",
    ["bitmapSubsetLimit(bitmapBuild([1, 2, 3]), 2, 1)", [2]]
  ),
  bitmapSubbitmap: set(
    "array, whole, whole",
    "c numbers, b left out",
    "arraySlice(a, greatest(b, 0) + 1, greatest(c, 0))",
    [
      "bitmapSubbitmap(bitmapBuild([1, 2, 3]), 1, 2)",
      [2, 3]
    ]
  ),
  bitmapTransform: set(
    "array, array, array",
    "the numbers that b has become those of c at the same place",
    "arraySort(arrayDistinct(arrayMap(x -> if(has(b, x), c[indexOf(b, x)], x), a)))",
    ["bitmapTransform(bitmapBuild([1, 2]), [2], [9])", [1, 9]]
  )
}
