import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import type { TracedValue } from "@hedgerow/sql/plan/Traced"
import { type Sql, statementWith } from "../../filters/SqlFragment.ts"
import type { OwnStatement } from "../PlannedStatements.ts"

type Part = Sql["parts"][number]

/** Whether a value stands for others; all else is part of the shape, as it decides more than a text or a count does. */
const stands = (part: Part): part is Part & { readonly value: TracedValue } =>
  part._tag === "Value" &&
  (typeof part.value === "string" ||
    (typeof part.value === "number" && Number.isSafeInteger(part.value) && part.value >= 0))

/** Trees by number: those of one expression are one object while its request is read. */
const numbers = new WeakMap<AstExpr, number>()
let trees = 0

const numberOf = (tree: AstExpr): number => {
  const number = numbers.get(tree) ?? ++trees
  numbers.set(tree, number)
  return number
}

/** The shape of a part that stands for no other. Texts of this house have no NUL in them, and JSON writes it otherwise. */
const shapeOf = (part: Part): string => {
  switch (part._tag) {
    case "Text":
      return part.text
    case "Value":
      return `\0=${JSON.stringify(part.value)}\0`
    case "Expression":
      return `\0:${JSON.stringify(part.text)}\0`
    case "Tree":
      return `\0#${numberOf(part.tree)}\0`
  }
}

/** A piece as a statement whose texts and whole numbers are its values. */
export const ownStatement = (piece: Sql): OwnStatement => {
  const values: Array<TracedValue> = []
  const places = new Map<number, number>()
  let shape = ""
  for (const [index, part] of piece.parts.entries()) {
    if (!stands(part)) shape += shapeOf(part)
    else {
      shape += `\0${typeof part.value}\0`
      places.set(index, values.push(typeof part.value === "string" ? part.value.toWellFormed() : part.value) - 1)
    }
  }
  return {
    shape,
    values,
    tree: (valueAt) =>
      statementWith(piece, {
        constantAt: (index, span, count) => {
          const place = places.get(index)
          return place === undefined ? undefined : valueAt(place, span, count)
        }
      })
  }
}
