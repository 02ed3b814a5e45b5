import type { Statement } from "@hedgerow/sql/Ast"
import { freeTables } from "@hedgerow/sql/FreeTables"

/** The tables that a statement names in its FROM clauses, in their order; names of its own WITH are none. */
export const namedTables = (statement: Statement): ReadonlyArray<string> => [
  ...new Set(Array.from(freeTables(statement), ({ path }) => path.join(".")))
]
