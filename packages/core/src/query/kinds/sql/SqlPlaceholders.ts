import type { Result } from "effect"
import type { Overrides } from "../../Asked.ts"
import type { AstExpr, Span, Statement } from "../../sql/Ast.ts"
import { closestName } from "../../sql/catalogue/ClosestName.ts"
import { constant, type CountNodes, fillPlaceholders } from "../../sql/resolve/Placeholders.ts"
import { refuse } from "../../sql/resolve/SemanticFailure.ts"
import type { SqlSemanticError } from "../../sql/SqlErrors.ts"
import type { SqlNode } from "./SqlNode.ts"

/** The statement with the values, filters and variables of its node in place of the placeholders. */
export const fillNode = (
  statement: Statement,
  node: SqlNode,
  overrides: Overrides
): Result.Result<Statement, SqlSemanticError> => {
  const values = new Map(Object.entries(node.values ?? {}))
  return fillPlaceholders(statement, (path, span, count): AstExpr | undefined => {
    const [first = "", second, ...rest] = path
    if (second === undefined && values.has(first)) return constant(values.get(first), span, count)
    if (first === "filters" && second === undefined) return filters(node, overrides, span)
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

const isGiven = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null && value !== false
  return Object.values(value).some((field) => isGiven(field))
}

/** Without filters every row passes. */
const filters = (node: SqlNode, { filtersOverride }: Overrides, span: Span): AstExpr =>
  isGiven(node.filters) || isGiven(filtersOverride)
    ? refuse("The {filters} placeholder cannot be given a date range, properties or test account filters.", span)
    : { _tag: "Boolean", value: true, start: span.start, end: span.end }

type Variable = NonNullable<SqlNode["variables"]>[string]

/** The override counts only for a variable that the query has. */
const variable = (
  node: SqlNode,
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
