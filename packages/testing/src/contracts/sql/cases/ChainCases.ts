import { symbolOperators } from "@hedgerow/core/query/sql/parse/Operators"
import { gives, type Refusal, type Rows, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const chain = (count: number, term: string, operator: string): string =>
  Array.from({ length: count }, () => term).join(` ${operator} `)

const tooLong: Refusal = { tag: "SqlSyntaxError" }
const tooComplex: Refusal = { tag: "SqlSemanticError", code: "too_big_ast" }
const illegal: Refusal = { tag: "SqlSemanticError" }

const from = "from numbers(1, 2) order by number"

const refused = (name: string, expression: string, refusal: Refusal): SqlCase => ({
  name: `999 of ${name}`,
  sql: `select ${expression} ${from}`,
  gives: { refusal }
})

/** The answer of each row for so many of its number: comparisons go on with 0 and 1. */
const folded = (count: number, compare: (left: number, right: number) => boolean): Rows =>
  [1, 2].map((number) => [
    Array.from({ length: count - 1 }).reduce<number>((left) => compare(left, number) ? 1 : 0, number)
  ])

const compared = 195
const comparison = (compare: (left: number, right: number) => boolean) => ({
  runs: compared,
  rows: folded(compared, compare),
  refusal: tooComplex
})
const pattern = { refusal: illegal }

/** The longest chain that is run, with its answer, and the refusal of 999; without a refusal 999 are run. */
interface Chain {
  readonly runs?: number
  readonly rows?: Rows
  readonly refusal?: Refusal
}

const equal = comparison((left, right) => left === right)
const different = comparison((left, right) => left !== right)

/** Every operator of the parser's table. */
const chains: Readonly<Record<string, Chain>> = {
  "??": { rows: [[1], [2]] },
  "+": { rows: [[999], [1998]] },
  "-": { rows: [[-997], [-1994]] },
  "||": { rows: [["1".repeat(999)], ["2".repeat(999)]] },
  "*": { runs: 200, rows: [[1], [null]], refusal: tooComplex },
  "/": { runs: 390, rows: [[1], [2 ** -388]], refusal: tooComplex },
  "%": { runs: 200, rows: [[0], [0]], refusal: tooComplex },
  "=": equal,
  "==": equal,
  "!=": different,
  "<>": different,
  "<": comparison((left, right) => left < right),
  "<=": comparison((left, right) => left <= right),
  ">": comparison((left, right) => left > right),
  ">=": comparison((left, right) => left >= right),
  "~": pattern,
  "=~": pattern,
  "!~": pattern,
  "~*": pattern,
  "=~*": pattern,
  "!~*": pattern
}

const ofOperator = (operator: string): ReadonlyArray<SqlCase> => {
  const { refusal, rows, runs = 999 } = chains[operator] ?? {}
  const run = (count: number) => chain(count, "number", operator)
  return [
    ...rows === undefined ? [] : [gives(`select ${run(runs)} ${from}`, rows, { name: `${runs} of ${operator}` })],
    ...refusal === undefined ? [] : [refused(operator, run(999), refusal)]
  ]
}

/** Operators of words and those behind or before a value: how many steps are run, the text, and its answer. */
const others: Readonly<Record<string, readonly [steps: number, write: (steps: number) => string, rows: Rows]>> = {
  "in a list": [200, (steps) => `number${" in (0, 1)".repeat(steps)}`, [[1], [1]]],
  "not in": [100, (steps) => `number${" not in (1)".repeat(steps)}`, [[1], [0]]],
  "between": [200, (steps) => `number${" between 1 and 1".repeat(steps)}`, [[1], [0]]],
  "is null": [200, (steps) => `number${" is null".repeat(steps)}`, [[0], [0]]],
  "is distinct from": [150, (steps) => chain(steps + 1, "number", "is distinct from"), [[1], [1]]],
  "::": [100, (steps) => `number${"::String::Int64".repeat(steps)}`, [[1], [2]]],
  "? :": [80, (steps) => `${"number = 3 ? 0 : ".repeat(steps)}number`, [[1], [2]]],
  "not": [150, (steps) => `${"not ".repeat(steps)}(number = 1)`, [[1], [0]]]
}

/** Long chains of every operator: rows, or a refusal that says so. */
export const chainCases: SqlGroup = {
  name: "chains",
  project: "harbour",
  cases: [
    ...[...symbolOperators.keys()].flatMap(ofOperator),
    ...["like", "not like", "ilike", "not ilike"].map((operator) =>
      refused(operator, chain(999, "toString(number)", operator), illegal)
    ),
    ...["in", "not in", "is distinct from"].map((operator) =>
      refused(operator, chain(999, "number", operator), tooLong)
    ),
    ...Object.entries(others).flatMap(([name, [steps, write, rows]]) => [
      gives(`select ${write(steps)} ${from}`, rows, { name: `${steps} of ${name}` }),
      refused(`steps of ${name}`, write(999), tooLong)
    ])
  ]
}
