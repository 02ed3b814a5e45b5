import type { CallSite } from "../../planning/CallSite.ts"
import { refuse } from "../../typing/SemanticFailure.ts"
import { byCount, type Macro, macro, overLambda } from "../Macro.ts"

const places = "_upTo(length(a))"
const flags = "arrayMap(x -> if(x, 1, 0), arrayMap(all))"
const part = (parameters: string, as: string): Macro => macro(parameters, "Array", "", as, ["1", 1])

/** The parts of the functions below. */
export const listParts: Readonly<Record<string, Macro>> = {
  within: part("array, any, any", `arrayMap(i -> a[i], arrayFilter(i -> i >= b and i <= c, ${places}))`),
  // Of "a[b:c]".
  slice: part("array, whole, whole", "_within(a, if(b < 0, length(a) + b + 1, b), if(c < 0, length(a) + c + 1, c))"),
  at: part("array, array", "arrayMap(i -> a[i], b)"),
  denseOf: part("array", `arrayMap(x -> length(arrayFilter(i -> a[i] = i and i <= x, ${places})), a)`),
  filledBy: part(
    "array, array",
    "arrayMap(i -> b[greatest(arrayElement(arrayFilter(j -> a[j] = 1, _upTo(i)), -1), 1)], _upTo(length(b)))"
  ),
  partsAt: part(
    "array, array",
    `arrayMap(k -> _within(b, a[k], if(k = length(a), length(b), a[assumeNotNull(k + 1)] - 1)), ${places})`
  ),
  cut: part(
    "array, any, any",
    "_within(a, if(b > 0, b, if(b = 0, length(a) + 1, length(a) + b + 1)), "
      + "if(c >= 0, if(b > 0, b, if(b = 0, length(a) + 1, length(a) + b + 1)) + least(c, 1000000000) - 1, length(a) + c))"
  ),
  series: part("whole, whole, whole", "arrayMap(i -> assumeNotNull(a + (i - 1) * c), _upTo(if(b > 10000, 0, b)))"),
  lastSet: part("array", `arrayElement(arrayFilter(i -> a[i] = 1, ${places}), -1)`),
  runningGain: part(
    "array",
    "_within(arrayFold((s, x) -> arrayConcat(s, [greatest(s[-1] + x, 0)]), a, [0]), 2, length(a) + 1)"
  ),
  product: part(
    "array",
    "if(length(a) = 0, 0, arrayFold((s, x) -> s * x, arrayMap(x -> ifNull(toFloat(x), toFloat(1)), a), toFloat(1)))"
  ),
  mean: part(
    "array",
    "arraySum(arrayMap(x -> toFloat(x), a)) / greatest(length(arrayFilter(x -> isNotNull(x), a)), 1)"
  ),
  steps: part("array", `arrayMap(i -> if(i = 1, 0, a[i] - a[assumeNotNull(i - 1)]), ${places})`)
}

const condition = (
  result: string,
  meaning: string,
  plain: string,
  withLambda: string,
  example: Macro["example"]
): Macro => macro("lambda?, array…", result, meaning, overLambda(plain, withLambda), example)

/** Over several arrays the same as over one of the values side by side, as texts that only equal ones have. */
const side = (name: string, ofOne: string): Macro["as"] => (_, count) =>
  count === 1 ? ofOne : `${name}(arrayMap(row -> toJSONString(row), arrayZip(all)))`

const number = (meaning: string, over: (list: string) => string, example: Macro["example"]): Macro =>
  macro("lambda?, array…", "number", meaning, overLambda(over("a"), over("arrayMap(all)")), example)

/** An aggregate of one list, in the form of its parameters. */
const parametric = (name: string, given: string): string | undefined => {
  const numbers = given.split(",").map(Number)
  if (numbers.some((number) => !(number >= 0))) return undefined
  const levels = numbers.map((level) => `_levelOf(_inOrder(b), ${level})`)
  if (levels.some((_, i) => name !== "topK" && (numbers[i] ?? 2) > 1)) return undefined
  switch (name) {
    case "quantile":
      return levels.length === 1 ? levels[0] : undefined
    case "quantiles":
      return `[${levels.join(", ")}]`
    case "topK":
      return `arraySlice(_topOf(arraySort(b)), 1, ${numbers[0] ?? 10})`
    default:
      return undefined
  }
}

/** The expression of the named aggregate over a list; the caller adds its conditions. */
const reductionOf = (name: string): string | undefined => {
  const [, aggregate = "", given] = /^([A-Za-z0-9_]+)\(([-0-9.e, ]*)\)$/.exec(name) ?? []
  if (given !== undefined) return parametric(aggregate, given)
  return Object.hasOwn(reductions, name) ? reductions[name] : undefined
}

/** Whether `arrayReduce` knows an aggregate of that name, with its parameters in brackets. */
export const isReduction = (name: string): boolean => reductionOf(name) !== undefined

const reduction = (site: CallSite): string => {
  const name = site.arg(0)
  if (name._tag !== "Literal" || typeof name.value !== "string") {
    const got = site.ast(0)._tag
    return refuse(`Expected constant string as first arg in function 'arrayReduce', got ${got}`, site.ast(0))
  }
  const isFiltered = site.count === 3 && /If(?:\(|$)/.test(name.value)
  const found = reductionOf(isFiltered ? name.value.replace(/If(?=\(|$)/, "") : name.value)
  if (found !== undefined && isFiltered) {
    return found.replaceAll(/\bb\b/g, "arrayFilter((x, isIn) -> isIn, b, c)")
  }
  return (site.count === 2 ? found : undefined) ??
    refuse(`Invalid parametric function in 'arrayReduce', '${name.value}' is not supported.`, site.ast(0))
}

const list = (parameters: string, meaning: string, as: Macro["as"], example: Macro["example"]): Macro =>
  macro(parameters, "Array", meaning, as, example)

const reductions: Readonly<Record<string, string>> = {
  any: "arrayElement(b, 1)",
  anyLast: "arrayElement(b, -1)",
  avg: "arrayAvg(b)",
  count: "length(arrayFilter(x -> isNotNull(x), b))",
  groupArray: "arrayFilter(x -> isNotNull(x), b)",
  groupUniqArray: "arrayDistinct(b)",
  max: "arrayMax(b)",
  min: "arrayMin(b)",
  median: "_levelOf(_inOrder(b), 0.5)",
  sum: "arraySum(b)",
  uniq: "length(arrayDistinct(b))",
  uniqExact: "length(arrayDistinct(b))"
}

/** The aggregates of a list. */
export const reductionNames = `${Object.keys(reductions).join(", ")}, quantile(p), quantiles(p, q), topK(n)`

/** Functions of arrays composed of others. Places count from 1. */
export const composedLists: Readonly<Record<string, Macro>> = {
  range: list(
    "whole, whole?, whole?",
    "the whole numbers below a, from a to below b, or in steps of c; none above 10,000 of them",
    byCount(
      1,
      "_series(0, a, 1)",
      "_series(a, b - a, 1)",
      "_series(a, if(c > 0, intDiv(b - a + c - 1, c), intDiv(a - b - c - 1, -c)), c)"
    ),
    ["range(1, 10, 3)", [1, 4, 7]]
  ),
  generateSeries: list(
    "whole, whole, whole?",
    "the whole numbers from a to b, or in steps of c; a table of them after FROM",
    byCount(2, "_series(a, b - a + 1, 1)", "_series(a, if(c > 0, intDiv(b - a + c, c), intDiv(a - b - c, -c)), c)"),
    ["generateSeries(1, 7, 3)", [1, 4, 7]]
  ),
  hasAll: macro("array, array", "UInt8", "a has all members of b", "length(arrayFilter(x -> not has(a, x), b)) = 0", [
    "hasAll([1, 2, 3], [3, 1])",
    1
  ]),
  hasAny: macro("array, array", "UInt8", "a has a member of b", "length(arrayFilter(x -> has(a, x), b)) > 0", [
    "hasAny([1, 2], [5, 2])",
    1
  ]),
  hasSubstr: macro(
    "array, array",
    "UInt8",
    "a has the members of b one after the other",
    "length(b) = 0 or length(arrayFilter(i -> length(arrayFilter(j -> a[assumeNotNull(i + j - 1)] != b[j], "
      + "_upTo(length(b)))) = 0, _upTo(length(a) - length(b) + 1))) > 0",
    ["hasSubstr([1, 2, 3], [2, 3])", 1]
  ),
  indexOf: macro(
    "array, any",
    "Int64",
    "the first place of b, NULL too; 0 where it is not there",
    `arrayElement(arrayFilter(i -> a[i] = b, ${places}), 1)`,
    ["indexOf(['a', 'b', 'b'], 'b')", 2]
  ),
  countEqual: macro("array, any", "UInt64", "how many members are b", "length(arrayFilter(x -> x = b, a))", [
    "countEqual([1, 2, NULL, NULL], NULL)",
    2
  ]),
  arrayCount: condition(
    "UInt64",
    "how many members are not 0, or for how many the lambda holds",
    "length(arrayFilter(x -> x, a))",
    "length(arrayFilter(all))",
    ["arrayCount(x -> x > 1, [1, 2, 3])", 2]
  ),
  arrayExists: condition(
    "UInt8",
    "the lambda holds for a member",
    "length(arrayFilter(x -> x, a)) > 0",
    "length(arrayFilter(all)) > 0",
    ["arrayExists(x -> x > 2, [1, 2, 3])", 1]
  ),
  arrayAll: condition(
    "UInt8",
    "the lambda holds for all members",
    "length(arrayFilter(x -> x, a)) = length(a)",
    "length(arrayFilter(all)) = length(b)",
    ["arrayAll(x -> x > 2, [])", 1]
  ),
  arrayFirst: macro(
    "lambda, array…",
    "member",
    "the first member for which the lambda holds, else the default of the type",
    "arrayElement(arrayFilter(all), 1)",
    ["arrayFirst(x -> x > 1, [1, 2, 3])", 2]
  ),
  arrayLast: macro(
    "lambda, array…",
    "member",
    "the last member for which the lambda holds, else the default of the type",
    "arrayElement(arrayFilter(all), -1)",
    ["arrayLast(x -> x < 3, [1, 2, 3])", 2]
  ),
  arrayFirstIndex: macro("lambda, array…", "Int64", "the place of that member, or 0", `indexOf(${flags}, 1)`, [
    "arrayFirstIndex(x -> x > 1, [1, 2, 3])",
    2
  ]),
  arrayLastIndex: macro("lambda, array…", "Int64", "the place of that member, or 0", `_lastSet(${flags})`, [
    "arrayLastIndex(x -> x < 3, [1, 2, 3])",
    2
  ]),
  arrayMin: number(
    "the least member or answer; the default of the type where there is none",
    (of) => `arrayElement(arraySort(${of}), 1)`,
    ["arrayMin([3, 1, 2])", 1]
  ),
  arrayMax: number(
    "the greatest member or answer; the default of the type where there is none",
    (of) => `arrayElement(arrayReverseSort(${of}), 1)`,
    ["arrayMax(x -> -x, [3, 1, 2])", -1]
  ),
  arrayAvg: number("the mean of the members or answers that are not NULL, 0 of none", (of) => `_mean(${of})`, [
    "arrayAvg([1, 2, 6])",
    3
  ]),
  arrayProduct: number(
    "the product of the members or answers that are not NULL, 0 of an empty array",
    (of) => `_product(${of})`,
    [
      "arrayProduct([2, 3, 4])",
      24
    ]
  ),
  arrayCumSum: list(
    "lambda?, array…",
    "the sums of the members or answers so far",
    overLambda("_runningSums(a)", "_runningSums(arrayMap(all))"),
    ["arrayCumSum([1, 2, 3])", [1, 3, 6]]
  ),
  arrayCumSumNonNegative: list(
    "lambda?, array…",
    "the sums so far, which begin again at 0 below it",
    overLambda("_runningGain(a)", "_runningGain(arrayMap(all))"),
    ["arrayCumSumNonNegative([1, -3, 2])", [1, 0, 2]]
  ),
  arrayDifference: list(
    "lambda?, array…",
    "each member or answer less the one before it, 0 for the first",
    overLambda("_steps(a)", "_steps(arrayMap(all))"),
    ["arrayDifference([1, 4, 2])", [0, 3, -2]]
  ),
  arrayEnumerate: list("array", "the places of the members", places, ["arrayEnumerate(['a', 'b'])", [1, 2]]),
  arrayEnumerateUniq: list(
    "array…",
    "of each member, or members side by side, the how manieth of its equals it is",
    side("arrayEnumerateUniq", `arrayMap(i -> length(arrayFilter(j -> a[j] = a[i], _upTo(i))), ${places})`),
    ["arrayEnumerateUniq([10, 20, 10])", [1, 1, 2]]
  ),
  arrayEnumerateDense: list(
    "array",
    "of each member, the number of its value in the order of appearance",
    "_denseOf(arrayMap(x -> indexOf(a, x), a))",
    ["arrayEnumerateDense([10, 20, 10])", [1, 2, 1]]
  ),
  arrayPopBack: list("array", "without the last member", "_within(a, 1, length(a) - 1)", ["arrayPopBack([1, 2])", [1]]),
  arrayPopFront: list("array", "without the first member", "_within(a, 2, length(a))", ["arrayPopFront([1, 2])", [2]]),
  arrayPushBack: list("array, any", "with b at the end", "arrayConcat(a, [b])", ["arrayPushBack([1], 2)", [1, 2]]),
  arrayPushFront: list("array, any", "with b at the beginning", "arrayConcat([b], a)", [
    "arrayPushFront([1], 2)",
    [2, 1]
  ]),
  arrayResize: list(
    "array, whole, any?",
    "cut to b members or filled up with c, at the beginning for negative b; 10,000 members at most",
    byCount(
      2,
      "arrayMap(i -> a[if(b >= 0, i, greatest(assumeNotNull(length(a) + b + i), 0))], _upTo(least(abs(b), 10000)))",
      "arrayMap(i -> if(if(b >= 0, i <= length(a), length(a) + b + i > 0), "
        + "a[if(b >= 0, i, greatest(assumeNotNull(length(a) + b + i), 0))], c), _upTo(least(abs(b), 10000)))"
    ),
    ["arrayResize([1], 3, 7)", [1, 7, 7]]
  ),
  arraySlice: list(
    "array, whole, whole?",
    "c members from place b, from the end for negative places; for negative c all but the last -c",
    byCount(2, "_cut(a, b, 1000000000)", "_cut(a, b, ifNull(c, 1000000000))"),
    ["arraySlice([1, 2, 3, 4], -3, 2)", [2, 3]]
  ),
  arrayReverse: list(
    "array",
    "the last member first",
    `arrayMap(i -> a[assumeNotNull(length(a) - i + 1)], ${places})`,
    ["arrayReverse([1, 2, 3])", [3, 2, 1]]
  ),
  arrayRotateLeft: list(
    "array, whole",
    "the first b members go to the end",
    `arrayMap(i -> a[assumeNotNull(positiveModulo(i - 1 + b % length(a), length(a)) + 1)], ${places})`,
    ["arrayRotateLeft([1, 2, 3], 1)", [2, 3, 1]]
  ),
  arrayRotateRight: list(
    "array, whole",
    "the last b members go to the beginning",
    `arrayMap(i -> a[assumeNotNull(positiveModulo(i - 1 - b % length(a), length(a)) + 1)], ${places})`,
    ["arrayRotateRight([1, 2, 3], 1)", [3, 1, 2]]
  ),
  arrayDistinct: list(
    "array",
    "each value that is not NULL once, where it is first",
    `_at(a, arrayFilter(i -> isNotNull(a[i]) and indexOf(a, a[i]) = i, ${places}))`,
    ["arrayDistinct([2, 1, 2, NULL])", [2, 1]]
  ),
  arrayUniq: macro(
    "array…",
    "UInt64",
    "how many distinct values, or values side by side, there are, NULL is one",
    side("arrayUniq", `length(arrayFilter(i -> indexOf(a, a[i]) = i, ${places}))`),
    ["arrayUniq([2, 1, 2])", 2]
  ),
  arrayCompact: list(
    "array",
    "without members that are equal to the one before",
    `_at(a, arrayFilter(i -> i = 1 or a[i] != a[assumeNotNull(i - 1)], ${places}))`,
    ["arrayCompact([1, 1, 2, 1])", [1, 2, 1]]
  ),
  arrayIntersect: list(
    "array…",
    "each value that all arrays have once",
    ({ count }) =>
      `arrayFilter(x -> ${
        ["b", "c", "d", "e", "f", "g", "h"].slice(0, count - 1).map((name) => `has(${name}, x)`).join(" and ") || "1"
      }, arrayDistinct(a))`,
    ["arrayIntersect([1, 2, 3], [3, 2, 5])", [2, 3]]
  ),
  arrayZip: list(
    "array…",
    "tuples of the members side by side, as far as the shortest array goes",
    ({ count }) => {
      const names = ["a", "b", "c", "d", "e", "f", "g", "h"].slice(0, count)
      const lengths = names.map((name) => `length(${name})`)
      const shortest = lengths.length === 1 ? lengths.join("") : `least(${lengths.join(", ")})`
      return `arrayMap(i -> tuple(${names.map((name) => `${name}[i]`).join(", ")}), _upTo(${shortest}))`
    },
    ["arrayZip([1, 2], ['a', 'b'])", [[1, "a"], [2, "b"]]]
  ),
  arrayWithConstant: list(
    "whole, any",
    "an array of b, a times, 10,000 at most",
    "arrayMap(i -> b, _upTo(least(a, 10000)))",
    [
      "arrayWithConstant(2, 'a')",
      ["a", "a"]
    ]
  ),
  arrayFill: list(
    "lambda, array…",
    "each member for which the lambda does not hold becomes the one before",
    `_filledBy(${flags}, b)`,
    ["arrayFill(x -> x > 0, [1, 0, 3])", [1, 1, 3]]
  ),
  arrayReverseFill: list(
    "lambda, array…",
    "each member for which the lambda does not hold becomes the one after",
    `arrayReverse(_filledBy(arrayReverse(${flags}), arrayReverse(b)))`,
    ["arrayReverseFill(x -> x > 0, [1, 0, 3])", [1, 3, 3]]
  ),
  arraySplit: list(
    "lambda, array…",
    "arrays that begin with the members for which the lambda holds",
    `_partsAt(arrayFilter((i, x) -> i = 1 or x = 1, _upTo(length(b)), ${flags}), b)`,
    ["arraySplit(x -> x = 0, [1, 0, 2])", [[1], [0, 2]]]
  ),
  arrayReverseSplit: list(
    "lambda, array…",
    "arrays that end with the members for which the lambda holds",
    `_partsAt(arrayFilter((i, x) -> i = 1 or x = 1, _upTo(length(b)), arrayConcat([0], ${flags})), b)`,
    ["arrayReverseSplit(x -> x = 0, [1, 0, 2])", [[1, 0], [2]]]
  ),
  arrayStringConcat: macro(
    "array, text?",
    "String",
    "the members as texts with b between, NULL left out",
    byCount(
      1,
      "_joinTexts(arrayMap(x -> toString(x), a), '')",
      "_joinTexts(arrayMap(x -> toString(x), a), b)"
    ),
    ["arrayStringConcat(['a', 'b'], '-')", "a-b"]
  ),
  arrayReduce: macro(
    "constant, array, array?",
    "any",
    `the aggregate over the members: ${reductionNames}; the If forms take the conditions as c`,
    reduction,
    ["arrayReduce('max', [1, 3, 2])", 3]
  ),
  arrayAUC: macro(
    "floats, floats",
    "Float64",
    "the area under the curve of scores a for labels b, of which those above 0 are the good ones",
    "arraySum(arrayMap(i -> if(b[i] > 0, length(arrayFilter(j -> b[j] <= 0 and a[j] < a[i], _upTo(length(a)))) "
      + "+ length(arrayFilter(j -> b[j] <= 0 and a[j] = a[i], _upTo(length(a)))) / 2, toFloat(0)), _upTo(length(a)))) "
      + "/ (length(arrayFilter(x -> x > 0, b)) * length(arrayFilter(x -> x <= 0, b)))",
    ["arrayAUC([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])", 0.75]
  )
}
