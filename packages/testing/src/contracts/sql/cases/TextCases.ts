import { gives, row, type SqlGroup, value } from "../SqlCase.ts"

/** Functions and patterns of text. */
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
    gives(
      "select n, t ilike '%acME.%', t ilike 'a_me%', t ilike '%k%', t ilike '%s', t ilike '%\\\\%_' from (select number as n, "
        + "['x@Acme.de', 'ÀCME.', 'acm', '\u212a', 'ACME.\n', 'aÉme', '', '\u017f', 'a%b'][number + 1] as t from numbers(9)) "
        + "order by n",
      [
        [0, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 0],
        [3, 0, 0, 1, 0, 0],
        [4, 1, 1, 0, 0, 0],
        [5, 0, 1, 0, 0, 0],
        [6, 0, 0, 0, 0, 0],
        [7, 0, 0, 0, 0, 0],
        [8, 0, 0, 0, 0, 1]
      ],
      { name: "patterns without case: the Kelvin sign is a k, the long s no s" }
    ),
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
