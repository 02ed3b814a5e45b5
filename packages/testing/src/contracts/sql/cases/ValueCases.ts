import { breaks, gives, row, type SqlGroup, value } from "../SqlCase.ts"

export const conditionCases: SqlGroup = {
  name: "conditions",
  project: "meadow",
  cases: [
    row(["if(1, 'a', 'b')", "if(0, 'a', 'b')", "if(NULL, 'a', 'b')", "if(1 = 1, 1, NULL)"], ["a", "b", "b", 1]),
    row(["1 ? 'a' : 'b'", "1 = 2 ? 'a' : 'b'"], ["a", "b"]),
    value("multiIf(1 = 2, 'a', 2 = 2, 'b', 3 = 3, 'c', 'd')", "b"),
    value("multiIf(0, 'a', NULL, 'b', 'c')", "c"),
    value("case when 1 = 2 then 'a' when 2 = 2 then 'b' else 'c' end", "b"),
    value("case when 1 = 2 then 'a' end", null),
    row(["case 2 when 1 then 'a' when 2 then 'b' end", "case 3 when 1 then 'a' else 'z' end"], ["b", "z"]),
    row(["coalesce(NULL, NULL, 'x', 'y')", "coalesce(NULL, NULL)", "coalesce('', 'x')"], ["x", null, ""]),
    row(["ifNull(NULL, 3)", "ifNull(1, 3)", "NULL ?? 'x'", "'a' ?? 'x'"], [3, 1, "x", "a"]),
    row(["nullIf(1, 1)", "nullIf(1, 2)", "nullIf('a', NULL)", "nullIf(NULL, 1)"], [null, 1, "a", null]),
    row(["greatest(1, 3, 2)", "least(2.5, 1)", "greatest(NULL, 2)", "least(NULL, 2)"], [3, 1, 2, 2]),
    row(["true", "false", "true and false", "not true"], [true, false, 0, 0]),
    row(["1 or 0 and 0", "not 0 and 0", "not (0 and 0)", "1 = 1 and 2 = 3 or 4 = 4"], [1, 0, 1, 1]),
    row(["'a' < 'b'", "'Z' < 'a'", "'a' < 'ab'", "'é' > 'z'", "'🦊' > '\uFFFD'"], [1, 1, 1, 1, 1]),
    gives(
      "select properties.n, case properties.tag when 'red' then 'warm' when 'blue' then 'cold' else 'other' end " +
        "from events where event = 'page' order by timestamp",
      [["1", "warm"], ["2", "cold"], ["6", "other"], ["10", "cold"], ["11", "other"]]
    ),
    gives(
      "select coalesce(properties.tag, properties.path, 'none') from events where event = 'page' order by timestamp",
      [["red"], ["blue"], ["Red"], ["blue"], ["/c"]]
    ),
    gives(
      "select countIf(if(toFloat(properties.price) > 9, true, false)), countIf(nullIf(properties.note, '') is not null) from events",
      [[4, 1]]
    )
  ]
}

export const conversionCases: SqlGroup = {
  name: "conversion",
  project: "meadow",
  cases: [
    row(["toInt('12')", "toInt('-7')", "toInt('x')", "toInt('1.5')", "toInt('')"], [12, -7, null, null, null]),
    row(["toInt(3.0)", "toInt(3.5)", "toInt(true)", "toInt(NULL)"], [3, null, 1, null]),
    row(["toFloat('1.5')", "toFloat('1e3')", "toFloat('x')", "toFloat(2)", "toFloat('-.')"], [
      1.5,
      1000,
      null,
      2,
      null
    ]),
    row(["toIntOrZero('x')", "toIntOrZero('4')", "toFloatOrZero('x')"], [0, 4, 0]),
    row(["toString(1)", "toString(1.5)", "toString(true)", "toString(NULL)"], ["1", "1.5", "true", null]),
    row(["toBool('true')", "toBool('false')", "toBool('perhaps')", "toBool(1)"], [true, false, null, true]),
    row(["toDate('2024-02-29')", "toDate('2023-02-29')", "toDate('nope')", "toDate('2024-13-01')"], [
      "2024-02-29",
      null,
      null,
      null
    ]),
    row(["toDateTime('2024-01-02 03:04:05')", "toDateTime('2024-01-02 03:04:05.678901')", "toDateTime('soon')"], [
      "2024-01-02T03:04:05Z",
      "2024-01-02T03:04:05.678901Z",
      null
    ]),
    row(["toDateTime('2024-01-02T03:04:05+02:00')", "toDateTime('2024-01-02')"], [
      "2024-01-02T01:04:05Z",
      "2024-01-02T00:00:00Z"
    ]),
    row(["toUUID('00000000-0000-4000-8000-00000000000A')", "toUUID('nope')"], [
      "00000000-0000-4000-8000-00000000000a",
      null
    ]),
    row(["CAST('5' AS Int64)", "CAST('x' AS Float64)", "cast('2.5', 'Float64')", "CAST(7 AS String)"], [
      5,
      null,
      2.5,
      "7"
    ]),
    row(["CAST('2024-05-06' AS Date)", "CAST('6' AS Nullable(Int64))", "DATE '2024-05-06'"], [
      "2024-05-06",
      6,
      "2024-05-06"
    ]),
    row(["toString(toDate('2024-05-06'))", "toUnixTimestamp(toDateTime('1970-01-02 00:00:00'))"], [
      "2024-05-06",
      86400
    ]),
    gives(
      "select toInt(properties.price), toFloat(properties.price) from events where properties.price is not null order by timestamp",
      [[10, 10], [null, 20.5], [30, 30], [-5, -5], [null, null], [null, 7.25], [10, 10]]
    ),
    gives("select toBool(properties.flag) from events where properties.flag is not null order by timestamp", [
      [true],
      [false],
      [true]
    ]),
    gives("select toInt(properties.big) from events where properties.n = '5'", [[9223372036854775807n]]),
    row(["9223372036854775807", "-9223372036854775808", "9007199254740993"], [
      9223372036854775807n,
      -9223372036854775808n,
      9007199254740993n
    ]),
    gives("select count() from events where toInt(properties.big) = 9223372036854775807", [[1]])
  ]
}

export const arithmeticCases: SqlGroup = {
  name: "arithmetic",
  project: "meadow",
  cases: [
    row(["1 + 2", "2 - 5", "2 * 3 + 4", "2 + 3 * 4", "(2 + 3) * 4", "-(-5)", "- 2 * 3"], [3, -3, 10, 14, 20, 5, -6]),
    row(["7 / 2", "6 / 3", "1.5 + 1", "0.5 * 4"], [3.5, 2, 2.5, 2]),
    row(["1 / 0", "-1 / 0", "0 / 0"], [null, null, null]),
    row(["1 / 0 > 1000", "0 / 0 = 0 / 0"], [1, 0]),
    row(["intDiv(7, 2)", "intDiv(-7, 2)", "7 % 3", "-7 % 3", "7 % -3", "modulo(7, 4)"], [3, -3, 1, -1, 1, 3]),
    breaks("select intDiv(1, 0)", "division_by_zero"),
    breaks("select 1 % 0", "division_by_zero"),
    breaks("select intDiv(1, toInt(properties.price) - 10) from events where properties.n = '1'", "division_by_zero"),
    breaks("select 9223372036854775807 + 1", "integer_overflow"),
    breaks("select 9223372036854775807 * 2", "integer_overflow"),
    breaks("select toInt(properties.big) + 1 from events where properties.n = '5'", "integer_overflow"),
    breaks("select -toInt(properties.big) - 2 from events where properties.n = '5'", "integer_overflow"),
    breaks(
      "select sum(toInt(a.properties.big)) from events a cross join events b where a.properties.n = '5'",
      "integer_overflow"
    ),
    row(["9223372036854775806 + 1", "9223372036854775807 * 1.0 > 1"], [9223372036854775807n, 1]),
    row(["abs(-3)", "abs(2.5)", "sign(-3)", "sign(0)", "sign(0.5)"], [3, 2.5, -1, 0, 1]),
    row(["round(2.5)", "round(3.5)", "round(-2.5)", "round(1.25, 1)", "round(1234, -2)"], [2, 4, -2, 1.2, 1200]),
    row(["floor(-1.5)", "ceil(-1.5)", "floor(1.75, 1)", "ceil(1.25)", "trunc(-1.5)"], [-2, -1, 1.7, 2, -1]),
    row(["1 = 1.0", "2 > 1.5", "1 < 2 and 2 < 3", "toInt('10') > 9"], [1, 1, 1, 1]),
    row(["plus(1, 2)", "minus(1, 2)", "multiply(2, 3)", "divide(1, 4)"], [3, -1, 6, 0.25])
  ]
}

export const textCases: SqlGroup = {
  name: "text",
  project: "meadow",
  cases: [
    row(["'it''s'", "'it\\'s'", "'a\\\\b'", "'a\\nb'", "'naïve 🦊'"], ["it's", "it's", "a\\b", "a\nb", "naïve 🦊"]),
    row(["'abc' like 'a%'", "'ABC' like 'a%'", "'abc' like 'a_c'", "'abc' like 'abc'", "'abc' like 'b'"], [
      1,
      0,
      1,
      1,
      0
    ]),
    row([
      "'a🦊c' like 'a_c'",
      "'' like '%'",
      "'' like '_'",
      "'a\\nb' like 'a%b'",
      "'a.c' like 'a.c'",
      "'abc' like 'a.c'"
    ], [
      1,
      1,
      0,
      1,
      1,
      0
    ]),
    row(["'50% off' like '50\\\\% %'", "'500 off' like '50\\\\% %'", "'a_b' like 'a\\\\_b'", "'axb' like 'a\\\\_b'"], [
      1,
      0,
      1,
      0
    ]),
    row(["'ABC' ilike 'a%'", "'Ünï' ilike 'üNÏ'", "'abc' not like 'b%'", "'ABC' not ilike 'abc'"], [1, 1, 1, 0]),
    row(["lower('ÄbC')", "upper('straße')", "lower('')"], ["Äbc", "STRAßE", ""]),
    row(["length('🦊ü')", "lengthUTF8('🦊ü')", "length('')"], [6, 2, 0]),
    row(["substring('hello', 2, 3)", "substring('ünï🦊', 2)", "substring('hello', -3, 2)", "substring('hello', 9)"], [
      "ell",
      "nï🦊",
      "ll",
      ""
    ]),
    value("SUBSTRING('hello' FROM 2 FOR 3)", "ell"),
    row([
      "position('abcabc', 'c')",
      "position('abc', 'x')",
      "position('ü🦊b', 'b')",
      "positionCaseInsensitive('ABC', 'b')"
    ], [
      3,
      0,
      3,
      2
    ]),
    row(["replaceAll('aXbX', 'X', '-')", "replace('aaa', 'aa', 'b')", "replaceAll('abc', '', 'x')"], [
      "a-b-",
      "ba",
      "abc"
    ]),
    row(["concat('a', NULL, 1)", "'a' || NULL || 'b'", "concat(NULL)", "concat('x', 1.5, true)"], [
      "a1",
      "ab",
      "",
      "x1.5true"
    ]),
    row(["trim('  a b ')", "ltrim(' a ')", "rtrim(' a ')"], ["a b", "a ", " a"]),
    row(["startsWith('hello', 'he')", "endsWith('hello', 'he')", "startsWith('a', '')"], [1, 0, 1]),
    row(["reverse('abc')", "reverse('a🦊')"], ["cba", "🦊a"]),
    row(["empty('')", "notEmpty('')", "empty('a')", "lower(NULL)", "length(NULL)"], [1, 0, 0, null, null]),
    gives(
      "select properties.path, length(properties.path), lengthUTF8(properties.path) from events where properties.n = '6'",
      [
        ["/ünï/🦊", 11, 6]
      ]
    ),
    gives("select properties.n from events where properties.path like '/ü%/🦊'", [["6"]]),
    gives("select properties.n from events where positionUTF8(properties.path, '🦊') = 6", [["6"]]),
    gives("select concat(event, ' by ', distinct_id) from events where properties.n = '4'", [["buy by ann"]])
  ]
}
