import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { unaliased } from "@hedgerow/sql/ast/AstWalk"
import { SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { parseOrder } from "@hedgerow/sql/parse/Parser"
import { hasAggregate } from "@hedgerow/sql/plan/ExprMeasures"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect, Result } from "effect"
import { allOf, bare, joined, read, readExpression, type Sql, sql } from "../../filters/SqlFragment.ts"
import type { Answering, QueryNode } from "../QueryKind.ts"
import type { QueryModifiers } from "../QueryModifiers.ts"
import { planStatement, type RanStatement, type StatementRun, timingsOf } from "./RunStatement.ts"

/** An expression of a list that a user sent: `count()`, `properties.plan AS plan`, `event -- Label`. */
export interface Listed {
  readonly tree: AstExpr
  /** With the name that it gives itself. */
  readonly named: Sql
  readonly expr: Sql
  /** It has one value for a group of rows. */
  readonly isAggregate: boolean
}

/** An expression by which rows are ordered. */
export interface ListedOrder {
  readonly expr: Sql
  readonly isDescending: boolean
  /** Where NULLs are, where it is said. */
  readonly nulls?: "first" | "last" | undefined
}

/** An expression that is known to be no aggregate. */
export const plainly = (tree: AstExpr): Listed => ({ tree, named: read(tree), expr: read(tree), isAggregate: false })

/** An expression about the rows of `from`; whether it is an aggregate is seen in its plan. */
export const listedOf = Effect.fnUntraced(function*(tree: AstExpr, text: string, from: Sql, run: StatementRun) {
  const expr = read(unaliased(tree), text)
  // Each takes a while where it is long, and there may be many.
  yield* Effect.yieldNow
  const { plan } = yield* planStatement(sql`SELECT ${expr} FROM ${from}`, run)
  const isAggregate = plan._tag === "Select" && hasAggregate(plan)
  const listed: Listed = { tree: unaliased(tree), named: read(tree, text), expr, isAggregate }
  return listed
})

/** Reads an expression about the rows of `from`. */
export const readListed = Effect.fnUntraced(function*(text: string, from: Sql, run: StatementRun) {
  return yield* listedOf(yield* Effect.fromResult(readExpression(text)), text, from, run)
})

/** A label at the end of an expression, which a direction may stand behind. */
const label = /\s--[^'"`]*?(?=(?:\s+(?:asc|desc))?\s*$)/i

/** Reads terms of an order: expressions, each with `ASC` or `DESC` behind it. */
export const readOrder = Effect.fnUntraced(function*(text: string) {
  const parsed = Result.mapError(
    parseOrder(text.replace(label, "")),
    (error) => new SqlSyntaxError({ ...error, text })
  )
  return (yield* Effect.fromResult(parsed)).map(({ descending, expr, nulls }) => {
    const tree = unaliased(expr)
    return { tree, expr: read(tree, text), isDescending: descending, nulls }
  })
})

/** A list of rows, as users ask for one. */
export interface ListQuery {
  readonly select: ReadonlyArray<Listed>
  readonly from: Sql
  /** Holds on the rows that count. */
  readonly condition: Sql
  /** Conditions of the user: those on aggregates are about groups. */
  readonly where: ReadonlyArray<Listed>
  readonly order: ReadonlyArray<ListedOrder>
  readonly limit: number | undefined
  readonly offset: number
}

/** Whether rows are groups: each has what is alike in it, and aggregates of the rest. */
export const isGrouped = ({ select, where }: Pick<ListQuery, "select" | "where">): boolean =>
  [...select, ...where].some(({ isAggregate }) => isAggregate)

/** Whether it counts rows. */
export const isCount = ({ tree }: Listed): boolean =>
  tree._tag === "Call" && tree.name.toLowerCase() === "count" && tree.args.length === 0

const nothing = sql``

const clause = (word: Sql, pieces: ReadonlyArray<Sql>, separator = ", "): Sql =>
  pieces.length === 0 ? nothing : sql` ${word} ${joined(pieces, separator)}`

/** The statement of a list. */
export const listStatement = (query: ListQuery): Sql => {
  const { condition, from, limit, offset, order, select, where } = query
  const ofRows = where.filter(({ isAggregate }) => !isAggregate).map(({ expr }) => expr)
  const ofGroups = where.filter(({ isAggregate }) => isAggregate).map(({ expr }) => expr)
  const keys = isGrouped(query) ? select.filter(({ isAggregate }) => !isAggregate).map(({ expr }) => expr) : []
  const terms = order.map(({ expr, isDescending, nulls }) =>
    sql`${expr} ${bare(isDescending ? "DESC" : "ASC")}${nulls === undefined ? nothing : bare(` NULLS ${nulls}`)}`
  )
  const page = limit === undefined ? nothing : sql` LIMIT ${limit} OFFSET ${offset}`
  return sql`SELECT ${joined(select.map(({ named }) => named))} FROM ${from} WHERE ${allOf([condition, ...ofRows])}${
    clause(sql`GROUP BY`, keys)
  }${clause(sql`HAVING`, ofGroups, " AND ")}${clause(sql`ORDER BY`, terms)}${page}`
}

/** The rows of a list, as its answer shows them. */
export interface FoundList {
  readonly columns: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
  readonly results: ReadonlyArray<ReadonlyArray<WireValue>>
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
  readonly ran: RanStatement
}

/** The fields about the statement in the answer of a list. */
const listAnswer = (ran: RanStatement, modifiers: QueryModifiers | null | undefined) => ({
  hogql: ran.printed,
  clickhouse: modifiers?.debug === true ? ran.engineStatement ?? null : null,
  timings: timingsOf(ran, modifiers),
  error: null,
  warnings: ran.warnings
})

/** The answer of a list that failed. */
const failedList = (error: string) => ({
  columns: [],
  types: [],
  results: [],
  hasMore: null,
  limit: null,
  offset: null,
  hogql: null,
  clickhouse: null,
  timings: null,
  error,
  warnings: []
})

/** The answers of kinds of lists; `failed` is null in the answer of one that failed. */
export const answeringList = (failed: Readonly<Record<string, null>>) => ({
  encode: <Found extends FoundList>(
    { ran, ...found }: Found,
    { envelope, node: { modifiers } }: Answering<QueryNode>
  ) => ({ ...envelope, ...found, ...listAnswer(ran, modifiers) }),
  encodeFailure: (error: string, { envelope }: Pick<Answering<QueryNode>, "envelope">) => ({
    ...envelope,
    ...failedList(error),
    ...failed
  })
})
