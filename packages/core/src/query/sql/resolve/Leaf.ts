import type { Span } from "../Ast.ts"
import type { Expr, Source } from "../Plan.ts"
import type { Planning } from "./Planning.ts"
import { refuse } from "./SemanticFailure.ts"
import { typedProperty } from "./TypedProperty.ts"

/** One table or sub-query of a FROM clause. */
export interface Leaf {
  /** What the query calls it; undefined for a sub-query without an alias. */
  readonly name: string | undefined
  /** The names `*` stands for, in order. */
  readonly star: ReadonlyArray<string>
  readonly has: (field: string) => boolean
  /** The value at the path, whose first step is a field that `has` knows. May add joins to the source. */
  readonly field: (path: readonly [string, ...ReadonlyArray<string>], span: Span) => Expr
  /** A left join can leave all of it NULL. */
  readonly makeNullable: () => void
  /** What to scan, with the joins that the fields asked for; read it when all fields are resolved. */
  readonly source: () => Source
}

/** The value of a property of `expr`, which must be a JSON column. */
export const propertyOf = (
  planning: Planning,
  expr: Expr,
  path: ReadonlyArray<string>,
  name: string,
  span: Span
): Expr => {
  const read = planning.properties.get(expr)
  const [first] = path
  if (first === undefined) return expr
  if (read === undefined) return refuse(`Can not access property "${first}" on field "${name}".`, span)
  return path.length > 1 ? read(path) : typedProperty(planning, read(path), planning.owners.get(expr), first)
}
