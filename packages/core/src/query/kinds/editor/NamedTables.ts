import type { Statement } from "@hedgerow/sql/ast/Ast"
import { freeTables } from "@hedgerow/sql/ast/FreeTables"

/** The tables that a statement names in its FROM clauses, in their order; names of its own WITH are none. */
export const namedTables = (statement: Statement): ReadonlyArray<string> => [
  ...new Set(Array.from(freeTables(statement), ({ path }) => path.join(".")))
]
