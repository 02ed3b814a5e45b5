import type { BinaryOperator } from "../ast/Ast.ts"

/** Binding powers, from loose to tight; all infix operators are left-associative but `? :`. */
export const power = {
  alias: 1,
  ternary: 2,
  or: 3,
  and: 4,
  not: 5,
  between: 6,
  coalesce: 7,
  isNull: 8,
  comparison: 9,
  sum: 10,
  product: 11,
  negation: 12
} as const

/** An operator of two operands, and its binding power. */
export interface SymbolOperator {
  readonly operator: BinaryOperator
  readonly power: number
}

/** The symbols between two operands. */
export const symbolOperators: ReadonlyMap<string, SymbolOperator> = new Map<string, SymbolOperator>([
  ["??", { operator: "??", power: power.coalesce }],
  ["=", { operator: "=", power: power.comparison }],
  ["==", { operator: "=", power: power.comparison }],
  ["!=", { operator: "!=", power: power.comparison }],
  ["<>", { operator: "!=", power: power.comparison }],
  ["<", { operator: "<", power: power.comparison }],
  ["<=", { operator: "<=", power: power.comparison }],
  [">", { operator: ">", power: power.comparison }],
  [">=", { operator: ">=", power: power.comparison }],
  ["~", { operator: "=~", power: power.comparison }],
  ["=~", { operator: "=~", power: power.comparison }],
  ["!~", { operator: "!~", power: power.comparison }],
  ["~*", { operator: "=~*", power: power.comparison }],
  ["=~*", { operator: "=~*", power: power.comparison }],
  ["!~*", { operator: "!~*", power: power.comparison }],
  ["+", { operator: "+", power: power.sum }],
  ["-", { operator: "-", power: power.sum }],
  ["||", { operator: "||", power: power.sum }],
  ["*", { operator: "*", power: power.product }],
  ["/", { operator: "/", power: power.product }],
  ["%", { operator: "%", power: power.product }]
])
