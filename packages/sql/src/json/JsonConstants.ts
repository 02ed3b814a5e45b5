import type { AstExpr } from "../ast/Ast.ts"
import type { JsonNode } from "./JsonNode.ts"

const at = { start: 0, end: 0 }

/** The reference has numbers beyond JSON as texts. */
const numbers: Readonly<Record<string, string>> = { Infinity: "inf", "-Infinity": "-inf", NaN: "nan" }

/** A text, a number, a truth value or NULL. */
export const jsonConstant = (node: JsonNode): AstExpr => {
  const value = node.value("value")
  const type = node.optionalText("value_type")
  switch (typeof value) {
    case "undefined":
      return { _tag: "Null", ...at }
    case "boolean":
      return { _tag: "Boolean", value, ...at }
    case "number":
      return { _tag: "Number", text: String(value), ...at }
    case "string":
      if (type !== "number") return { _tag: "Text", value, ...at }
      return /^-?[0-9][0-9.eE+-]*$/.test(value) || Object.hasOwn(numbers, value)
        ? { _tag: "Number", text: numbers[value] ?? value, ...at }
        : node.fail("A number is needed.", "value")
    default:
      return node.fail("A constant is a text, a number, true, false or null.", "value")
  }
}
