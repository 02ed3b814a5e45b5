import type { AstExpr, Span } from "../Ast.ts"
import type { Leaf } from "./Leaf.ts"
import type { Planning, ResolvedQuery } from "./Planning.ts"

/** A table that statements may name. */
export interface SchemaTable {
  /** The table in a FROM clause, by the name that it has there. It decides whose rows its scans read. */
  readonly leaf: (planning: Planning, name: string, at: Span) => Leaf
  /** The field whose value, a UUID that is spread evenly, decides whether a row is in a sample. */
  readonly sampledBy?: string
}

/** What may be meant by names that are not there. */
export interface Hints {
  /** A field by another name, among the fields that the query has. */
  readonly field?: (name: string, known: ReadonlyArray<string>) => string | undefined
  /** A table that is nowhere. */
  readonly table?: (name: string) => string | undefined
}

/** The tables that statements may name: data of the caller. */
export interface Schema {
  readonly find: (name: string) => SchemaTable | undefined
  /** The tables that are shown to those who ask which there are. */
  readonly names: ReadonlyArray<string>
  /** The members of the set that stands after IN COHORT; without it there are no such sets. */
  readonly cohort?: (planning: Planning, set: AstExpr) => ResolvedQuery
  readonly hints?: Hints
}
