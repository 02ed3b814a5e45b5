import type { Statement } from "../ast/Ast.ts"
import { astNodes } from "./AstNodes.ts"

/** The names in a statement, which tell what resolving it needs. */
export interface StatementNames {
  /** The tables of its FROM clauses, as they are written. */
  readonly tables: ReadonlySet<string>
  /** The names of its tables and sub-queries. */
  readonly sources: ReadonlySet<string>
  /** Its fields of several steps. */
  readonly paths: ReadonlyArray<ReadonlyArray<string>>
  /** Whether something is compared with IN COHORT. */
  readonly hasCohort: boolean
  /** The names of the functions that it calls, as they are written. */
  readonly calls: ReadonlySet<string>
}

/** The names in a statement, found in one walk through it. */
export const statementNames = (statement: Statement): StatementNames => {
  const tables = new Set<string>()
  const sources = new Set<string>()
  const paths: Array<ReadonlyArray<string>> = []
  const calls = new Set<string>()
  let hasCohort = false
  for (const node of astNodes(statement)) {
    if (node._tag === "Table") {
      tables.add(node.path.join("."))
      sources.add(node.alias ?? node.path.join("."))
    } else if (node._tag === "Derived") sources.add(node.alias ?? "")
    else if (node._tag === "Field" && node.path.length > 1) paths.push(node.path)
    else if (node._tag === "In" && node.cohort) hasCohort = true
    else if (node._tag === "Call") calls.add(node.name)
  }
  return { tables, sources, paths, calls, hasCohort }
}
