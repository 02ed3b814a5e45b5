import type { Statement } from "@hedgerow/sql/Ast"
import { astNodes } from "@hedgerow/sql/AstNodes"

/** The tables that a statement names in its FROM clauses, in their order; names of its own WITH are none. */
export const namedTables = (statement: Statement): ReadonlyArray<string> => {
  const named = new Set<string>()
  const own = new Set<string>()
  for (const node of astNodes(statement)) {
    if (node._tag === "Table") named.add(node.path.join("."))
    if (node._tag === "CteQuery") own.add(node.name)
  }
  return [...named].filter((name) => !own.has(name))
}
