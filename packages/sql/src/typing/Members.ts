import type { Span } from "../ast/Ast.ts"
import { type Expr } from "../plan/Plan.ts"
import { arrayOf, isInteger, lambdaOf, type SqlType, typeName } from "../types/SqlType.ts"
import { commonType, convert } from "./Coerce.ts"
import { call, int64, int64Literal, literal, string } from "./PlanExpr.ts"
import { refuse } from "./SemanticFailure.ts"

/** A member by a step as written after a point; undefined where the value has no members of that name. */
export const memberOf = (expr: Expr, step: string, span: Span): Expr | undefined => {
  const position = /^[0-9]+$/.test(step) ? Number(step) : undefined
  switch (expr.type.kind) {
    case "Array":
      return position === undefined ? undefined : elementOf(expr, int64Literal(position), span)
    case "Tuple": {
      const named = expr.type.names?.indexOf(step) ?? -1
      const place = named >= 0 ? named + 1 : position
      return place === undefined ? undefined : elementOf(expr, int64Literal(place), span)
    }
    case "Map": {
      const isText = expr.type.key.kind === "String"
      if (!isText && position === undefined) return undefined
      return elementOf(expr, isText ? literal(step, string) : int64Literal(position ?? 0), span)
    }
    default:
      return undefined
  }
}

/** `expr[index]`: a member of an array from 1 (from the end when negative), of a tuple, or of a map by its key. */
export const elementOf = (expr: Expr, index: Expr, span: Span): Expr => {
  switch (expr.type.kind) {
    case "Array":
      if (!isInteger(index.type)) return illegalIndex(expr, index, span)
      return call("arrayElement", [expr, convert(index, int64)], expr.type.element)
    case "Tuple": {
      const place = index._tag === "Literal" ? Number(index.value) : 0
      const type = expr.type.elements[place - 1]
      return type === undefined
        ? refuse(`Invalid index ${place} of a tuple of ${expr.type.elements.length}`, span)
        : call("tupleElement", [expr, int64Literal(place)], type)
    }
    case "Map": {
      const type = commonType(expr.type.key, index.type)
      if (type === undefined || type.kind !== expr.type.key.kind) return illegalIndex(expr, index, span)
      return call("mapElement", [expr, convert(index, type)], expr.type.value)
    }
    default:
      return illegalIndex(expr, index, span)
  }
}

/** Whether the value is a list of tuples, of which `.1` is the list of the first members. */
export const isListOfTuples = ({ type }: Expr): boolean => type.kind === "Array" && type.element.kind === "Tuple"

/** The list of a member of each tuple; `depth` is the number of lambdas around. */
export const memberOfEach = (list: Expr, step: string, depth: number, span: Span): Expr | undefined => {
  if (list.type.kind !== "Array") return undefined
  const param = { _tag: "Ref", name: `each ${depth}`, type: list.type.element } as const
  const body = memberOf(param, step, span)
  if (body === undefined) return undefined
  const lambda: Expr = { _tag: "Lambda", params: [param], body, type: lambdaOf(body.type) }
  return call("arrayMap", [lambda, list], arrayOf(body.type))
}

const illegalIndex = (expr: Expr, index: Expr, span: Span): never =>
  refuse(
    `Illegal types ${typeName(expr.type)} and ${typeName(index.type)} of arguments of function arrayElement`,
    span,
    "illegal_type_of_argument"
  )

/** The one type that all members have; NULL when one of them can be. */
export const elementType = (values: ReadonlyArray<Expr>): SqlType => {
  const [first] = values
  const type: SqlType = first?.type ?? { kind: "Nothing", nullable: true }
  return values.some((value) => value.type.nullable) ? { ...type, nullable: true } : type
}
