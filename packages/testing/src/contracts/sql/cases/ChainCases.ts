import { wordOperators } from "@hedgerow/sql/parse/ExpressionParser"
import { symbolOperators } from "@hedgerow/sql/parse/Operators"
import { postfixOperators } from "@hedgerow/sql/parse/PostfixParser"
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

/** The answer of each row for its number of operands: comparisons go on with 0 and 1. */
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
type Chain =
  | { readonly runs?: number; readonly rows: Rows; readonly refusal?: Refusal }
  | { readonly refusal: Refusal }

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
  const known = chains[operator] ?? lacking(operator)
  const run = (count: number) => chain(count, "number", operator)
  const runs = "rows" in known ? known.runs ?? 999 : 0
  return [
    ..."rows" in known
      ? [gives(`select ${run(runs)} ${from}`, known.rows, { name: `${runs} of ${operator}` })]
      : [],
    ...known.refusal === undefined ? [] : [refused(operator, run(999), known.refusal)]
  ]
}

const lacking = (operator: string): never => {
  throw new Error(`The operator ${operator} of the parser has no chain`)
}

/**
 * A form of an operator: the number of steps that are run, the text of that number, its answer, and the refusal of 999.
 */
type Form = readonly [steps: number, write: (steps: number) => string, rows: Rows, refusal?: Refusal]

const joined = (operator: string, term = "number") => (steps: number): string => chain(steps + 1, term, operator)

const after = (text: string) => (steps: number): string => `number${text.repeat(steps)}`

const alike = (
  operator: string,
  row: ReadonlyArray<number>
): Form => [1, joined(operator, "toString(number)"), [row, row], illegal]

/** The forms of the operators that words begin, and of those directly after a value. */
const forms: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  and: { and: [998, joined("and"), [[1], [1]]] },
  or: { or: [998, joined("or"), [[1], [1]]] },
  as: {
    as: [80, (steps) => `number${Array.from({ length: steps }, (_, i) => ` as a${i}`).join("")}`, [[1], [2]], tooLong]
  },
  is: {
    "is null": [200, after(" is null"), [[0], [0]], tooLong],
    "is distinct from": [150, joined("is distinct from"), [[1], [1]], tooLong]
  },
  between: {
    between: [200, after(" between 1 and 1"), [[1], [0]], tooLong],
    "not between": [200, after(" not between 1 and 1"), [[1], [0]], tooLong]
  },
  like: { like: alike("like", [1]), "not like": alike("not like", [0]) },
  ilike: { ilike: alike("ilike", [1]), "not ilike": alike("not ilike", [0]) },
  in: {
    "in a list": [200, after(" in (0, 1)"), [[1], [1]], tooLong],
    in: [1, joined("in"), [[1], [1]], tooLong],
    "not in": [100, after(" not in (1)"), [[1], [0]], tooLong]
  },
  ".": { ".": [1, (steps) => `tuple(number)${".1".repeat(steps)}`, [[1], [2]], tooLong] },
  "?.": { "?.": [1, (steps) => `tuple(number)${"?.1".repeat(steps)}`, [[1], [2]], tooLong] },
  "[": { "[": [1, (steps) => `[number]${"[1]".repeat(steps)}`, [[1], [2]], tooLong] },
  "::": { "::": [100, after("::String::Int64"), [[1], [2]], tooLong] },
  "? :": { "? :": [80, (steps) => `${"number = 3 ? 0 : ".repeat(steps)}number`, [[1], [2]], tooLong] },
  not: { not: [150, (steps) => `${"not ".repeat(steps)}(number = 1)`, [[1], [0]], tooLong] }
}

const ofForm = ([name, [steps, write, rows, refusal]]: readonly [string, Form]): ReadonlyArray<SqlCase> => [
  gives(`select ${write(steps)} ${from}`, rows, { name: `${steps} of ${name}` }),
  ...refusal === undefined ? [] : [refused(`steps of ${name}`, write(999), refusal)]
]

const operators = new Set([...wordOperators.keys(), ...postfixOperators.keys(), ...Object.keys(forms)])

/** Long chains of every operator: rows, or a refusal that says so. */
export const chainCases: SqlGroup = {
  name: "chains",
  project: "harbour",
  cases: [
    ...[...symbolOperators.keys()].flatMap(ofOperator),
    ...[...operators].flatMap((operator) => Object.entries(forms[operator] ?? lacking(operator)).flatMap(ofForm))
  ]
}
