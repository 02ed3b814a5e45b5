import type { Span } from "../Ast.ts"
import type { Expr, Source } from "../Plan.ts"
import { propertyAt } from "./Documents.ts"
import { memberOf } from "./Members.ts"
import type { Planning } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"
import { typedProperty } from "./TypedProperty.ts"

/** One table or sub-query of a FROM clause. */
export interface Leaf {
  /** What the query calls it; undefined for a sub-query without an alias. */
  readonly name: string | undefined
  /** Its fields hide those of other tables, as the members of arrays hide the arrays. */
  readonly hides?: true
  /** The names `*` stands for, in order. */
  readonly star: ReadonlyArray<string>
  readonly has: (field: string) => boolean
  /** The value at the path, whose first step is a field that `has` knows. May add joins to the source. */
  readonly field: (path: readonly [string, ...ReadonlyArray<string>], span: Span) => Expr
  /** A left join can leave all of it NULL. */
  readonly makeNullable: () => void
  /** The aliases of the plan that its fields read. */
  readonly aliases: () => ReadonlyArray<string>
  /** What to scan, with the joins that the fields asked for; read it when all fields are resolved. */
  readonly source: () => Source
}

/** The value at a path of `expr`: properties of a document, members of arrays, tuples and maps. */
export const propertyOf = (
  planning: Planning,
  expr: Expr,
  path: ReadonlyArray<string>,
  name: string,
  span: Span
): Expr => {
  const [first, ...rest] = path
  if (first === undefined) return expr
  if (expr.type.kind === "JSON") {
    const text = propertyAt(expr, path)
    return path.length > 1 ? text : typedProperty(planning, text, planning.owners.get(expr), first)
  }
  const member = memberOf(expr, first, span) ?? refuse(`Can not access property "${first}" on field "${name}".`, span)
  return propertyOf(planning, member, rest, name, span)
}
