import type { CallSite } from "../../planning/CallSite.ts"
import { byCount, type Macro, macro } from "../Macro.ts"

const part = (parameters: string, as: string): Macro => macro(parameters, "any", "", as, ["1", 1])

/** The parts of the aggregates below: lists are those of `groupArray`. */
export const mapGroupParts: Readonly<Record<string, Macro>> = {
  keysAndValues: part("map", "tuple(mapKeys(a), mapValues(a))"),
  sumsBeside: part("map", "_keysAndValues(mapFilter((k, v) -> v != 0, a))"),
  meansByKey: part(
    "array",
    "mapFromArrays(mapKeys(_sumByKey(a)), arrayMap((x, n) -> x / n, mapValues(_sumByKey(a)), "
      + "mapValues(_sumByKey(arrayMap(p -> tuple(p.1, if(isNull(p.2), NULL, 1)), a)))))"
  ),
  inPlaces: part("map, whole", "arrayMap(i -> mapValues(a)[indexOf(mapKeys(a), i)], _upTo(b))"),
  bitmapOfAll: part("array", "arrayFold((s, x) -> bitmapAnd(s, x), a, a[1])"),
  bitmapOfOdd: part("array", "arrayFold((s, x) -> bitmapXor(s, x), a, bitmapAnd(a[1], []))"),
  meanOf: part("array", "if(length(arrayFilter(x -> isNotNull(x), a)) = 0, NULL, arrayAvg(a))"),
  inOrder: part("array", "arraySort(arrayFilter(x -> isNotNull(x) and not isNaN(x), arrayMap(x -> toFloat(x), a)))"),
  between: part("float, float, float", "a + (b - a) * c"),
  levelOf: part(
    "array, float",
    "if(length(a) = 0, NULL, _between(a[toInt(floor(b * (length(a) - 1))) + 1], "
      + "a[toInt(ceil(b * (length(a) - 1))) + 1], b * (length(a) - 1) - floor(b * (length(a) - 1))))"
  ),
  windowSums: part(
    "array, whole",
    "arrayMap((x, y) -> x - y, arrayCumSum(a), arrayConcat(arrayMap(i -> 0, _upTo(least(b, length(a)))), "
      + "arrayFilter((x, i) -> i <= length(a) - b, arrayCumSum(a), _upTo(length(a)))))"
  ),
  dividedBy: part("array, whole", "arrayMap(x -> x / b, a)"),
  risesOf: part(
    "array",
    "arraySum(arrayMap((x, y) -> if(x > y, x - y, 0), a, "
      + "arrayPushFront(arrayFilter((x, i) -> i < length(a), a, _upTo(length(a))), a[1])))"
  )
}

/** The size of a window: the number of values in the group where the call gives none. */
const windowOf = (site: CallSite): string => {
  const [size] = site.params
  if (size === undefined) return "count(a)"
  const count = size._tag === "Number" ? Number(size.text) : 0
  return Number.isSafeInteger(count) && count > 0
    ? String(count)
    : site.illegalArity("a whole number before its argument")
}

/** Over maps, or arrays of keys and of values side by side. */
const byKey = (name: string, meaning: string, fn: string, ofArrays = "_keysAndValues"): Macro =>
  macro(
    "any, array?",
    "Map",
    `by key, the ${meaning} of the values of all maps; of two arrays, keys and values, a tuple of both`,
    byCount(
      1,
      `${fn}(arrayFlatten(groupArray(arrayZip(mapKeys(a), mapValues(a)))))`,
      `${ofArrays}(${fn}(arrayFlatten(groupArray(arrayZip(a, b)))))`
    ),
    [`${name}(['b', 'a'], [1, 2])`, [["a", "b"], [2, 1]]]
  )

const inPlaces = (fn: string): string =>
  `_inPlaces(${fn}(arrayFlatten(groupArray(arrayZip(arrayEnumerate(a), a)))), ifNull(max(length(a)), 0))`

const bitmaps = (meaning: string, as: string, example: Macro["example"]): Macro =>
  macro("array", "UInt64", `how many numbers ${meaning}`, as, example)

/** Over the members of one array of each row, which are no arrays. */
const ofMembers = (as: string): Macro["as"] => (site) => {
  const { type } = site.arg(0)
  return type.kind === "Array" && type.element.kind === "Array" ? site.illegalType(0) : as
}

/** Aggregates over maps, arrays and bitmaps, composed of others. */
export const composedMapGroups: Readonly<Record<string, Macro>> = {
  sumMap: byKey("sumMap", "sum (sums of two arrays that are not 0)", "_sumByKey", "_sumsBeside"),
  minMap: byKey("minMap", "least", "_minByKey"),
  maxMap: byKey("maxMap", "greatest", "_maxByKey"),
  avgMap: byKey("avgMap", "mean", "_meansByKey"),
  sumForEach: macro("array", "Array", "the sums, place by place", inPlaces("_sumByKey"), ["sumForEach([1, 2])", [
    1,
    2
  ]]),
  minForEach: macro("array", "Array", "the least, place by place", inPlaces("_minByKey"), ["minForEach([1, 2])", [
    1,
    2
  ]]),
  avgArray: macro(
    "array",
    "Float64",
    "the mean of the members of all arrays",
    ofMembers("_meanOf(arrayFlatten(groupArray(a)))"),
    [
      "avgArray([1, 2])",
      1.5
    ]
  ),
  medianArray: macro(
    "array",
    "Float64",
    "the median of the members of all arrays",
    ofMembers("_levelOf(_inOrder(arrayFlatten(groupArray(a))), 0.5)"),
    ["medianArray([1, 2])", 1.5]
  ),
  groupBitmapAnd: bitmaps("all bitmaps have", "length(_bitmapOfAll(groupArray(bitmapBuild(a))))", [
    "groupBitmapAnd(bitmapBuild([1, 2]))",
    2
  ]),
  groupBitmapOr: bitmaps("one of the bitmaps has", "length(arrayDistinct(arrayFlatten(groupArray(a))))", [
    "groupBitmapOr(bitmapBuild([1, 2]))",
    2
  ]),
  groupBitmapXor: bitmaps("an odd number of the bitmaps have", "length(_bitmapOfOdd(groupArray(bitmapBuild(a))))", [
    "groupBitmapXor(bitmapBuild([1, 2]))",
    2
  ]),
  deltaSum: macro(
    "number",
    "argument",
    "the sum of the rises of a, in the order of the rows of a sub-query with ORDER BY",
    "_risesOf(groupArray(a))",
    ["deltaSum(3)", 0]
  ),
  groupArrayMovingSum: {
    ...macro(
      "number",
      "Array",
      "the sums of each value and those before, `groupArrayMovingSum(n)(a)` of n at most; in the order of groupArray",
      (site) => `_windowSums(groupArray(a), ${windowOf(site)})`,
      ["groupArrayMovingSum(2)(3)", [3]]
    ),
    params: "optional"
  },
  groupArrayMovingAvg: {
    ...macro(
      "number",
      "Array",
      "groupArrayMovingSum, divided by the number of values that there may be",
      (site) => `_dividedBy(_windowSums(groupArray(a), ${windowOf(site)}), ${windowOf(site)})`,
      ["groupArrayMovingAvg(2)(3)", [1.5]]
    ),
    params: "optional"
  },
  json_agg: macro("any", "String", "the values as a JSON list", "toJSONString(groupArray(a))", [
    "json_agg('a')",
    "[\"a\"]"
  ])
}
