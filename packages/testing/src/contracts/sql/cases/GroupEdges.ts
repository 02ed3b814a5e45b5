import type { WireValue } from "@hedgerow/core/query/ResultJson"
import { gives, type SqlGroup } from "../SqlCase.ts"

/** Over the numbers from 0 to below so many. */
const answers: ReadonlyArray<readonly [expression: string, numbers: number, answer: WireValue]> = [
  ["varPop(number)", 5, 2],
  ["varSamp(number)", 5, 2.5],
  ["varSamp(number)", 1, null],
  ["varPop(number)", 0, null],
  ["round(pow(stddevPop(number), 2), 6)", 5, 2],
  ["round(pow(stddevSampIf(number, number < 2), 2), 6)", 5, 0.5],
  ["covarPop(number, number * 2)", 5, 4],
  ["covarSamp(number, number * 2)", 5, 5],
  ["round(corr(number, -number), 6)", 5, -1],
  ["round(skewPop(number * number), 6)", 5, 0.660527],
  ["round(skewSamp(number * number), 6)", 5, 0.472635],
  ["round(kurtPop(number), 6)", 5, 1.7],
  ["round(kurtSamp(number), 6)", 5, 1.088],
  ["topK(2)(number % 3)", 7, [0, 1]],
  ["topKIf(1)(number % 3, number % 3 > 0)", 7, [1]],
  ["topK(2)(number)", 0, []],
  ["anyHeavy(number % 3)", 7, 0],
  ["medianExact(number)", 4, 2],
  ["medianExactLow(number)", 4, 1],
  ["medianExactHigh(number)", 4, 2],
  ["medianExactIf(number, number > 1)", 4, 3],
  ["medianExactWeighted(number, number)", 4, 2],
  ["groupBitAnd(number + 4)", 4, 4],
  ["groupBitOr(number + 4)", 4, 7],
  ["groupBitXor(number + 4)", 4, 0],
  ["groupBitAnd(number)", 0, -1],
  ["groupBitmap(number % 3)", 7, 3],
  ["deltaSumTimestamp(number % 3, number)", 6, 4],
  ["deltaSumTimestamp(number, -number)", 6, 0],
  ["round(avgWeighted(number, number), 6)", 4, 2.333333],
  ["string_agg(toString(number), ',')", 3, "0,1,2"],
  ["string_aggIf(toString(number), ',', number > 0)", 3, "1,2"],
  ["groupUniqArray(number % 2)", 5, [0, 1]],
  ["groupArrayInsertAt(number * 10, number + 1)", 2, [0, 0, 10]],
  ["groupArraySample(2)(number)", 5, [0, 1]],
  ["every(number < 5)", 5, 1],
  ["everyIf(number < 3, number < 2)", 5, 1],
  ["every(number < 4)", 5, 0],
  ["quantiles(0.5, 1)(number)", 5, [2, 4]],
  ["uniqHLL12(number % 3)", 5, 3],
  ["round(sum(number) + varPop(number), 6)", 3, 3.666667],
  ["length(array_agg(number))", 3, 3]
]

/** Aggregates that are made of others: several rows, none, ties, conditions. */
export const groupEdges: SqlGroup = {
  name: "aggregates made of others",
  project: "meadow",
  cases: answers.map(([expression, numbers, answer]) =>
    gives(`select ${expression} from numbers(${numbers})`, [[answer]])
  )
}
