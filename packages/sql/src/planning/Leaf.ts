import type { Span } from "../ast/Ast.ts"
import type { Expr, Order, Source } from "../plan/Plan.ts"

/** One table or sub-query of a FROM clause. */
export interface Leaf {
  /** The alias in the query; undefined for a sub-query without one. */
  readonly name: string | undefined
  /** Its fields hide those of other tables, as the members of arrays hide the arrays. */
  readonly hides?: true
  /** The fields that USING has of this table and of another one, whose value a bare name means. */
  readonly yields?: ReadonlySet<string>
  /** The fields that FULL JOIN … USING has of this table and of another one: where this one lacks a row, the other's value. */
  readonly merges?: ReadonlyMap<string, Leaf>
  /** The names `*` stands for, in order. */
  readonly star: ReadonlyArray<string>
  readonly has: (field: string) => boolean
  /** The value at the path, whose first step is a field that `has` knows. May add joins to the source. */
  readonly field: (path: readonly [string, ...ReadonlyArray<string>], span: Span) => Expr
  /** The order in which a sub-query gives its rows. */
  readonly order?: () => ReadonlyArray<Order>
  /** A left join can leave all of it NULL. */
  readonly makeNullable: () => void
  /** The aliases of the plan that its fields read. */
  readonly aliases: () => ReadonlyArray<string>
  /** The source to scan, with the joins that fields required; to be called when all fields are resolved. */
  readonly source: () => Source
}
