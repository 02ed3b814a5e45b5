import type { Statement } from "../Ast.ts"
import { astNodes } from "../AstNodes.ts"
import { virtualTables } from "./VirtualTables.ts"

const fields: ReadonlySet<string> = new Set([...virtualTables.values()].flatMap((table) => [...table.fields.keys()]))

/** Whether a field of the statement may be one of the groups of a type, by its name: `company.properties.plan`. */
export const mayNameGroupType = (statement: Statement): boolean => {
  const sources = new Set<string>()
  const paths: Array<ReadonlyArray<string>> = []
  for (const node of astNodes(statement)) {
    if (node._tag === "Table") sources.add(node.alias ?? node.path.join("."))
    else if (node._tag === "Derived") sources.add(node.alias ?? "")
    else if (node._tag === "Field" && node.path.length > 1) paths.push(node.path)
  }
  return paths.some(([first = "", second = "", ...rest]) =>
    sources.has(first) ? rest.length > 0 && !fields.has(second) : !fields.has(first)
  )
}
