import type { Statement } from "../Ast.ts"
import { astNodes } from "../AstNodes.ts"

/** What a statement names: it decides what of the project must be known to resolve it. */
export interface StatementNames {
  /** The tables of its FROM clauses, as they are written. */
  readonly tables: ReadonlySet<string>
  /** Whether something is compared with IN COHORT. */
  readonly hasCohort: boolean
}

/** The names in a statement, found in one walk through it. */
export const statementNames = (statement: Statement): StatementNames => {
  const tables = new Set<string>()
  let hasCohort = false
  for (const node of astNodes(statement)) {
    if (node._tag === "Table") tables.add(node.path.join("."))
    else if (node._tag === "In" && node.cohort) hasCohort = true
  }
  return { tables, hasCohort }
}
