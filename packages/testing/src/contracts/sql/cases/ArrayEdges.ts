import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

const nested = (depth: number, inner = "1"): string =>
  depth === 0 ? inner : nested(depth - 1, `arrayFold((a, x) -> a + x + ${inner}, [1], 0)`)

/** The answers are those of ClickHouse's own functions of these names. */
const answers: ReadonlyArray<readonly [expression: string, answer: WireValue]> = [
  ["arrayDistinct([2, 1, 2, NULL, NULL])", [2, 1]],
  ["arrayUniq([2, 1, 2, NULL, NULL])", 3],
  ["arrayIntersect([3, 1, 2, 1], [1, 3, NULL])", [3, 1]],
  ["arrayCompact([1, 1, NULL, NULL, 2])", [1, null, 2]],
  ["indexOf([1, NULL], NULL)", 2],
  ["hasAll([1, 2], [])", 1],
  ["hasAny([1, NULL], [NULL])", 1],
  ["hasSubstr([1, 2, 3], [])", 1],
  ["arraySlice([1, 2, 3], -5, 4)", [1, 2]],
  ["arraySlice([1, 2, 3], -2)", [2, 3]],
  ["arraySlice([1, 2, 3], 2, -1)", [2]],
  ["arraySlice([1, 2, 3], -5, -1)", [1, 2]],
  ["arraySlice([1, 2, 3], 7, 2)", []],
  ["arrayResize([1, 2, 3], -2)", [2, 3]],
  ["arrayResize([1, 2], -4, 9)", [9, 9, 1, 2]],
  ["arrayRotateLeft([1, 2, 3], -4)", [3, 1, 2]],
  ["arrayRotateRight([1, 2, 3], 4)", [3, 1, 2]],
  ["arrayEnumerateDense([10, 20, 10, 30])", [1, 2, 1, 3]],
  ["arrayFill(x -> x > 0, [0, 0, 3])", [0, 0, 3]],
  ["arrayReverseFill(x -> x > 0, [0, 0, 3, 0])", [3, 3, 3, 0]],
  ["arraySplit(x -> x = 1, [1, 2, 1, 3])", [[1, 2], [1, 3]]],
  ["arrayReverseSplit(x -> x = 1, [1, 2, 1, 3])", [[1], [2, 1], [3]]],
  ["arrayMin([NULL, 2, 1])", 1],
  ["arrayMax([0 / 0, 1])", 1],
  ["arrayAvg(arrayFilter(x -> x > 9, [1]))", 0],
  ["arrayProduct(arrayFilter(x -> x > 9, [1]))", 0],
  ["arraySort([3, NULL, 1])", [1, 3, null]],
  ["arrayStringConcat(['a', NULL, 'b'], '-')", "a-b"],
  ["range(5, 1, -2)", [5, 3]],
  ["arrayFirst(x -> x > 5, [1, 2])", 0],
  ["arrayLastIndex(x -> x > 5, [1, 2])", 0],
  ["arrayPopBack([])", []],
  ["arrayPushBack(arrayMap(x -> x, ['a']), NULL)", ["a", null]],
  ["arrayConcat([1], [2.5], [])", [1, 2.5]],
  ["arrayFold((x, y) -> y = x, [1, 2, 3], NULL)", 0],
  ["arraySum(x -> x > 1 = true, [1, 2, 3])", 2],
  ["arrayExists(x -> arrayExists(y -> y = x, [1, 2]), [5, 2])", 1],
  ["arraySum((x, y) -> x * y, [1, 2, 3], [4, 5, 6])", 32],
  ["arrayFold((s, x) -> arrayConcat([x], s), [1, 2, 3], [])", [3, 2, 1]],
  [nested(15), 16],
  [`arrayMap(m -> ${nested(14, "m")}, arrayFilter(f -> ${nested(14, "f")} < 16, [1, 2]))`, [15]],
  ["arraySort((x, k) -> k, ['a', 'b', 'c'], [2, 2, 1])", ["c", "a", "b"]],
  ["arrayReverseSort(x -> x % 2, [1, 2, 3, 4])", [1, 3, 2, 4]],
  ["mapKeys(mapAdd(map('b', 1), map('a', 2)))", ["a", "b"]],
  ["mapKeys(mapUpdate(map('b', 1, 'c', 2), map('c', 3, 'a', 2)))", ["b", "c", "a"]],
  ["mapValues(mapPopulateSeries(map(1, 5, 3, 7), 2))", [5, 0]],
  ["mapValues(mapPopulateSeries(map(1, 5, 3, 7), 5))", [5, 0, 7, 0, 0]],
  ["bitmapSubsetLimit(bitmapBuild([1, 2, 3, 9]), 2, 2)", [2, 3]],
  ["bitmapTransform(bitmapBuild([1, 2, 3]), [2, 5], [9, 8])", [1, 3, 9]]
]

/** Empty arrays, NULL members, places from the end, equal keys. */
export const arrayEdges: SqlGroup = {
  name: "edges of functions over arrays and maps",
  project: "meadow",
  cases: [
    gives(
      "select x from (select arrayJoin([[[1, 2], [0]], [[1]], [[]], [[10]], [[2]], [], [[NULL]], [[-1]]]) as x) order by x",
      [[[]], [[[]]], [[[-1]]], [[[1]]], [[[1, 2], [0]]], [[[2]]], [[[10]]], [[[null]]]]
    ),
    gives(
      "select x from (select arrayJoin([[(1, 'b')], [(1, 'a'), (2, 'c')], [(1, '')], [], [(10, '')]]) as x) order by x desc",
      [[[[10, ""]]], [[[1, "b"]]], [[[1, "a"], [2, "c"]]], [[[1, ""]]], [[]]]
    ),
    gives(
      `select toString(x.2) from (select arrayJoin([(1, [[1.5, nan], [-0.5]]), (1, [[1.5]]), (1, [[1 / 0]]), (1, [[-1 / 0]]),
         (1, [[nan]]), (0, [[9.0]])]) as x) order by x`,
      [["[[9]]"], ["[[-inf]]"], ["[[1.5]]"], ["[[1.5,nan],[-0.5]]"], ["[[inf]]"], ["[[nan]]"]]
    ),
    gives(
      `select x from (select arrayJoin([[['a', 'b']], [['ab']], [['ü']], [['z']], [['\\n']]]) as x) order by x`,
      [[[["\n"]]], [[["a", "b"]]], [[["ab"]]], [[["z"]]], [[["ü"]]]]
    ),
    gives(
      `select x, row_number() over (order by x desc) from (select arrayJoin([[(toDecimal('1.5', 2), true,
         toDate('2024-01-01'))], [(toDecimal('-3.5', 2), false, toDate('1969-01-01'))], [(toDecimal('-3.5', 2), true, toDate('2024-01-01'))]]) as x)
       order by x limit 2 with ties`,
      [[[["-3.5", false, "1969-01-01"]], 3], [[["-3.5", true, "2024-01-01"]], 2]]
    ),
    gives(
      "select x < [[2]], x >= [[1, 2]], (x, 1) < ([[10]], 1) from (select arrayJoin([[[1, 2]], [[1]], [[3]]]) as x) order by x",
      [[1, 0, 1], [1, 1, 1], [0, 1, 1]]
    ),
    gives(
      "select funnelTimes([number, 7], 2, -1), funnelTimes([number, 7], 2, 0), funnelTimes([number, 7], 2, number - 10) from numbers(5, 1)",
      [[[], [1, 1], []]]
    ),
    refuses("select [map('a', 1)] as x order by x", "Values of type Array(Map(String, UInt8)) have no order"),
    ...answers.map(([expression, answer]) => gives(`select ${expression}`, [[answer]])),
    gives(
      "select n, part from (select number as n, nullIf(['a/b', '', 'none', '/', 'é/'][number + 1], 'none') as t "
        + "from numbers(5)) array join splitByChar('/', t) as part order by n, part",
      [[0, "a"], [0, "b"], [1, ""], [3, ""], [3, ""], [4, ""], [4, "é"]],
      { name: "an empty text has one part, NULL none" }
    ),
    gives(
      "select n, part, other from (select number as n, nullIf(['a b', 'none'][number + 1], 'none') as t from numbers(2)) "
        + "left array join splitByWhitespace(t) as part, alphaTokens(t) as other order by n, part",
      [[0, "a", "a"], [0, "b", "b"], [1, null, null]],
      { name: "rows without parts stay in a left array join" }
    ),
    gives(
      "select part, count() from events array join splitByChar('e', properties.tag) as part group by part order by part",
      [
        ["", 2],
        ["R", 1],
        ["blu", 2],
        ["d", 3],
        ["r", 2]
      ]
    )
  ]
}
