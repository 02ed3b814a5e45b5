import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { typeName } from "@hedgerow/sql/types/SqlType"
import type { Answering } from "../../QueryKind.ts"
import type { QueryEnvelope } from "../../QueryResponse.ts"
import { eventNames } from "./EventNames.ts"
import type { SqlOutcome } from "./RunSql.ts"
import type { SqlNode } from "./SqlNode.ts"

/** The answer to a query of SQL text, with the field names of the wire. */
export type SqlResponse = QueryEnvelope & {
  readonly results: ReadonlyArray<ReadonlyArray<WireValue>>
  readonly columns: ReadonlyArray<string>
  readonly types: ReadonlyArray<readonly [name: string, type: string]>
  /** `hasMore`, `limit` and `offset` are known where the default limit applied. */
  readonly hasMore: boolean | null
  readonly limit: number | null
  /** The token of the next page, null on the last; present where pages were requested. */
  readonly after?: string | null
  readonly offset: number | null
  readonly hogql: string | null
  readonly clickhouse: string | null
  readonly query: null
  readonly error: string | null
  /** The steps of the plan and the rows it reads, where they were asked for. */
  readonly explain: ReadonlyArray<string> | null
  readonly metadata: null
  readonly timings: ReadonlyArray<{ readonly k: string; readonly t: number }> | null
  readonly query_metadata: { readonly events: ReadonlyArray<string> }
  /** Warnings about rows or values that were left out, in words. */
  readonly warnings: ReadonlyArray<string>
}

/** The fields of the envelope that an SQL answer leaves empty. */
const unanswered = { query: null, metadata: null } as const

/** The answer that shows what a query found. */
export const successResponse = (outcome: SqlOutcome, { envelope, node }: Answering<SqlNode>): SqlResponse => {
  const { after, columns, explanation, limit, printed, result, results, statement, timings, warnings } = outcome
  const isPage = after !== undefined
  const hasMore = (limit.isDefault || isPage) && outcome.hasMore
  const left = hasMore && !isPage
    ? [`Only the first ${limit.rows} rows are returned, because the query has no LIMIT.`]
    : []
  return {
    ...unanswered,
    ...envelope,
    results,
    columns: columns.map(({ name }) => name),
    types: columns.map(({ name, type }) => [name, typeName(type)] as const),
    hasMore: limit.isDefault || isPage ? hasMore : null,
    limit: limit.isDefault || isPage ? limit.rows : null,
    ...(isPage ? { after } : {}),
    offset: limit.isDefault ? limit.plan.offset : null,
    hogql: printed,
    clickhouse: node.modifiers?.debug === true || node.explain === true ? result.statement ?? null : null,
    explain: explanation ?? null,
    error: null,
    timings: node.modifiers?.timings === true ? timings : null,
    query_metadata: { events: eventNames(statement) },
    warnings: [...warnings, ...limit.warnings, ...left, ...result.warnings]
  }
}

/** The answer to a failed query that asked for errors in the answer (`modifiers.debug`). */
export const failureResponse = (error: string, { envelope }: Answering<SqlNode>): SqlResponse => ({
  ...unanswered,
  ...envelope,
  results: [],
  columns: [],
  types: [],
  hasMore: null,
  limit: null,
  offset: null,
  hogql: null,
  clickhouse: null,
  explain: null,
  error,
  timings: null,
  query_metadata: { events: [] },
  warnings: []
})
