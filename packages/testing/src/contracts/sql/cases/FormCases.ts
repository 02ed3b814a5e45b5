import { gives, refuses, row, type SqlGroup } from "../SqlCase.ts"

/** The beginning of the interval, computed by the engine. */
const started = (interval: string, zone = "UTC"): string =>
  `select toStartOfInterval(t, interval ${interval}, '${zone}') from `
  + "(select arrayJoin([toDateTime('2024-07-31 10:20:30.5'), toDateTime('1969-12-31 23:59:59')]) as t) order by t desc"

/** Forms of calls that queries of the reference dialect use. */
export const formCases: SqlGroup = {
  name: "forms of calls",
  project: "meadow",
  cases: [
    gives("select event, count() as c from events group by all order by c desc limit 1", [["page", 5]]),
    gives(
      "select count(distinct (number % 2, number % 3)), uniq((number % 2, [number % 3], (number, 1))), uniqIf([number % 2], "
        + "number > 1), count(distinct number % 2, number % 3), uniq((number, nullIf(number, 1))) from numbers(7)",
      [[6, 7, 2, 6, 7]]
    ),
    gives(
      "select arraySort(groupArray((number % 3, toString(number)))), "
        + "arrayReverseSort(x -> (x.1, x.2), groupArray((number % 3, number))) from numbers(5)",
      [[[[0, "0"], [0, "3"], [1, "1"], [1, "4"], [2, "2"]], [[2, 2], [1, 4], [1, 1], [0, 3], [0, 0]]]]
    ),
    gives(
      "select arraySort([(2, 'b'), (1, 'z'), (2, 'a'), (1, null), (null, 'x')]), arraySort(x -> (-x, 1), [1, 2, 3]), "
        + "arraySort([(1, (2, 3)), (1, (1, 9))]), arrayDistinct([(1, 2), (1, 2)]), isNull([1]), isNotNull((1, 2))",
      [[
        [[1, "z"], [1, null], [2, "a"], [2, "b"], [null, "x"]],
        [3, 2, 1],
        [[1, [1, 9]], [1, [2, 3]]],
        [[1, 2]],
        0,
        1
      ]]
    ),
    row(
      [
        "toString(['a', NULL, 'b\\'c', 'd\\\\e'])",
        "toString((1, 'a', NULL))",
        "toString(map('a', [1]))",
        "toString([toDate('2024-01-01')])",
        "toString([('a', [1.5])])",
        "toString([])"
      ],
      ["['a',NULL,'b\\'c','d\\\\e']", "(1,'a',NULL)", "{'a':[1]}", "['2024-01-01']", "[('a',[1.5])]", "[]"]
    ),
    row(
      [
        "positionCaseInsensitive('abAB', 'B', 3)",
        "positionCaseInsensitiveUTF8('ÄBä', 'ä', 2)",
        "splitByRegexp('[0-9]', 'a1b2c', 2)",
        "alphaTokens('a1b2c', 2)",
        "splitByWhitespace('a b c', 2)",
        "splitByNonAlpha('a,b c', 2)",
        "tokens('abcd', 'ngrams', 3)",
        "tokens('a b', 'splitByNonAlpha')"
      ],
      [4, 3, ["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"], ["abc", "bcd"], ["a", "b"]]
    ),
    row(
      [
        "ngrams('', 1)",
        "ngrams('ab', 3)",
        "ngrams('äb€😀', 3)",
        "ngrams('ab', 0)",
        "ngrams('ab', -1)",
        "ngrams('ab', 1)"
      ],
      [[], [], ["äb€", "b€😀"], [], [], ["a", "b"]]
    ),
    gives(
      "select ngrams(t, 2), ngrams(t, n), length(ngrams(repeat(t, 60), 100)), length(ngrams(repeat(t, 60), 101)), "
        + "ngrams(nullIf(t, 'ü1'), 2) from (select concat('ü', toString(number)) as t, number + 2 as n from numbers(2)) "
        + "order by t",
      [[["ü0"], ["ü0"], 21, 0, ["ü0"]], [["ü1"], [], 21, 0, []]]
    ),
    row(
      [
        "arrayUniq([1, 1, 2], [1, 2, 1])",
        "arrayEnumerateUniq([1, 1, 1], [1, 2, 1])",
        "arrayFold((acc, x, y) -> acc + x * y, [1, 2], [3, 4], 0)",
        "arrayReduce('quantile(0.5)', [1, 2, 9])",
        "arrayReduce('quantiles(0, 1)', [1, 2, 9])",
        "arrayReduce('topK(1)', [1, 2, 2])",
        "arrayReduce('sumIf', [1, 2, 3], [1, 0, 1])",
        "arrayReduce('quantileIf(0.5)', [1, 2, 3], [1, 0, 1])",
        "arrayReduce('median', [3, 1, 2])"
      ],
      [3, [1, 1, 2], 11, 2, [1, 9], [2], 4, 2, 2]
    ),
    row(
      [
        "bar(5, 0, 10) = repeat('█', 40)",
        "least(5)",
        "xor(1, 0, 1)",
        "xor(1, 1, 1)",
        "xor(1, NULL, 1)",
        "toHour(UUIDv7ToDateTime('018f3a5e-7a00-7000-8000-000000000000', 'Asia/Tokyo'))",
        "reverse([1, 2])",
        "REVERSE('ab')",
        "current_date = today()",
        "CURRENT_TIMESTAMP = now()"
      ],
      [1, 5, 0, 1, null, 2, [2, 1], "ba", 1, 1]
    ),
    row(
      [
        "hogql_lookupDomainType('x.y')",
        "hogql_lookupDomainType('$direct')",
        "hogql_lookupPaidSourceType('fb')",
        "hogql_lookupPaidMediumType('video')",
        "hogql_lookupOrganicSourceType('www.bing.com')",
        "hogql_lookupOrganicMediumType('nothing')"
      ],
      [null, "$direct", "Paid Social", "Paid Video", "Organic Search", null]
    ),
    gives("select number from numbers(4) order by (number % 2, -number)", [[2], [0], [3], [1]]),
    gives("select toTimeZone(toDateTime('2024-07-01 12:00:00', 'Asia/Tokyo'))", [["2024-07-01T03:00:00Z"]]),
    gives("select trunc(1.2345, 2), trunc(-1.789, 1), trunc(1234.5, -2), trunc(1239, -2), trunc(5, 1), trunc(-5.5)", [
      [1.23, -1.7, 1200, 1200, 5, -5]
    ]),
    gives(
      "select JSONExtract(j, 'a', 'Array(Tuple(sku String, qty Int64))'), JSONExtract(j, 'm', 'Map(String, Int64)'), "
        + "JSONExtract(j, 't', 'Tuple(String, Array( Float64 ))'), JSONExtract(j, 'x', 'Tuple(a String, b Nullable(Int64))') "
        + "from (select '{\"a\":[{\"sku\":\"x\",\"qty\":2},{\"sku\":\"y\"}],\"m\":{\"k\":1,\"l\":\"2\"},\"t\":[\"p\",[3,4.5]]}' as j)",
      [[[["x", 2], ["y", 0]], { k: 1, l: 2 }, ["p", [3, 4.5]], ["", null]]]
    ),
    gives(started("6 hour"), [["2024-07-31T06:00:00Z"], ["1969-12-31T18:00:00Z"]]),
    gives(started("6 hour", "Europe/Berlin"), [["2024-07-31T10:00:00Z"], ["1969-12-31T23:00:00Z"]]),
    gives(started("90 second"), [["2024-07-31T10:19:30Z"], ["1969-12-31T23:58:30Z"]]),
    gives(started("7 minute"), [["2024-07-31T10:14:00Z"], ["1969-12-31T23:53:00Z"]]),
    gives(started("5 hour"), [["2024-07-31T10:00:00Z"], ["1969-12-31T19:00:00Z"]]),
    gives(started("3 day"), [["2024-07-31T00:00:00Z"], ["1969-12-29T00:00:00Z"]]),
    gives(started("2 week"), [["2024-07-22"], ["1969-12-22"]]),
    gives(started("5 month"), [["2024-03-01"], ["1969-08-01"]]),
    gives(started("2 quarter"), [["2024-07-01"], ["1969-07-01"]]),
    gives(started("10 year"), [["2020-01-01"], ["1960-01-01"]]),
    gives(
      "select toStartOfInterval(t, interval 1 month, toDateTime('2024-01-31 12:00:00')), "
        + "toStartOfInterval(toDate(t), interval 2 week, toDate('2024-01-03')), "
        + "toStartOfInterval(t, interval 90 minute, '2024-07-30 00:00:00', 'Europe/Berlin') from "
        + "(select arrayJoin([toDateTime('2024-07-31 10:20:30.5'), toDateTime('2024-01-01 00:00:00')]) as t) order by t desc",
      [["2024-06-30T12:00:00Z", "2024-07-31", "2024-07-31T09:00:00Z"], [null, null, null]]
    ),
    gives(
      "select t + make_interval(1, 1, 0, 2), t - make_interval(0, 0, 0, 0, 0, 30) from "
        + "(select arrayJoin([toDate('2024-01-31')]) as t)",
      [["2025-03-02", "2024-01-30T23:30:00Z"]]
    ),
    gives("select properties.n from events where matchesAction('Dear') order by timestamp", [["3"], ["4"], ["9"]]),
    gives(
      "select countIf(matchesAction('Opened')), countIf(not matchesAction('Opened') and event = 'page') from events",
      [
        [5, 0]
      ]
    ),
    refuses("select count() from events where matchesAction('Dug')", "Action \"Dug\" does not exist"),
    gives(
      "select untuple((x, 'a')), untuple((1, x)) as t from (select arrayJoin([3, 30]) as x) order by x",
      [[3, "a", 1, 3], [30, "a", 1, 30]]
    ),
    refuses("select count() from events where untuple((1, 2))", "untuple is a column of SELECT, of a tuple"),
    gives(
      "select x, lagInFrame(x) over (order by x rows between unbounded preceding and unbounded following), "
        + "leadInFrame(x, 1, 99) over (order by x rows between current row and 1 following), "
        + "lagInFrame(x, 2) over (order by x rows between 1 preceding and current row), "
        + "leadInFrame(x) over () from (select arrayJoin([1, 2, 3]) as x) order by x",
      [[1, 0, 2, 0, 2], [2, 1, 3, 0, 3], [3, 2, 99, 0, 0]]
    ),
    gives(
      "select x, leadInFrame(x, 1, 99) over (order by intDiv(x, 2)), leadInFrame(x) over (order by x), "
        + "lagInFrame(x) over (order by intDiv(x, 2) range between 1 preceding and current row), "
        + "leadInFrame(x) over (order by x range between 1 preceding and 1 following), lag(x, 0) over (order by x) "
        + "from (select number as x from numbers(5)) order by x",
      [[0, 1, 0, 0, 1, 0], [1, 99, 0, 0, 2, 1], [2, 3, 0, 1, 3, 2], [3, 99, 0, 2, 4, 3], [4, 99, 0, 3, 0, 4]]
    ),
    gives(
      "select max2(1, 2.5), min2(1, 2.5), quantile(0.5)(x), topK(2)(x), arrayMap(y -> y + 1, [1, 2]), "
        + "JSONExtract('{\"a\":[1]}', 'a', 'Array(Int64)') from (select arrayJoin([1, 1, 3]) as x)",
      [[2.5, 1, 1, [1, 3], [2, 3], [1]]]
    ),
    gives(
      "select lag(x) over (order by x), lead(x, 1, 0) over (order by x) from (select arrayJoin([1, 2]) as x) order by x",
      [[null, 2], [1, 0]]
    ),
    gives("select make_interval(1)", [[[1]]], { types: ["Tuple(IntervalYear)"] }),
    gives(
      "select to_timestamp(t, 'DD Month YYYY HH24:MI'), parseDateTime(t, '%d %M %Y %H:%i', 'Asia/Tokyo') from "
        + "(select arrayJoin(['29 February 2024 10:20', '30 February 2024 10:20', 'x']) as t) order by t",
      [["2024-02-29T10:20:00Z", "2024-02-29T01:20:00Z"], [null, null], [null, null]]
    ),
    refuses(
      "select formatDateTime(timestamp, '%E') from events",
      "The format of function 'formatDateTime' has no '%E'"
    ),
    refuses("select toWeek(timestamp, 10) from events", "The mode of function 'toWeek' is 0 to 9"),
    refuses(
      "select toStartOfInterval(timestamp, interval 0 day) from events",
      "The interval of function 'toStartOfInterval' is a constant from 1 to 1000000 units"
    ),
    gives("select dateDiff(day, toDate('2024-02-28'), toDate('2024-03-01')), date_trunc(month, toDate('2024-02-29'))", [
      [2, "2024-02-01"]
    ]),
    gives("select timeStampAdd(day, 1, toDate('2024-02-28')), timeStampSub(toDate('2024-03-01'), interval 1 day)", [
      ["2024-02-29", "2024-02-29"]
    ]),
    gives(
      "select uniq(a, b), uniqExact(a, b), uniqIf(a, b, a = 1) from "
        + "(select 1 as a, 'x' as b union all select 1, 'x' union all select 1, 'y' union all select 2, NULL)",
      [[2, 2, 2]]
    ),
    gives("select a from (select arrayJoin([1, 2, 3]) as a) where (a, toString(a)) in ((1, '1'), (3, '2'))", [[1]]),
    gives("select a from (select arrayJoin([1, 2, 3]) as a) where (a, a + 1) not in ((1, 2), (2, 3))", [[3]]),
    gives("select a from (select arrayJoin([1, 2]) as a) where (a, NULL) in (select 2, NULL)", [[2]]),
    gives("select (1, 2) in (1, 2), (1, 2) in ((1, 3), (1, 2)), (1, NULL) in ((1, NULL))", [[1, 1, 1]]),
    gives(
      "select a =~ '^B', a !~ '^B', a =~* '^B', a !~* '^B', match(a, 'x|^$') from "
        + "(select arrayJoin(['ab', 'bc', NULL]) as a) order by a",
      [[0, 1, 0, 1, 0], [0, 1, 1, 0, 0], [0, 1, 0, 1, 0]]
    ),
    refuses(
      "select match(event, '(?=a)') from events",
      "The pattern of function 'match' is not supported: groups have no flags and do not look around"
    ),
    refuses(
      "select extractAll(event, 'a*') from events",
      "The pattern of function 'extractAll' must not match an empty text"
    ),
    gives("select mapKeys(map(a, 1)), pow(b, 1e308) from (select arrayJoin([NULL, 'x']) as a, 10 as b) order by a", [
      [["x"], null],
      [[""], null]
    ]),
    refuses("select (1, 2) in ((1, 2, 3), (1, 2))", "The tuples of IN must have 2 members, found 3"),
    gives(
      "select JSONExtract(j, 'a', 'Array(Nullable(Int64))'), JSONExtract(j, 'b', 'Float64'), JSONType(j, 'a') from "
        + "(select arrayJoin(['{\"a\":[1,null,\"2\"],\"b\":0.5}']) as j)",
      [[[1, null, 2], 0.5, "Array"]]
    )
  ]
}
