import type { AstExpr } from "../ast/Ast.ts"
import { isFound } from "../evaluate/functions/families/Patterns.ts"
import { PatternRefused, readPattern } from "../patterns/PatternParser.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import type { Item } from "./Clauses.ts"
import { columnName } from "./ColumnNames.ts"
import { passedColumn } from "./ExprSize.ts"
import { unknownField } from "./UnknownNames.ts"
import { untupled } from "./Untupled.ts"

type Form<Tag extends AstExpr["_tag"]> = Extract<AstExpr, { readonly _tag: Tag }>

/** The columns that one of the SELECT list stands for. */
export const resolveColumn = (scope: Scope, ast: AstExpr, at: Place): ReadonlyArray<Item> => {
  switch (ast._tag) {
    case "Star":
      return expandStar(scope, ast)
    case "Columns":
      return matching(scope, ast)
    case "ColumnList":
      return ast.columns.flatMap((column) => resolveColumn(scope, column, at))
    default:
      return (untupled(scope, ast, at) ?? [ast]).map((one) => ({
        name: columnName(one),
        expr: scope.planning.expression(scope, one, at),
        span: one
      }))
  }
}

/** The table that `*` means: the one of that name, or the only one. */
const starred = (scope: Scope, name: string, ast: Form<"Star" | "Columns">): Leaf => {
  const leaves = name === ""
    ? scope.leaves.filter((leaf) => leaf.hides !== true)
    : scope.leaves.filter((leaf) => leaf.name === name)
  const [leaf, ...others] = leaves
  if (others.length > 0) {
    return refuse("Cannot use '*' without table name when there are multiple tables in the query", ast)
  }
  if (leaf === undefined) {
    return refuse(
      name === "" ? "Cannot use '*' when there are no tables in the query" : `Unable to resolve field: ${name}`,
      ast
    )
  }
  scope.planning.spend(passedColumn * leaf.star.length, ast)
  return leaf
}

const expandStar = (scope: Scope, ast: Form<"Star">): ReadonlyArray<Item> => {
  const leaf = starred(scope, ast.path.join("."), ast)
  const { without = [] } = ast
  const all = new Set(leaf.star)
  const missing = without.find((field) => !all.has(field))
  if (missing !== undefined) return unknownField(missing, leaf.star, ast)
  without.forEach((field) => all.delete(field))
  return itemsOf(leaf, [...all], ast)
}

const itemsOf = (leaf: Leaf, fields: ReadonlyArray<string>, ast: AstExpr): ReadonlyArray<Item> =>
  fields.map((field) => ({ name: field, expr: leaf.field([field], ast), span: ast }))

/** The columns of `*` whose names match the pattern somewhere. */
const matching = (scope: Scope, ast: Form<"Columns">): ReadonlyArray<Item> => {
  const pattern = readPattern(ast.pattern)
  if (pattern instanceof PatternRefused) {
    return refuse(`The pattern of COLUMNS is not supported: ${pattern.reason}`, ast)
  }
  const leaf = starred(scope, "", ast)
  const found = leaf.star.filter((field) => isFound(field, ast.pattern))
  return found.length === 0
    ? refuse(`No column matches the pattern '${ast.pattern}' of COLUMNS`, ast, {
      hint: `The columns are ${leaf.star.join(", ")}.`
    })
    : itemsOf(leaf, found, ast)
}
