import type { CallSite } from "../../planning/CallSite.ts"
import { type Macro, macro } from "../Macro.ts"

/** A number that has powers; others are left out. */
const known = (letter: string): string => `abs(${letter} * 1.0) <= 1e70`
const x = `if(${known("a")}, a * 1.0, NULL)`
const first = `if(${known("a")} and ${known("b")}, a * 1.0, NULL)`
const second = `if(${known("a")} and ${known("b")}, b * 1.0, NULL)`

const both = (letter: string): string => `groupArray(if(isNotNull(a) and isNotNull(b), ${letter}, NULL))`
const least = "arraySort(groupArray(a))"

const part = (parameters: string, as: string): Macro => macro(parameters, "any", "", as, ["1", 1])

/** The parts of the aggregates below. */
export const groupParts: Readonly<Record<string, Macro>> = {
  sampled: part("float, whole", "a * b / (b - 1)"),
  // Distances from the mean, of values that count from the least of them: so no digits are lost to a mean that is large.
  distances: part("floats, float", "_fromMean(arrayMap(v -> v - b, a))"),
  fromMean: part("floats", "_less(a, arrayAvg(a))"),
  less: part("floats, float", "arrayMap(v -> v - b, a)"),
  // Of values in order: the places where others begin, the distinct ones, and these by how many they are.
  begins: part(
    "array",
    "arrayFilter((i, x, y) -> i = 1 or x != y, _upTo(length(a)), a, arrayPushFront(a, a[1]))"
  ),
  distincts: part(
    "array",
    "arrayFilter((x, y, i) -> i = 1 or x != y, a, arrayPushFront(a, a[1]), _upTo(length(a)))"
  ),
  // The distance from each place to the next, and from the last to the end.
  runLengths: part(
    "array, whole",
    "arrayMap((x, y) -> y - x, a, arrayFilter((x, i) -> i > 1, arrayConcat(a, [b + 1]), _upTo(length(a) + 1)))"
  ),
  frequent: part("array, array, whole", "arraySort((v, n) -> -n, a, _runLengths(b, c))"),
  topOf: part("array", "_frequent(_distincts(a), _begins(a), length(a))"),
  byTime: part(
    "array, array",
    "_risesOf(arraySort((v, t) -> t, arraySort(a), arraySort((t, v) -> v, b, a)))"
  ),
  inserted: part(
    "array, array",
    "arrayMap(i -> a[indexOf(b, i - 1)], _upTo(if(length(b) = 0, 0, least(arrayMax(b) + 1, 10000))))"
  ),
  heaviest: part("array, array", "a[arrayFirstIndex(s -> s >= ceil(arraySum(b) / 2), arrayCumSum(b))]"),
  weighted: part("array, array", "_heaviest(arraySort(a), arraySort((w, v) -> v, b, a))")
}

const number = (parameters: string, meaning: string, as: Macro["as"], example: Macro["example"]): Macro =>
  macro(parameters, "Float64", meaning, as, example)

const varPop = "_covariance(a, a)"
const spreadOf = (value: string): string => `_covariance(${value}, ${value})`
const varSamp = `_sampled(${varPop}, count(${x}))`
const distances = `_distances(groupArray(${x}), min(${x}))`
const third = `arrayAvg(arrayMap(v -> v * v * v, ${distances}))`
const fourth = `arrayAvg(arrayMap(v -> v * v * v * v, ${distances}))`
const covarPop = "_covariance(a, b)"

const median = (meaning: string, as: string, example: Macro["example"]): Macro =>
  macro("value", "argument", meaning, as, example)
const weighted = (name: string): Macro =>
  macro(
    "value, number",
    "argument",
    "the value at which half of the weights b is reached",
    `_weighted(${both("a")}, ${both("b * 1.0")})`,
    [`${name}(3, 2)`, 3]
  )

/** The constants before the arguments, as they are written. */
const constants = (site: CallSite): ReadonlyArray<string> =>
  site.params.map((param) => param._tag === "Number" ? param.text : site.illegalArity("numbers before the arguments"))

const most = (site: CallSite): string => constants(site)[0] ?? site.illegalArity("a number before the arguments")

const distinct = "arraySort(groupArray(distinct a))"

/** Aggregates composed of others. */
export const composedGroups: Readonly<Record<string, Macro>> = {
  varPop: number("number", "the variance; values beyond 1e70 are left out", varPop, ["varPop(3)", 0]),
  varSamp: number("number", "the variance of a sample, NULL of one value", varSamp, ["varSamp(3)", null]),
  stddevPop: number("number", "the square root of varPop", `sqrt(${varPop})`, ["stddevPop(3)", 0]),
  stddevSamp: number("number", "the square root of varSamp", `sqrt(${varSamp})`, ["stddevSamp(3)", null]),
  covarPop: number("number, number", "the covariance", covarPop, ["covarPop(3, 4)", 0]),
  covarSamp: number(
    "number, number",
    "the covariance of a sample, NULL of one pair",
    `_sampled(${covarPop}, count(${first}))`,
    ["covarSamp(3, 4)", null]
  ),
  corr: number(
    "number, number",
    "the correlation",
    `${covarPop} / sqrt(${spreadOf(first)} * ${spreadOf(second)})`,
    ["corr(3, 4)", null]
  ),
  skewPop: number("number", "the skewness", `${third} / pow(${varPop}, 1.5)`, ["skewPop(3)", null]),
  skewSamp: number("number", "the skewness by varSamp", `${third} / pow(${varSamp}, 1.5)`, ["skewSamp(3)", null]),
  kurtPop: number("number", "the kurtosis", `${fourth} / pow(${varPop}, 2)`, ["kurtPop(3)", null]),
  kurtSamp: number("number", "the kurtosis by varSamp", `${fourth} / pow(${varSamp}, 2)`, ["kurtSamp(3)", null]),
  avgWeighted: number(
    "number, number",
    "the mean of a by the weights b",
    "sum(a * 1.0 * b) / sum(if(isNull(a), NULL, b * 1.0))",
    ["avgWeighted(3, 2)", 3]
  ),
  sumWithOverflow: macro("number", "argument", "sum", "sum(a)", ["sumWithOverflow(3)", 3]),
  anyLast: macro("any", "argument", "any", "any(a)", ["anyLast('a')", "a"]),
  anyHeavy: macro("value", "argument", "the most frequent value, of several the least", `_topOf(${least})[1]`, [
    "anyHeavy('a')",
    "a"
  ]),
  topK: {
    ...macro(
      "value",
      "Array",
      "the most frequent values, exact, `topK(n)(a)` of n at most, of equally frequent ones the least first",
      (site) => `arraySlice(_topOf(${least}), 1, ${most(site)})`,
      ["topK(2)('a')", ["a"]]
    ),
    params: true
  },
  quantiles: {
    ...macro(
      "number",
      "Array",
      "an array of several quantiles, `quantiles(p, q, …)(a)`",
      (site) => `arrayMap(x -> x, [${constants(site).map((level) => `quantile(${level})(a)`).join(", ")}])`,
      ["quantiles(0.5, 0.9)(3)", [3, 3]]
    ),
    params: true
  },
  groupUniqArray: {
    ...macro(
      "value",
      "Array",
      "the distinct values in their order, `groupUniqArray(n)(a)` the first n of them",
      (site) => site.params.length === 0 ? distinct : `arraySlice(${distinct}, 1, ${most(site)})`,
      ["groupUniqArray('a')", ["a"]]
    ),
    params: "optional"
  },
  groupArraySample: {
    ...macro(
      "value",
      "Array",
      "a sample of the values, `groupArraySample(n)(a)` of n at most: the least, on every engine the same",
      (site) => `arraySlice(${least}, 1, ${most(site)})`,
      ["groupArraySample(1)('a')", ["a"]]
    ),
    params: true
  },
  groupArrayInsertAt: macro(
    "value, whole",
    "Array",
    "an array with a at the place b, counted from 0, and the default of the type elsewhere; 10,000 at most",
    `_inserted(${both("a")}, ${both("b")})`,
    ["groupArrayInsertAt(7, 1)", [0, 7]]
  ),
  groupBitmap: macro("whole", "UInt64", "how many distinct numbers", "uniq(a)", ["groupBitmap(3)", 1]),
  deltaSumTimestamp: macro(
    "number, value",
    "argument",
    "the sum of the rises of a in the order of b",
    `_byTime(${both("a")}, ${both("b")})`,
    ["deltaSumTimestamp(3, 1)", 0]
  ),
  medianExact: median("the value in the middle, of two the greater", `${least}[intDiv(count(a), 2) + 1]`, [
    "medianExact(3)",
    3
  ]),
  medianExactLow: median("the value in the middle, of two the less", `${least}[intDiv(count(a) - 1, 2) + 1]`, [
    "medianExactLow(3)",
    3
  ]),
  medianExactHigh: median("the value in the middle, of two the greater", `${least}[intDiv(count(a), 2) + 1]`, [
    "medianExactHigh(3)",
    3
  ]),
  medianExactWeighted: weighted("medianExactWeighted"),
  medianTimingWeighted: weighted("medianTimingWeighted"),
  medianTDigestWeighted: weighted("medianTDigestWeighted"),
  medianDeterministic: number("number, any", "median", "median(a)", ["medianDeterministic(3, 1)", 3]),
  medianTiming: number("number", "median", "median(a)", ["medianTiming(3)", 3]),
  medianTDigest: number("number", "median", "median(a)", ["medianTDigest(3)", 3]),
  medianBFloat16: number("number", "median", "median(a)", ["medianBFloat16(3)", 3]),
  string_agg: macro(
    "value, text",
    "String",
    "the values with b between, in their order or in that of `string_agg(a, b ORDER BY c)`",
    (site) => `arrayStringConcat(${site.scope.rowOrder().length > 0 ? "groupArray(a)" : least}, b)`,
    ["string_agg('a', '-')", "a"]
  ),
  every: macro("condition", "UInt8", "a holds for all rows", "min(if(a, 1, 0)) = 1", ["every(1 > 2)", 0])
}
