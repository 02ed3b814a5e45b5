import type { Project } from "../access/Project.ts"
import { type EventTime, toIso } from "../events/EventTime.ts"
import { cacheKey } from "./CacheKey.ts"
import { eventNames } from "./EventNames.ts"
import { planModifiers } from "./QueryModifiers.ts"
import type { QueryRequest } from "./QueryRequest.ts"
import { encodeRows, type WireValue } from "./ResultJson.ts"
import { typeName } from "./sql/SqlType.ts"
import type { SqlOutcome } from "./SqlQuery.ts"

const minute = 60_000_000
const refreshAfter = 6 * 60 * minute

/** The answer to a query of SQL text, with the field names of the wire. */
export type QueryResponse = {
  readonly results: ReadonlyArray<ReadonlyArray<WireValue>>
  readonly columns: ReadonlyArray<string>
  readonly types: ReadonlyArray<readonly [name: string, type: string]>
  /** `hasMore`, `limit` and `offset` are known where the default limit applied. */
  readonly hasMore: boolean | null
  readonly limit: number | null
  readonly offset: number | null
  readonly hogql: string | null
  readonly clickhouse: string | null
  readonly query: null
  readonly error: string | null
  readonly explain: null
  readonly metadata: null
  readonly modifiers: { readonly [key: string]: WireValue }
  readonly timings: ReadonlyArray<{ readonly k: string; readonly t: number }> | null
  readonly query_status: null
  readonly resolved_date_range: null
  readonly is_cached: boolean
  readonly last_refresh: string
  readonly next_allowed_client_refresh: string
  readonly cache_key: string
  readonly cache_target_age: string
  readonly timezone: string
  readonly query_metadata: { readonly events: ReadonlyArray<string> }
  readonly calculation_trigger: null
  /** What was left out of the rows, or may be missing in them, in words. */
  readonly warnings: ReadonlyArray<string>
}

const envelope = (project: Project, request: QueryRequest, now: EventTime) => {
  const modifiers = planModifiers(request.node.modifiers)
  const { filtersOverride, node, variablesOverride } = request
  return {
    query: null,
    explain: null,
    metadata: null,
    modifiers: {
      ...modifiers,
      ...(node.modifiers?.debug === true ? { debug: true } : undefined),
      ...(node.modifiers?.timings === true ? { timings: true } : undefined)
    },
    query_status: null,
    resolved_date_range: null,
    is_cached: false,
    last_refresh: toIso(now),
    next_allowed_client_refresh: toIso(now + minute),
    cache_key: cacheKey(project, node, modifiers, { filtersOverride, variablesOverride }),
    cache_target_age: toIso(now + refreshAfter),
    timezone: project.timezone,
    calculation_trigger: null
  } satisfies Partial<QueryResponse>
}

/** The answer that shows what a query found at `now`. */
export const successResponse = (
  project: Project,
  request: QueryRequest,
  now: EventTime,
  outcome: SqlOutcome
): QueryResponse => {
  const { columns, limit, printed, result, statement, timings } = outcome
  const hasMore = limit.isDefault && result.rows.length > limit.rows
  const left = hasMore ? [`Only the first ${limit.rows} rows are returned, because the query has no LIMIT.`] : []
  return {
    ...envelope(project, request, now),
    results: encodeRows(result.rows.slice(0, limit.rows), columns.map(({ type }) => type)),
    columns: columns.map(({ name }) => name),
    types: columns.map(({ name, type }) => [name, typeName(type)] as const),
    hasMore: limit.isDefault ? hasMore : null,
    limit: limit.isDefault ? limit.rows : null,
    offset: limit.isDefault ? limit.plan.offset : null,
    hogql: printed,
    clickhouse: request.node.modifiers?.debug === true ? result.statement ?? null : null,
    error: null,
    timings: request.node.modifiers?.timings === true ? timings : null,
    query_metadata: { events: eventNames(statement) },
    warnings: [...limit.warnings, ...left, ...result.warnings]
  }
}

/** The answer to a failed query that asked for errors in the answer (`modifiers.debug`). */
export const failureResponse = (
  project: Project,
  request: QueryRequest,
  now: EventTime,
  error: string
): QueryResponse => ({
  ...envelope(project, request, now),
  results: [],
  columns: [],
  types: [],
  hasMore: null,
  limit: null,
  offset: null,
  hogql: null,
  clickhouse: null,
  error,
  timings: null,
  query_metadata: { events: [] },
  warnings: []
})
