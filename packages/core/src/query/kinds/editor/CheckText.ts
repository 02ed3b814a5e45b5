import type { AstExpr, SelectStatement, Statement } from "@hedgerow/sql/ast/Ast"
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { parseAsking, parseExpression, parseStatement } from "@hedgerow/sql/parse/Parser"
import { astNodes } from "@hedgerow/sql/resolve/AstNodes"
import { Effect, Result } from "effect"
import type { KnownCohort } from "../../KnownCohorts.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { planModifiers } from "../../QueryModifiers.ts"
import { estimateOf } from "../sql/ExplainSql.ts"
import { resolveFor } from "../sql/ReadSql.ts"
import { fillNode } from "../sql/SqlPlaceholders.ts"
import { type IndexUse, indexUse } from "./IndexUse.ts"
import type { MetadataNode } from "./MetadataNode.ts"
import { namedTables } from "./NamedTables.ts"

/** A message about a place in the text; `fix` is the text to write there. */
export type Notice = {
  readonly message: string
  readonly start?: number
  readonly end?: number
  readonly fix?: string
}

/** The result of checking a text without running it. */
export interface Checked {
  readonly errors: ReadonlyArray<Notice>
  readonly warnings: ReadonlyArray<Notice>
  readonly notices: ReadonlyArray<Notice>
  readonly tables: ReadonlyArray<string>
  readonly indices: IndexUse | "undecisive"
  /** Table rows that the query would read, where the engine estimates them. */
  readonly rows: number | undefined
}

/** The clauses that an expression cannot have of the query whose tables it is over. */
const bare = {
  with: [],
  distinct: false,
  groupBy: undefined,
  having: undefined,
  orderBy: [],
  limitBy: undefined
} as const

/** The expression as the only column over the tables of the source, which are events without one. */
const overTables = (expr: AstExpr, node: MetadataNode): Result.Result<Statement, SqlSyntaxError> =>
  Result.map(parseStatement(node.sourceQuery?.query ?? "select 1 from events"), (source) => {
    const select = source._tag === "Select" ? source : undefined
    return select === undefined
      ? source
      : { ...select, ...bare, with: select.with, columns: [expr] } satisfies SelectStatement
  })

const parse = (node: MetadataNode): Result.Result<Statement, SqlSyntaxError> =>
  node.language === "hogQL"
    ? Result.map(parseAsking(node.query), ({ statement }) => statement)
    : Result.flatMap(parseExpression(node.query), (expr) => overTables(expr, node))

const meant = /(?:Did you mean|Perhaps you meant) '([^']+?)(?:\(\.\.\.\))?'\?/

const errorNotice = (error: SqlSemanticError | SqlSyntaxError): Notice => {
  const hint = "hint" in error && error.hint !== undefined ? ` ${error.hint}` : ""
  const message = error.detail + hint
  const fix = meant.exec(message)?.[1]
  return { message, start: error.start, end: error.end, ...(fix === undefined ? {} : { fix }) }
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`

/** Each cohort that is named, by its other name. */
const cohortNotices = (statement: Statement, cohorts: ReadonlyArray<KnownCohort>): ReadonlyArray<Notice> => {
  const notices: Array<Notice> = []
  for (const node of astNodes(statement)) {
    if (node._tag !== "In" || !node.cohort) continue
    const { set } = node
    const found = cohorts.find(({ id, name }) =>
      set._tag === "Number" ? id === Number(set.text) : set._tag === "Text" && name === set.value
    )
    if (found === undefined) continue
    const fix = set._tag === "Number" ? quoted(found.name) : String(found.id)
    const message = `Cohort ${found.id} is called ${quoted(found.name)}: it can be named ${fix}, too.`
    notices.push({ message, start: set.start, end: set.end, fix })
  }
  return notices
}

/** Parses, fills and resolves the text as a query would be, and returns the messages. */
export const checkText = Effect.fnUntraced(function*(node: MetadataNode, asked: QueryRun): Effect.fn.Return<Checked> {
  const parsed = parse(node)
  const none = { warnings: [], notices: [], indices: "undecisive" as const, rows: undefined }
  if (Result.isFailure(parsed)) return { ...none, errors: [errorNotice(parsed.failure)], tables: [] }
  const tables = namedTables(parsed.success)
  const { filters, globals, variables } = node
  const filled = fillNode(parsed.success, {
    filters: filters ?? null,
    values: globals ?? null,
    variables: variables ?? null
  }, asked)
  if (Result.isFailure(filled)) return { ...none, errors: [errorNotice(filled.failure)], tables }
  const resolved = yield* Effect.result(resolveFor(filled.success, planModifiers(node.modifiers), asked))
  const notices = cohortNotices(filled.success, yield* asked.cohorts)
  if (Result.isFailure(resolved)) return { ...none, notices, errors: [errorNotice(resolved.failure)], tables }
  const { plan, warnings } = resolved.success
  return {
    errors: [],
    warnings: warnings.map((message) => ({ message })),
    notices,
    tables,
    indices: indexUse(plan),
    rows: (yield* estimateOf(asked, plan))?.rows
  }
})
