import { Result } from "effect"
import type { Asked, Overrides } from "../../Asked.ts"
import type { AstExpr, Span, Statement } from "../../sql/Ast.ts"
import { closestName } from "../../sql/catalogue/ClosestName.ts"
import { constant, type CountNodes, fillPlaceholders } from "../../sql/resolve/Placeholders.ts"
import { refuse } from "../../sql/resolve/SemanticFailure.ts"
import type { SqlSemanticError, SqlSyntaxError } from "../../sql/SqlErrors.ts"
import { expressionOf } from "../../structured/SqlFragment.ts"
import { filtersOf } from "./SqlFilters.ts"
import type { SqlNode } from "./SqlNode.ts"

/** What a node gives for placeholders. */
export type PlaceholderValues = Pick<SqlNode, "filters" | "values" | "variables">

/** The statement with the values, filters and variables of its node in place of the placeholders. */
export const fillNode = (
  statement: Statement,
  node: PlaceholderValues,
  asked: Pick<Asked, "now" | "overrides" | "project">
): Result.Result<Statement, SqlSemanticError | SqlSyntaxError> =>
  Result.flatMap(expressionOf(filtersOf(node, asked)), (filters) => filled(statement, node, asked.overrides, filters))

const filled = (statement: Statement, node: PlaceholderValues, overrides: Overrides, filters: AstExpr) => {
  const values = new Map(Object.entries(node.values ?? {}))
  return fillPlaceholders(statement, (path, span, count): AstExpr | undefined => {
    const [first = "", second, ...rest] = path
    if (second === undefined && values.has(first)) return constant(values.get(first), span, count)
    if (first === "filters" && second === undefined) {
      count(nodesOf(filters), span)
      return filters
    }
    if (first === "variables" && second !== undefined && rest.length === 0) {
      return variable(node, overrides, second, span, count)
    }
    if (values.size === 0) return undefined
    const known = [...values.keys()].join(", ")
    return refuse(
      `Placeholder {${path.join(".")}} is not available in this context. You can use the following: ${known}`,
      span
    )
  })
}

/** How many nodes an expression has. */
const nodesOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const below = Object.values(value).reduce<number>((sum, one) => sum + nodesOf(one), 0)
  return "_tag" in value ? below + 1 : below
}

type Variable = NonNullable<SqlNode["variables"]>[string]

/** The override counts only for a variable that the query has. */
const variable = (
  node: PlaceholderValues,
  { variablesOverride }: Overrides,
  name: string,
  span: Span,
  count: CountNodes
): AstExpr => {
  const own = Object.entries(node.variables ?? {}).find(([, { code_name }]) => code_name === name)
  if (own === undefined) {
    const close = closestName(name, Object.values(node.variables ?? {}).map(({ code_name }) => code_name))
    return refuse(
      `Variable ${name} is missing from query${close === undefined ? "" : `. Did you mean: ${close}?`}`,
      span
    )
  }
  const [id, given] = own
  const override = variablesOverride?.[id] as Partial<Variable> | undefined
  const { isNull, value } = { ...given, ...override }
  return constant(isNull === true ? null : value ?? null, span, count)
}
