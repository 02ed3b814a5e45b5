import type { AstExpr } from "../ast/Ast.ts"
import type { Selected } from "../plan/Plan.ts"
import { printExpression } from "../print/Printer.ts"

/** The name of a column in an answer: its alias, the last name of a field, else the expression as printed. */
export const columnName = (ast: AstExpr): string => {
  switch (ast._tag) {
    case "Alias":
      return ast.name
    case "Field":
      return ast.path.at(-1) ?? ""
    case "Member":
      return ast.name
    case "Index":
      return ast.index._tag === "Text" ? ast.index.value : printExpression(ast)
    default:
      return printExpression(ast)
  }
}

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]{0,39}$/

/** A name for a column of a plan: the user's where it is short and free, since engines cut long names. */
export const planName = (name: string, taken: ReadonlySet<string>): string => {
  if (plainName.test(name) && !taken.has(name)) return name
  for (let number = taken.size + 1;; number++) {
    const free = `column_${number}`
    if (!taken.has(free)) return free
  }
}

const namesOf = new WeakMap<ReadonlyArray<Selected>, Set<string>>()

/** A free name for one more column of the list, which only grows: each column is looked at once. */
export const addedName = (select: ReadonlyArray<Selected>): string => {
  const taken = namesOf.get(select) ?? new Set()
  namesOf.set(select, taken)
  for (let at = taken.size; at < select.length; at++) taken.add(select[at]?.name ?? "")
  return planName("", taken)
}
