import type { Expr } from "../../plan/Plan.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import type { SqlType } from "../../types/SqlType.ts"

const hasFloat = (type: SqlType): boolean => {
  switch (type.kind) {
    case "Float64":
      return true
    case "Array":
      return hasFloat(type.element)
    case "Tuple":
      return type.elements.some(hasFloat)
    case "Map":
      return hasFloat(type.key) || hasFloat(type.value)
    default:
      return false
  }
}

const number = (text: string): string => `if(isNaN(${text}), nan, ${text} + 0.0)`

const mapped = (text: string, type: SqlType, depth: number): string =>
  hasFloat(type) ? `arrayMap(o${depth} -> ${within(`o${depth}`, type, depth + 1)}, ${text})` : text

const within = (text: string, type: SqlType, depth: number): string => {
  if (!hasFloat(type)) return text
  switch (type.kind) {
    case "Array":
      return mapped(text, type.element, depth)
    case "Tuple": {
      const name = `o${depth}`
      const members = type.elements.map((element, i) => within(`tupleElement(${name}, ${i + 1})`, element, depth + 1))
      return `(arrayMap(${name} -> tuple(${members.join(", ")}), [${text}])[1])`
    }
    case "Map": {
      const name = `o${depth}`
      const keys = mapped(`mapKeys(${name})`, type.key, depth + 1)
      const values = mapped(`mapValues(${name})`, type.value, depth + 1)
      return `(arrayMap(${name} -> mapFromArrays(${keys}, ${values}), [${text}])[1])`
    }
    default:
      return number(text)
  }
}

/** A value of which equal ones have equal bits, for hash tables: one NaN, one zero, in arrays, tuples and maps too. */
export const oneOfEqualValue = (text: string, type: SqlType): string => within(text, type, 0)

/** The same of an expression. */
export const oneOfEqual = (expr: Expr, text: string): string => {
  if (expr._tag === "Literal") return text
  return expr.type.kind === "Float64" && !mayBeNaN(expr) ? `(${text} + 0.0)` : oneOfEqualValue(text, expr.type)
}
