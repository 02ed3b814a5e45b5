import { gives, type SqlGroup } from "../SqlCase.ts"

/** Patterns at the bounds of their form; the last is longer. */
const heavy = "repeat('a{99}', 40), repeat('(a*)*', 40), repeat('[^b]{0,9}', 22), repeat('((a+)+)+', 25), "
  + "concat(repeat('(a|b|ab)*', 22), 'z'), repeat('.{99}', 40), repeat('\\\\W{9}', 40), repeat('[^жщя]{9}', 22), repeat('a', 201)"

const searched = (patterns: string, expressions: string, rows: Parameters<typeof gives>[1], name: string) =>
  gives(`select x, ${expressions} from (select arrayJoin([${patterns}]) as x) order by x`, rows, { name })

/** Values that come in rows where constants are more usual: patterns, texts of times, floats, keys of orders. */
export const columnCases: SqlGroup = {
  name: "columns in place of constants",
  project: "meadow",
  cases: [
    gives(
      `select length(p) as l, max(match(concat(repeat('a', 400), 'c'), p)) from (select arrayJoin([${heavy}]) as p)
       group by l order by l`,
      [[198, 1], [199, 0], [200, 1], [201, 0], [264, 1]],
      { name: "patterns at the bounds of their form take their time" }
    ),
    searched(
      "'^k', '[^k]$', 'K{2}', '\\\\w\\\\s\\\\W', '\\\\S\\\\B', '[-a]', '[a-]', '(?:k|x)+', '(((k)))', '((((k))))'",
      "match('ak -', x), 'KK' =~* x, 'k' !~* x",
      [
        ["((((k))))", 0, 0, 1],
        ["(((k)))", 1, 1, 0],
        ["(?:k|x)+", 1, 1, 0],
        ["K{2}", 0, 1, 1],
        ["[-a]", 1, 0, 1],
        ["[^k]$", 1, 0, 1],
        ["[a-]", 1, 0, 1],
        ["\\S\\B", 1, 1, 1],
        ["\\w\\s\\W", 1, 0, 1],
        ["^k", 0, 1, 0]
      ],
      "what patterns of rows say"
    ),
    searched(
      "'(?i)k', '(?=k)', '(k)\\\\1', 'k++', 'k{2,1}', '{2}', '[k', 'k)', '[z-a]', '\\\\pL', '\\\\Qk', '[[:alpha:]]', '*'",
      "match('kk', x)",
      [
        "(?=k)",
        "(?i)k",
        "(k)\\1",
        "*",
        "[[:alpha:]]",
        "[k",
        "[z-a]",
        "\\Qk",
        "\\pL",
        "k)",
        "k++",
        "k{2,1}",
        "{2}"
      ].map((pattern) => [pattern, 0]),
      "patterns that engines read in different ways match nothing"
    ),
    gives(
      `select number, intDiv(number + 0.5, 0.4), (number - 1.5) % 0.4, bitAnd(number + 0.9, 3), intDiv(number, 0.0)
       from numbers(3) order by number`,
      [[0, 1, -0.2999999999999998, 0, null], [1, 3, -0.09999999999999998, 1, null], [
        2,
        6,
        0.09999999999999998,
        2,
        null
      ]],
      { name: "floats are divided as ClickHouse divides them" }
    ),
    gives(
      `select m from (select arrayJoin([map('b', 1), map('a', 2, 'c', 1), map('a', 2), map('a', 1)]) as m) order by m desc`,
      [[{ b: 1 }], [{ a: 2, c: 1 }], [{ a: 2 }], [{ a: 1 }]]
    ),
    gives(
      `select min(x), max(x), argMin(toString(x), x), arraySort(groupArray(x))
       from (select arrayJoin([[2.5], [1.5, 3], [1.5], [nullIf(1.5, 1.5)]]) as x)`,
      [[[1.5], [null], "[1.5]", [[1.5], [1.5, 3], [2.5], [null]]]]
    )
  ]
}
