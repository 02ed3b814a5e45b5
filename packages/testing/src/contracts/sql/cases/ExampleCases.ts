import type { AstExpr } from "@hedgerow/core/query/sql/Ast"
import { catalogue, catalogueName } from "@hedgerow/core/query/sql/catalogue/Catalogue"
import { examples } from "@hedgerow/core/query/sql/catalogue/Examples"
import { parseExpression } from "@hedgerow/core/query/sql/parse/Parser"
import { Result } from "effect"
import { gives, type SqlGroup } from "../SqlCase.ts"

/** Parameters that are read when the query is planned: they cannot be columns. */
const constants = new Set([
  "constant",
  "digits",
  "interval",
  "lambda",
  "list",
  "mode",
  "path",
  "pattern",
  "query",
  "scale",
  "type",
  "unit",
  "zone"
])

/** They take a unit or an interval, and the parser has to see which. */
const intervals = new Set(["dateAdd", "dateSub"])

interface Piece {
  readonly start: number
  readonly end: number
}

/** The constants in the expression that could as well be columns. */
const changeable = (ast: AstExpr): ReadonlyArray<Piece> => {
  if (ast._tag === "Text" || ast._tag === "Number") return [ast]
  if (ast._tag !== "Call" || ast.params !== undefined || ast.over !== undefined) return []
  const row = catalogue.find(({ name }) => name === catalogueName(ast.name))
  if (
    row === undefined || intervals.has(row.name) || row.kind !== "function" ||
    row.parameters.some((parameter) => parameter.includes("…"))
  ) {
    return []
  }
  return ast.args.flatMap((arg, i) =>
    constants.has((row.parameters[i] ?? "path").replace(/[?…]+$/, "")) ? [] : changeable(arg)
  )
}

/** The example with its constants as columns of a sub-query, so that the engine has to compute it. */
const withColumns = (expression: string): string | undefined => {
  const parsed = parseExpression(expression)
  const pieces = Result.isSuccess(parsed) ? changeable(parsed.success) : []
  if (pieces.length === 0) return undefined
  const columns = pieces.map(({ end, start }, i) => `${expression.slice(start, end)} as x${i}`)
  const body = pieces.reduceRight(
    (text, { end, start }, i) => `${text.slice(0, start)}x${i}${text.slice(end)}`,
    expression
  )
  return `select ${body} from (select ${columns.join(", ")}, properties from events where properties.n = '1')`
}

/** The documentation's example of each function, over one event; then again without constants. */
export const exampleCases: SqlGroup = {
  name: "examples of functions",
  project: "meadow",
  cases: [
    ...Object.values(examples).map(([expression, answer]) =>
      gives(`select ${expression} from events where properties.n = '1'`, [[answer]])
    ),
    ...Object.values(examples).flatMap(([expression, answer]) => {
      const computed = withColumns(expression)
      return computed === undefined || expression.includes("toTypeName") ? [] : gives(computed, [[answer]])
    })
  ]
}
