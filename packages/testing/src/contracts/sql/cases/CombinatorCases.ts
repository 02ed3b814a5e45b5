import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Combinators behind the names of aggregates, and ClickHouse's names of conversions. */
export const combinatorCases: SqlGroup = {
  name: "combinators and typed names",
  project: "meadow",
  cases: [
    gives(
      "select minOrNullIf(number, number > 1), minIfOrNull(number, number > 9), sumOrNullIf(1, number > 9), "
        + "sumIfOrNull(number, number > 1), countIfOrNull(number > 9), countOrNullIf(number = 1) from numbers(3)",
      [[2, null, null, 2, null, 1]]
    ),
    gives(
      "select sumOrNull(number), avgOrNull(number), maxOrDefault(number), minOrDefaultIf(number, number > 9), "
        + "anyOrDefault(nullIf(number, number)), countOrDefault() from numbers(3)",
      [[3, 1, 2, 0, 0, 3]]
    ),
    gives("select sumOrNull(number), countOrNull(), sumOrDefault(number) from numbers(0)", [[null, null, 0]]),
    gives(
      "select sumArray([number, 1]), groupArrayArray([number]) = groupArray(number), uniqArray([number, 1]), "
        + "sumArrayIf([number], number > 1), sumIfArray([number], number > 1), maxArray([number, 7]), "
        + "arraySort(groupUniqArrayArray([number, 1])), countArray([number, 1]) from numbers(3)",
      [[6, 1, 3, 2, 2, 7, [0, 1, 2], 6]]
    ),
    gives(
      "select groupArrayArray([[number, 1], [2]]), countArray([[number, 1], [2]]), uniqArray([[1], [2, 3]]), "
        + "anyArray([[number, 1]]), groupArrayArray([[[number]]]), length(groupArrayArrayIf([[number], [1]], number = 0)), "
        + "groupArrayArray([('a', [number])]) from numbers(1)",
      [[[[0, 1], [2]], 2, 2, [0, 1], [[[0]]], 2, [["a", [0]]]]],
      { name: "Array takes the members of one level" }
    ),
    gives(
      "select quantileArray(0.9)([number, 10]), quantilesArray(0, 1)([number, 10]), topKArray(2)([number % 2, 7]), "
        + "groupArrayArray(3)([number, 10]), quantileArrayIf(0.5)([number], number > 0), medianArray([number, 10]) from numbers(4)",
      [[10, [0, 10], [7, 0], [0, 10, 1], 2, 6.5]],
      { name: "Array keeps the parameters" }
    ),
    gives(
      "select sumArray([number, null]), countArray([number, null]), groupArrayArray([number, null]), uniqArray([1, null]), "
        + "sumOrNullArray([null, nullIf(1, 1)]) from numbers(2)",
      [[1, 2, [0, 1], 1, null]],
      { name: "Array leaves NULL out" }
    ),
    refuses("select sumArray([[1]])", "Illegal type Array(UInt8) of the members that aggregation 'sumArray' takes"),
    refuses("select avgArray([[1, 2]])", "Illegal type Array(Array(UInt8)) of argument of function avgArray"),
    refuses("select sumArray(1)", "Illegal type UInt8 of argument of aggregation 'sumArray': it takes an array"),
    refuses("select argMaxArray([1])", "Aggregation 'argMaxArray' is not supported"),
    refuses("select sumArray(2)([1])", "Aggregation 'sumArray' is not supported with the parameters 2"),
    gives(
      "select sumDistinct(number % 2), sumDistinctIf(number % 2, number > 0), sumIfDistinct(number % 2, number > 0) from numbers(4)",
      [[1, 1, 1]]
    ),
    gives("select number, sumOrNull(number) over (order by number) from numbers(3) order by number", [[0, 0], [1, 1], [
      2,
      3
    ]]),
    gives(
      "select quantileOrNullIf(0.5)(number, number > 9), quantileIfOrNull(0.5)(number, number > 0) from numbers(3)",
      [[null, 1.5]]
    ),
    refuses("select sumFoo(1) from events", "Unsupported function call 'sumFoo(...)'"),
    gives(
      "select toInt8('127'), toInt8('128'), toUInt8(-1), toUInt16(65535), toInt32(1.9), toInt32(-1.9), toUInt32('x'), toInt64('9')",
      [[127, null, null, 65535, 1, -1, null, 9]],
      {
        types: ["Int8", "Nullable(Int8)", "Nullable(UInt8)", "UInt16", "Int32", "Int32", "Nullable(UInt32)", "Int64"]
      }
    ),
    gives(
      "select toInt32OrZero(t), toInt32OrNull(t), toUInt8OrDefault(t, 7), toFloat64OrNull(t), toFloat64OrZero(t), toFloat32(t), "
        + "toUInt64OrZero(t), toDateOrZero(t), toDecimal64OrNull(t, 1), toDecimal32OrZero(t, 1) "
        + "from (select arrayJoin(['12', '1.5', 'x', '300']) as t)",
      [
        [12, 12, 12, 12, 12, 12, 12, "1970-01-01", "12", "12"],
        [0, null, 7, 1.5, 1.5, 1.5, 0, "1970-01-01", "1.5", "1.5"],
        [0, null, 7, null, 0, null, 0, "1970-01-01", null, "0"],
        [300, 300, 7, 300, 300, 300, 300, "1970-01-01", "300", "300"]
      ]
    ),
    gives(
      "select toInt32(properties.price), toFloat64OrNull(properties.price) from events where event = 'buy' order by timestamp",
      [
        [30, 30],
        [-5, -5],
        [null, 7.25]
      ]
    ),
    gives(
      "select toDateTimeOrZero('x'), toDateTime64OrNull('2024-01-01 10:00:00.5', 3), parseDateTimeBestEffortOrNull('x'), "
        + "parseDateTimeBestEffortOrZero('Oct 2 2024'), toUUIDOrZero('x'), toDate32('2024-01-01')",
      [[
        "1970-01-01T00:00:00Z",
        "2024-01-01T10:00:00.500000Z",
        null,
        "2024-10-02T00:00:00Z",
        "00000000-0000-0000-0000-000000000000",
        "2024-01-01"
      ]]
    )
  ]
}
