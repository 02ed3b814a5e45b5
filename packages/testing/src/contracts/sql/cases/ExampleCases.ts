import { projectExamples, projectFunctions } from "@hedgerow/core/query/functions/ProjectFunctions"
import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { examples } from "@hedgerow/sql/catalogue/Examples"
import type { Example } from "@hedgerow/sql/functions/Signature"
import { parseExpression } from "@hedgerow/sql/parse/Parser"
import { astNodes } from "@hedgerow/sql/resolve/AstNodes"
import { Array, Result } from "effect"
import { gives, type SqlCase, type SqlGroup, together } from "../SqlCase.ts"

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
  "steps",
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
  const row = projectFunctions.rows.find(({ name }) => name === projectFunctions.nameOf(ast.name))
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

/** Columns of a sub-query, and an expression over them. */
interface Computed {
  readonly body: string
  readonly columns: ReadonlyArray<string>
}

/** The example with its constants as columns, so that the engine has to compute it; they are named after its number. */
const withColumns = (expression: string, number: number): Computed | undefined => {
  const parsed = parseExpression(expression)
  const pieces = Result.isSuccess(parsed) ? changeable(parsed.success) : []
  if (pieces.length === 0 || expression.includes("toTypeName")) return undefined
  const nameOf = (i: number) => `x${number}_${i}`
  return {
    body: pieces.reduceRight(
      (text, { end, start }, i) => `${text.slice(0, start)}${nameOf(i)}${text.slice(end)}`,
      expression
    ),
    columns: pieces.map(({ end, start }, i) => `${expression.slice(start, end)} as ${nameOf(i)}`)
  }
}

const kinds = new Map(projectFunctions.rows.map(({ kind, name }) => [name, kind]))

/** A value for each row, a value for all rows, or neither of both whatever stands beside it. */
type Beside = "rows" | "groups" | "nothing"

const besideOf = ([expression]: Example): Beside => {
  const parsed = parseExpression(expression)
  if (Result.isFailure(parsed)) return "nothing"
  let beside: Beside = "rows"
  for (const node of astNodes(parsed.success)) {
    if (node._tag !== "Call") continue
    const name = projectFunctions.nameOf(node.name)
    const kind = name === undefined || name === "arrayJoin" || node.over !== undefined ? undefined : kinds.get(name)
    if (kind === undefined || kind === "window") return "nothing"
    if (kind === "aggregate") beside = "groups"
  }
  return beside
}

const event = "from events where properties.n = '1'"

const shown = (some: ReadonlyArray<Example>): SqlCase =>
  gives(`select ${some.map(([expression]) => expression).join(", ")} ${event}`, [some.map(([, answer]) => answer)])

const computed = (some: ReadonlyArray<readonly [Computed, Example[1]]>): SqlCase => {
  const columns = some.flatMap(([{ columns }]) => columns)
  return gives(
    `select ${some.map(([{ body }]) => body).join(", ")} from (select ${columns.join(", ")}, properties ${event})`,
    [some.map(([, answer]) => answer)]
  )
}

/** Examples in one statement; one statement for each costs an engine several times as much. */
const packed = <A>(some: ReadonlyArray<A>, write: (some: ReadonlyArray<A>) => SqlCase): ReadonlyArray<SqlCase> =>
  Array.chunksOf(some, 24).map((part) => together(write(part), part.map((one) => write([one]))))

const every = Object.values({ ...examples, ...projectExamples })

const those = (beside: Beside) => every.filter((example) => besideOf(example) === beside)

/** The documentation's example of each function, over one event; then again without constants. */
export const exampleCases: SqlGroup = {
  name: "examples of functions",
  project: "meadow",
  cases: [
    ...those("nothing").map((example) => shown([example])),
    ...packed(those("groups"), shown),
    ...packed(those("rows"), shown),
    ...packed(
      every.flatMap(([expression, answer], i) => {
        const found = withColumns(expression, i)
        return found === undefined ? [] : [[found, answer] as const]
      }),
      computed
    )
  ]
}
