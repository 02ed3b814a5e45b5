import type { QueryError } from "../QueryKind.ts"
import type { QueryCancelled, StreamTooLarge } from "./QueryExecutionErrors.ts"
import { cancelledText } from "./QueryRun.ts"
import type { TooManyQueries } from "./QuerySlots.ts"

/** Why a query that was asked for has no answer. */
export type QueryFailure = QueryError | QueryCancelled | StreamTooLarge | TooManyQueries

/** A failure in words that are safe to show, and its wire code. */
export interface FailureText {
  readonly code: string
  readonly message: string
  /** Whether the same query may have an answer a little later. */
  readonly retryable: boolean
}

type Texts = {
  readonly [Tag in QueryFailure["_tag"]]: (failure: Extract<QueryFailure, { readonly _tag: Tag }>) => FailureText
}

/** A streamed answer that was cut off, in words. */
export const streamTooLargeText = ({ most, unit }: Pick<StreamTooLarge, "most" | "unit">): string =>
  `A streamed answer may have ${most} ${unit}; this one has more, which are not returned.`

const final = (code: string, message: string): FailureText => ({ code, message, retryable: false })
const passing = (code: string, message: string): FailureText => ({ code, message, retryable: true })

const texts: Texts = {
  InvalidInput: ({ issues: [{ code, message }] }) => final(code, message),
  SqlSyntaxError: ({ detail }) => final("hogql_syntax_error", detail),
  SqlSemanticError: ({ code, detail }) => final(code, detail),
  QueryRuntimeError: ({ code, detail }) => final(code, detail),
  QueryTimedOut: () => final("query_timed_out", "Query has hit the max execution time before completing."),
  QueryTooLarge: () => final("query_too_large", "Query has reached the max memory limit before completing."),
  QueryRefused: () =>
    passing("query_refused", "This query ended the engine again and again and is not run for a while."),
  QueryEngineBusy: () =>
    passing("query_engine_busy", "Queries are a little too busy right now. Please try again shortly."),
  QueryEngineUnavailable: () => passing("query_engine_unavailable", "The query engine is not available right now."),
  QueryCancelled: () => final("query_cancelled", cancelledText),
  StreamTooLarge: ({ most, unit }) => final("stream_too_large", streamTooLargeText({ most, unit })),
  TooManyQueries: ({ concurrent }) =>
    passing("too_many_queries", `The project runs ${concurrent} queries already, and none ended in time.`)
}

/** What is said of a failure. */
export const failureText = <Tag extends QueryFailure["_tag"]>(
  failure: Extract<QueryFailure, { readonly _tag: Tag }>
): FailureText => (texts[failure._tag] as (failure: QueryFailure) => FailureText)(failure)
