import type { Limits } from "@hedgerow/core/query/QueryLimits"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import type { Context } from "effect"
import type { SqlWorld, WorldProject } from "./SqlWorld.ts"

type World = Context.Service.Shape<typeof SqlWorld>

/** Something that is known, or known once the projects exist. */
export type Known<A> = A | ((world: World) => A)

/** Rows as the wire shows them. */
export type Rows = ReadonlyArray<ReadonlyArray<WireValue>>

/** The other parts of the answer that a case checks. */
export interface Shape {
  readonly columns?: ReadonlyArray<string>
  readonly types?: ReadonlyArray<string>
  readonly hasMore?: boolean | null
  readonly limit?: number | null
  readonly offset?: number | null
  /** The number of warnings. */
  readonly warnings?: number
  readonly error?: string
}

/** The refusal of a query. */
export interface Refusal {
  readonly tag: "InvalidInput" | "QueryTooLarge" | "SqlSemanticError" | "SqlSyntaxError"
  readonly code?: string
  /** The exact text. */
  readonly detail?: string
}

interface Request {
  readonly values?: Known<{ readonly [name: string]: unknown }>
  readonly modifiers?: { readonly [name: string]: unknown }
  readonly filters?: Known<{ readonly [name: string]: unknown }>
  readonly limits?: Partial<Limits>
}

/** One text of SQL and the answer that every storage must give. */
export interface SqlCase extends Request {
  readonly name: string
  readonly sql: string
  readonly gives: { readonly rows: Known<Rows>; readonly shape: Shape } | { readonly refusal: Refusal }
  /** The cases that this one is made of: when it fails, the first of them that fails too says what is wrong. */
  readonly parts?: ReadonlyArray<SqlCase>
}

/** Cases over the data of one project. */
export interface SqlGroup {
  readonly name: string
  readonly project: WorldProject
  readonly cases: ReadonlyArray<SqlCase>
}

/** The text has this answer. */
export const gives = (
  sql: string,
  rows: Known<Rows>,
  more: Request & Shape & { readonly name?: string } = {}
): SqlCase => {
  const { filters, limits, modifiers, name = sql, values, ...shape } = more
  return {
    name,
    sql,
    gives: { rows, shape },
    ...(values === undefined ? undefined : { values }),
    ...(modifiers === undefined ? undefined : { modifiers }),
    ...(filters === undefined ? undefined : { filters }),
    ...(limits === undefined ? undefined : { limits })
  }
}

/** An expression without a table, and its one value. */
export const value = (expression: string, cell: WireValue): SqlCase => gives(`select ${expression}`, [[cell]])

/** Several expressions without a table, and their values. */
export const row = (expressions: ReadonlyArray<string>, cells: ReadonlyArray<WireValue>): SqlCase =>
  gives(`select ${expressions.join(", ")}`, [cells])

/** Cases as one statement, named by the first and the last of them. */
export const together = (whole: SqlCase, parts: ReadonlyArray<SqlCase>): SqlCase => ({
  ...whole,
  name: `${parts.length}, from ${parts[0]?.name} to ${parts.at(-1)?.name}`,
  parts
})

/** The statement means nothing here, for the reason given. */
export const refuses = (sql: string, detail: string, more: Request & { readonly code?: string } = {}): SqlCase => {
  const { code, ...request } = more
  const refusal: Refusal = { tag: "SqlSemanticError", detail, ...(code === undefined ? undefined : { code }) }
  return { name: sql, sql, gives: { refusal }, ...request }
}

/** The text is no statement that may be run. */
export const unreadable = (sql: string, detail?: string): SqlCase => ({
  name: sql,
  sql,
  gives: { refusal: { tag: "SqlSyntaxError", ...(detail === undefined ? undefined : { detail }) } }
})

/** The query needs more than it may have. */
export const exceeds = (sql: string): SqlCase => ({ name: sql, sql, gives: { refusal: { tag: "QueryTooLarge" } } })
