import type { AstExpr, BinaryOperator } from "../ast/Ast.ts"
import type { JsonNode, ReadJson } from "./JsonNode.ts"

const at = { start: 0, end: 0 }

/** An operation of two operands. */
const binary = (node: JsonNode, read: ReadJson, operators: Readonly<Record<string, BinaryOperator>>): AstExpr => {
  const op = node.text("op").toLowerCase()
  const operator = Object.hasOwn(operators, op) ? operators[op] : undefined
  const [left, right] = [read(node.node("left")), read(node.node("right"))]
  return operator === undefined
    ? node.fail("There is no such operator.", "op")
    : { _tag: "Binary", operator, left, right, ...at }
}

const arithmetic: Readonly<Record<string, BinaryOperator>> = { "+": "+", "-": "-", "*": "*", "/": "/", "%": "%" }

const comparisons: Readonly<Record<string, BinaryOperator>> = {
  "==": "=",
  "=": "=",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "like": "like",
  "not like": "not like",
  "ilike": "ilike",
  "not ilike": "not ilike",
  "=~": "=~",
  "!~": "!~",
  "=~*": "=~*",
  "!~*": "!~*"
}

const memberships: Readonly<Record<string, { readonly negated: boolean; readonly cohort: boolean }>> = {
  "in": { negated: false, cohort: false },
  "not in": { negated: true, cohort: false },
  "global in": { negated: false, cohort: false },
  "global not in": { negated: true, cohort: false },
  "in cohort": { negated: false, cohort: true },
  "not in cohort": { negated: true, cohort: true }
}

/** A comparison, a membership or a test for NULL. */
export const jsonComparison = (node: JsonNode, read: ReadJson): AstExpr => {
  const op = node.text("op").toLowerCase()
  const member = Object.hasOwn(memberships, op) ? memberships[op] : undefined
  if (member !== undefined) {
    return { _tag: "In", expr: read(node.node("left")), set: read(node.node("right")), ...member, ...at }
  }
  const isNullStyle = node.flag("is_null_comparison_style")
  const compared = binary(node, read, comparisons)
  return isNullStyle && compared._tag === "Binary"
    ? { _tag: "IsNull", expr: compared.left, negated: compared.operator === "!=", ...at }
    : compared
}

/** `a + b` and its kin. */
export const jsonArithmetic = (node: JsonNode, read: ReadJson): AstExpr => binary(node, read, arithmetic)

/** Conditions that all hold, or one of which does. */
export const jsonLogical = (operator: "and" | "or", operands: ReadonlyArray<AstExpr>, node: JsonNode): AstExpr =>
  operands.length === 0 ? node.fail("Conditions are needed.", "exprs") : { _tag: "Logical", operator, operands, ...at }
