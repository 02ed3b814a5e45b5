import type { AstExpr, Span, Statement } from "@hedgerow/sql/ast/Ast"
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { closestName } from "@hedgerow/sql/planning/ClosestName"
import { constant, type CountNodes, fillPlaceholders, type PlaceholderPlace } from "@hedgerow/sql/planning/Placeholders"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import { Result } from "effect"
import { expressionOf, type Sql } from "../../../filters/SqlFragment.ts"
import type { Asked } from "../../Asked.ts"
import { filteredTable, placedIn } from "./FilteredTable.ts"
import { withoutOpenDates } from "./OpenDates.ts"
import { filtersOf, type GivenFilters } from "./SqlFilters.ts"
import type { SqlNode } from "./SqlNode.ts"

/** The values that a node gives for placeholders. */
export type PlaceholderValues = Pick<SqlNode, "filters" | "values" | "variables">

/** The statement with the values, filters and variables of its node in place of the placeholders. */
export const fillNode = (
  statement: Statement,
  node: PlaceholderValues,
  asked: Pick<Asked, "now" | "overrides" | "project">
): Result.Result<Statement, SqlSemanticError | SqlSyntaxError> => {
  const given = filtersOf(node, asked)
  const values = new Map(Object.entries(node.values ?? {}))
  const variables = variablesByName(node)
  const closed = withoutOpenDates(statement, { from: given.from === undefined, to: given.to === undefined })
  let broken: SqlSemanticError | SqlSyntaxError | undefined
  const expression = (piece: Sql, span: Span): AstExpr => {
    const found = expressionOf(piece)
    if (Result.isSuccess(found)) return found.success
    broken = found.failure
    return refuse(found.failure.detail, span)
  }
  const filled = fillPlaceholders(closed, (place, count): AstExpr | undefined => {
    const { path, span } = place
    const [first = "", second, ...rest] = path
    if (second === undefined && values.has(first)) return constant(values.get(first), span, count)
    if (first === "filters") {
      const found = filters(given, place, expression)
      count(nodesOf(found), span)
      return found
    }
    if (first === "variables" && second !== undefined && rest.length === 0) {
      return variable(variables, second, span, count)
    }
    if (values.size === 0) return undefined
    const known = [...values.keys()].join(", ")
    return refuse(
      `Placeholder {${path.join(".")}} is not available in this context. You can use the following: ${known}`,
      span
    )
  })
  return broken === undefined ? filled : Result.fail(broken)
}

/** The expression that replaces `{filters}` or a part of it, at its place. */
const filters = (
  { condition, from, to }: GivenFilters,
  { path, select, span }: PlaceholderPlace,
  expression: (piece: Sql, span: Span) => AstExpr
): AstExpr => {
  const name = path.join(".")
  if (name === "filters") {
    const table = select === undefined ? undefined : filteredTable(select)
    if (table === undefined) {
      return refuse(
        "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions, logs, "
          + "traces or groups table.",
        span
      )
    }
    const piece = condition(table.table)
    return typeof piece === "string" ? refuse(piece, span) : placedIn(table, expression(piece, span))
  }
  if (name !== "filters.dateRange.from" && name !== "filters.dateRange.to") {
    return refuse(
      `Unsupported filters placeholder {${name}}. Supported filters placeholders are: {filters}, `
        + "{filters.dateRange.from}, {filters.dateRange.to}.",
      span
    )
  }
  const bound = name === "filters.dateRange.from" ? from : to
  return bound === undefined
    ? refuse(`Placeholder {${name}} has no value`, span, {
      hint: "Without a date it can only stand beside a comparison, which then holds always: timestamp >= {"
        + `${name}}.`
    })
    : expression(bound, span)
}

/** The number of nodes of an expression. */
const nodesOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const below = Object.values(value).reduce<number>((sum, one) => sum + nodesOf(one), 0)
  return "_tag" in value ? below + 1 : below
}

type Variable = NonNullable<PlaceholderValues["variables"]>[string]

/** The variables of the query; of several with one name the first counts. */
const variablesByName = ({ variables }: PlaceholderValues): ReadonlyMap<string, Variable> =>
  new Map(Object.values(variables ?? {}).toReversed().map((one) => [one.code_name, one]))

/** The value of a variable of the query, as `resolveVariables` has found it. */
const variable = (
  known: ReadonlyMap<string, Variable>,
  name: string,
  span: Span,
  count: CountNodes
): AstExpr => {
  const own = known.get(name)
  if (own === undefined) {
    const close = closestName(name, [...known.keys()])
    return refuse(
      `Variable ${name} is missing from query${close === undefined ? "" : `. Did you mean: ${close}?`}`,
      span
    )
  }
  const { isNull, value } = own
  if (isNull !== true && value === undefined) return refuse(`Variable ${name} does not exist`, span)
  return constant(isNull === true ? null : value ?? null, span, count)
}
