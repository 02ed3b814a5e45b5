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
  /** ClickHouse's number of such an error, for the query log. */
  readonly exceptionCode: number
  /** Whether an engine had the query already. */
  readonly ranBefore: boolean
}

type Texts = {
  readonly [Tag in QueryFailure["_tag"]]: (failure: Extract<QueryFailure, { readonly _tag: Tag }>) => FailureText
}

/** A streamed answer that was cut off, in words. */
export const streamTooLargeText = ({ most, unit }: Pick<StreamTooLarge, "most" | "unit">): string =>
  `A streamed answer may have ${most} ${unit}; this one has more, which are not returned.`

const refused = (exceptionCode: number, code: string, message: string): FailureText => ({
  code,
  message,
  retryable: false,
  exceptionCode,
  ranBefore: false
})
const failed = (exceptionCode: number, code: string, message: string): FailureText => ({
  ...refused(exceptionCode, code, message),
  ranBefore: true
})
const passing = (text: FailureText): FailureText => ({ ...text, retryable: true })

/** ClickHouse's numbers of errors in a statement, by wire code. */
const semanticCodes: Readonly<Record<string, number>> = {
  illegal_type_of_argument: 43,
  illegal_aggregation: 184,
  not_an_aggregate: 215,
  no_common_type: 386,
  too_big_ast: 168
}

/** Of a statement that names or means something that is not there: BAD_ARGUMENTS. */
const badArguments = 36

const texts: Texts = {
  InvalidInput: ({ issues: [{ code, message }] }) => refused(badArguments, code, message),
  SqlSyntaxError: ({ detail }) => refused(62, "hogql_syntax_error", detail),
  SqlSemanticError: ({ code, detail }) => refused(semanticCodes[code] ?? badArguments, code, detail),
  QueryRuntimeError: ({ code, detail }) => failed(badArguments, code, detail),
  QueryTimedOut: () => failed(159, "query_timed_out", "Query has hit the max execution time before completing."),
  QueryTooLarge: () => failed(241, "query_too_large", "Query has reached the max memory limit before completing."),
  QueryRefused: () =>
    passing(refused(439, "query_refused", "This query ended the engine again and again and is not run for a while.")),
  QueryEngineBusy: () =>
    passing(
      refused(202, "query_engine_busy", "Queries are a little too busy right now. Please try again shortly.")
    ),
  QueryEngineUnavailable: () =>
    passing(failed(210, "query_engine_unavailable", "The query engine is not available right now.")),
  QueryCancelled: () => failed(394, "query_cancelled", cancelledText),
  StreamTooLarge: (error) => failed(396, "stream_too_large", streamTooLargeText(error)),
  TooManyQueries: ({ concurrent }) =>
    passing(
      refused(202, "too_many_queries", `The project runs ${concurrent} queries already, and none ended in time.`)
    )
}

/** What is said of a failure. */
export const failureText = <Tag extends QueryFailure["_tag"]>(
  failure: Extract<QueryFailure, { readonly _tag: Tag }>
): FailureText => (texts[failure._tag] as (failure: QueryFailure) => FailureText)(failure)

/** What is said of a defect; the server's log has its cause. */
export const defectText: FailureText = failed(49, "error", "The query failed for an internal reason.")
