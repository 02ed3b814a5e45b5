import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Over the numbers from 0 to below a count. */
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
  // A mean that is large beside the spread, such as that of seconds since 1970.
  ["round(varPop(1767225600.5 + number * 60) / 3060000, 10)", 101, 1],
  ["round(varSampIf(1767225600.5 + number * 60, number < 101) / 3090600, 10)", 303, 1],
  ["round(stddevPop(1767225600.5 + number * 60) / sqrt(3060000), 10)", 101, 1],
  ["round(covarPop(1767225600.5 + number * 60, number - 1e9) / 51000, 10)", 101, 1],
  ["round(corr(1767225600.5 + number * 60, 1e9 - number), 10)", 101, -1],
  ["round(skewPop(1767225600.5 + number * number) / skewPop(number * number), 10)", 101, 1],
  ["round(kurtPop(1767225600.5 + number * number) / kurtPop(number * number), 10)", 101, 1],
  ["round(skewSampIf(1767225600.5 + number * number, number < 5), 6)", 9, 0.472635],
  // Values that never change.
  ["varPop(number * 0 + 0.1)", 10, 0],
  ["corr(number * 0 + 0.1, number)", 10, null],
  ["skewPop(number * 0 + 0.1)", 10, null],
  ["kurtPop(number * 0 + 0.1)", 10, null],
  ["covarPop(nullIf(number, 1), nullIf(number, 2))", 5, 26 / 9],
  ["varPop(1e71 * number)", 3, 0],
  ["varPop(1e70 * number) > 1e139", 2, 1],
  ["topK(2)(number % 3)", 7, [0, 1]],
  // Lists of constants, of which no column is part.
  ["groupArray(toDate('2024-02-29'))", 2, ["2024-02-29", "2024-02-29"]],
  ["groupArray(toDateTime('2024-02-29 01:02:03'))", 1, ["2024-02-29T01:02:03Z"]],
  ["groupArray(0.5)", 2, [0.5, 0.5]],
  ["groupArray(0.5)", 0, []],
  ["groupArray(2)(0.5)", 3, [0.5, 0.5]],
  ["tuple(groupArray(0.5), groupUniqArray(toDate('2024-02-29')))", 2, [[0.5, 0.5], ["2024-02-29"]]],
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
  ["groupBitAnd(nullIf(number, 0) + 4)", 4, 4],
  ["groupBitOrIf(number, number > 9)", 4, 0],
  ["groupBitOr(NULL)", 4, 0],
  ["groupBitOr(-8 - number % 2)", 4, -1],
  ["groupBitXorIf(number, number > 1)", 4, 1],
  ["groupBitXor(distinct number % 2 + 4)", 5, 1],
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
  ["length(array_agg(number))", 3, 3],
  ["length(groupArray(2)([number]))", 3, 2],
  ["sumMap([number % 2, 7], [number, 1])", 4, [[0, 1, 7], [2, 4, 4]]],
  ["sumMap([number % 2], [9223372036854775807])", 4, [[0, 1], [null, null]]],
  ["sumMapIf(map('a', number), number > 1)", 4, { a: 5 }],
  ["sumMap(map('a', number))", 0, {}],
  ["minMap(map(toString(number % 2), number / 2))", 4, { 0: 0, 1: 0.5 }],
  ["maxMap(map(number % 2, nullIf(number, 3)))", 4, { 0: 2, 1: 1 }],
  ["avgMap(map(number % 2, number))", 4, { 0: 1, 1: 2 }],
  ["sumForEach([number, NULL, 1])", 3, [3, null, 3]],
  ["minForEach([number, 5])", 0, []],
  ["avgArray([number, 1])", 3, 1],
  ["avgArray([number])", 0, null],
  ["medianArray([number, 10])", 3, 6],
  ["groupBitmapAnd(bitmapBuild([number, 7]))", 3, 1],
  ["groupBitmapAndIf(bitmapBuild([number, 7]), number = 0)", 3, 2],
  ["groupBitmapOr(bitmapBuild([number, 7]))", 0, 0],
  ["groupBitmapXor(bitmapBuild([number, 7]))", 3, 4],
  ["retention(number = 1, number = 9, number = 2)", 4, [1, 0, 1]],
  ["retention(number = 9, number = 2)", 4, [0, 0]],
  ["retention(number = 1)", 0, [0]],
  ["windowFunnel(2)(number, number = 1, number = 2, number = 5)", 9, 2],
  ["windowFunnel(5)(toDateTime(number), number = 1, number = 2, number = 5)", 9, 3],
  ["windowFunnel(5)(number, number = 1)", 0, 0],
  ["windowFunnelIf(9)(number, number = 1, number = 2, number = 5, number != 2)", 9, 1],
  ["windowFunnel(9, 'strict_order')(number, number = 1, number = 3)", 9, 1],
  ["windowFunnel(9, 'strict_order')(number, number = 1, number = 2)", 9, 2],
  ["windowFunnel(9, 'strict_deduplication')(number, number = 1, number in (3, 4), number = 6)", 9, 2],
  ["windowFunnel(9, 'strict_increase')(intDiv(number, 2), number = 2, number = 3, number = 4)", 9, 1],
  ["windowFunnel(9, 'strict_order', 'allow_reentry')(number, number = 1, number in (0, 2, 4), number = 3)", 5, 3],
  ["windowFunnelIf(9, 'strict_order')(number, number = 1, number = 3, number != 2)", 9, 2],
  ["windowFunnel(9, 'strict_increase')(number, number = 1)", 0, 0],
  ["windowFunnel(9, 'strict_once')(number, number = 1, number = 1)", 9, 1],
  ["windowFunnel(9)(number, number = 1, number = 1)", 9, 2],
  ["windowFunnel(9, 'strict_once')(number, number < 3, number < 3, number = 2)", 9, 3],
  ["windowFunnel(9, 'strict_once')(number, number in (1, 2), number in (1, 2), number in (1, 2))", 9, 2],
  ["windowFunnel(1, 'strict_once')(number, number = 1, number = 3, number = 4)", 9, 1],
  ["windowFunnel(9, 'strict_once')(intDiv(number, 4), number in (2, 3), number in (0, 2))", 4, 2],
  ["windowFunnelIf(9, 'strict_once')(number, number < 3, number < 3, number != 1)", 9, 2],
  ["windowFunnel(9, 'strict_once')(number, number = 1)", 9, 1],
  ["sequenceMatch('(?1)(?2)')(number, number = 1, number = 3)", 9, 1],
  ["sequenceMatch('(?1)(?t<2)(?2)')(toDateTime(number), number = 1, number = 3)", 9, 0],
  ["sequenceCount('(?1).*(?2)')(number, number % 4 = 0, number % 4 = 2)", 12, 3],
  ["sequenceCountIf('(?1)')(number, number % 4 = 0, number > 0)", 12, 2],
  ["sequenceMatch('(?1)')(number, number = 1)", 0, 0],
  // Many rows, and many different ones: the result is as long as they are, and no longer.
  ["topK(2)(number % 20000)", 50_000, [0, 1]],
  ["length(groupArrayMovingSum(10)(number))", 50_000, 50_000],
  ["deltaSumTimestamp(number % 7, number)", 50_000, 42_857]
]

/** Numbers in an order that a sub-query gives them. */
const inOrder: ReadonlyArray<readonly [expression: string, answer: WireValue]> = [
  ["groupArray(x)", [3, 5, 2, 9]],
  ["deltaSum(x)", 9],
  ["deltaSumIf(x, x > 2)", 6],
  ["groupArrayMovingSum(2)(x)", [3, 8, 7, 11]],
  ["groupArrayMovingSumIf(x, x > 2)", [3, 8, 17]],
  ["groupArrayMovingAvg(2)(x)", [1.5, 4, 3.5, 5.5]],
  ["json_agg((x, toString(x)))", "[[3,\"3\"],[5,\"5\"],[2,\"2\"],[9,\"9\"]]"]
]

/** Merged states, each kept for one of three parts of ten numbers. */
const states: ReadonlyArray<readonly [made: string, merged: string, answer: WireValue]> = [
  ["countState()", "countMerge(s)", 10],
  ["sumState(number)", "sumMerge(s)", 45],
  ["avgState(number)", "avgMerge(s)", 4.5],
  ["minState(number)", "minMerge(s)", 0],
  ["maxState(number)", "maxMerge(s)", 9],
  ["anyState(7)", "anyMerge(s)", 7],
  ["uniqState(number % 4)", "uniqMerge(s)", 4],
  ["uniqExactState(number % 4)", "uniqExactMerge(s)", 4],
  ["quantileState(0.9)(number)", "round(quantileMerge(0.9)(s), 6)", 8.1],
  ["quantilesState(0, 1)(number)", "quantilesMerge(0, 1)(s)", [0, 9]],
  ["medianState(number)", "medianMerge(s)", 4.5],
  ["groupArrayState(number)", "arraySort(groupArrayMerge(s))", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["groupUniqArrayState(number % 2)", "groupUniqArrayMerge(s)", [0, 1]]
]

/** Composed aggregates: several rows, none, ties, conditions. */
export const groupEdges: SqlGroup = {
  name: "aggregates made of others",
  project: "meadow",
  cases: [
    // ClickHouse loses columns of keys that rows are ordered by, where constants decide two choices inside one another.
    gives(
      "select splitByString('i', event)[1] as k, length(splitByString('', event)) as n, splitByString('i', event, 1)[1] as one, "
        + "extractURLParameter(event, 'a') as p, min(1) from events group by k, n, one, p order by k, n, one, p limit 1",
      [["$", 9, "$", "", 1]]
    ),
    gives("select splitByString(',', 'a,b', toUInt64(n)) from (select arrayJoin(['0', '1', NULL]) as n) order by n", [
      [["a", "b"]],
      [["a"]],
      [[]]
    ]),
    ...answers.map(([expression, numbers, answer]) =>
      gives(`select ${expression} from numbers(${numbers})`, [[answer]])
    ),
    ...inOrder.map(([expression, answer]) =>
      gives(
        `select ${expression} from (select arrayJoin([(1, 3), (2, 5), (3, 2), (4, 9)]) as t, t.2 as x order by t.1)`,
        [[answer]]
      )
    ),
    ...states.map(([made, merged, answer]) =>
      gives(`select ${merged} from (select ${made} as s from numbers(10) group by number % 3)`, [[answer]])
    ),
    gives("select funnelTimes([4, 7], 2, 0), funnelTimes([length('a'), 7], 2, 0)", [[[1], [1]]], {
      name: "chains in a list that is written out"
    }),
    refuses(
      "select windowFunnel('x')(timestamp, event = 'a') from events",
      "Function 'windowFunnel' requires a whole number of seconds before its arguments, found 2"
    ),
    refuses(
      "select avg(varPop(number)) from numbers(3)",
      "Aggregation 'covariance' cannot be nested inside another aggregation 'avg'."
    ),
    refuses(
      "select windowFunnel(9, 'strict_once', 'strict_order')(number, number = 1) from numbers(3)",
      "The mode 'strict_once' of function 'windowFunnel' stands alone"
    ),
    refuses(
      "select sequenceMatch('(?3)')(timestamp, event = 'a') from events",
      "The pattern of function 'sequenceMatch' is made of (?1), (?t<=60), .* and ."
    )
  ]
}
