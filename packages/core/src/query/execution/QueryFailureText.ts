import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import type { QueryLimitName } from "../QueryEngine.ts"
import type { QueryError } from "../QueryKind.ts"
import type { QueryCancelled, StreamTooLarge, TooManyQueries } from "./QueryExecutionErrors.ts"
import { type FailureDetails, inputHint, limitHints, otherHints, semanticHint, syntaxHint } from "./QueryHints.ts"
import { cancelledText } from "./QueryRun.ts"

/** The reasons for which a query has no answer. */
export type QueryFailure = QueryError | QueryCancelled | StreamTooLarge | TooManyQueries

/** A failure in words that are safe to show, and its wire code. */
export interface FailureText {
  readonly code: string
  readonly message: string
  /** A hint for the caller. */
  readonly hint: string
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

const tooManyStreams = (most: number): string => `This server sends ${most} streamed answers of the project already.`
const tooManyQueries = (most: number): string => `The project runs ${most} queries already, and none ended in time.`

const refused = (exceptionCode: number, code: string, message: string, hint: string): FailureText => ({
  code,
  message,
  hint,
  retryable: false,
  exceptionCode,
  ranBefore: false
})
const failed = (...text: Parameters<typeof refused>): FailureText => ({ ...refused(...text), ranBefore: true })
const passing = (text: FailureText): FailureText => ({ ...text, retryable: true })

/** ClickHouse's numbers of errors in a statement, by wire code. */
const semanticCodes: Readonly<Record<string, number>> = {
  illegal_type_of_argument: 43,
  illegal_type_of_column_for_filter: 59,
  illegal_aggregation: 184,
  not_an_aggregate: 215,
  no_common_type: 386,
  too_big_ast: 168
}

/** Of a statement that names or means something that is not there: BAD_ARGUMENTS. */
const badArguments = 36

const limitTexts: Readonly<Record<QueryLimitName, (most: string) => readonly [number, string, string]>> = {
  memory: (most) => [241, "query_too_large", `Query has reached the max memory limit before completing${most}.`],
  rows: (most) => [158, "too_many_rows", `The query reads more rows than the limit allows${most}.`],
  bytes: (most) => [307, "too_many_bytes", `The query reads more bytes than the limit allows${most}.`],
  answer: (most) => [396, "answer_too_large", `The answer is larger than the limit allows${most}.`],
  cells: (most) => [396, "too_many_cells", `The answer has more cells than the limit allows${most}.`],
  recursion: () => [306, "too_deep_recursion", "The recursive query has more rounds than the limit allows."],
  cell: (most) => [131, "cell_too_large", `A value that the query makes is larger than the limit allows${most}.`]
}

const texts: Texts = {
  InvalidInput: (error) => refused(badArguments, error.issues[0].code, error.message, inputHint(error)),
  SqlSyntaxError: (error) => refused(62, "hogql_syntax_error", error.detail, syntaxHint(error)),
  SqlSemanticError: (error) =>
    refused(semanticCodes[error.code] ?? badArguments, error.code, error.detail, semanticHint(error)),
  QueryRuntimeError: ({ code, detail }) => failed(badArguments, code, detail, otherHints.QueryRuntimeError),
  QueryTimedOut: () =>
    failed(
      159,
      "query_timed_out",
      "Query has hit the max execution time before completing.",
      otherHints.QueryTimedOut
    ),
  QueryTooLarge: ({ limit, most }) =>
    failed(...limitTexts[limit](most === undefined ? "" : `: ${most.toLocaleString("en")}`), limitHints[limit]),
  QueryRefused: () =>
    passing(refused(
      439,
      "query_refused",
      "The database ended twice while it ran this query, which is therefore not run for a while. A smaller query may be.",
      otherHints.QueryRefused
    )),
  QueryEngineBusy: () =>
    passing(refused(
      202,
      "query_engine_busy",
      "Queries are a little too busy right now. Please try again shortly.",
      otherHints.QueryEngineBusy
    )),
  QueryEngineUnavailable: () =>
    passing(failed(
      210,
      "query_engine_unavailable",
      "The storage cannot be reached right now.",
      otherHints.QueryEngineUnavailable
    )),
  QueryDataDamaged: ({ table }) =>
    failed(
      246,
      "data_damaged",
      `Stored data${table === undefined ? "" : ` of the table ${table}`} are damaged and cannot be read.`,
      otherHints.QueryDataDamaged
    ),
  QueryCancelled: () => failed(394, "query_cancelled", cancelledText, otherHints.QueryCancelled),
  StreamTooLarge: (error) => failed(396, "stream_too_large", streamTooLargeText(error), otherHints.StreamTooLarge),
  TooManyQueries: ({ concurrent, unit }) =>
    passing(
      unit === "streams"
        ? refused(202, "too_many_queries", tooManyStreams(concurrent), otherHints.QueryEngineBusy)
        : refused(202, "too_many_queries", tooManyQueries(concurrent), otherHints.TooManyQueries)
    )
}

/** The text of a failure, which every storage can keep: it may quote a query's NUL, which shows as U+FFFD. */
export const failureText = <Tag extends QueryFailure["_tag"]>(
  failure: Extract<QueryFailure, { readonly _tag: Tag }>
): FailureText => {
  const text = (texts[failure._tag] as (failure: QueryFailure) => FailureText)(failure)
  return { ...text, message: sanitizeText(text.message), hint: sanitizeText(text.hint) }
}

/** The text of a defect; the server's log has its cause. */
export const defectText: FailureText = failed(
  49,
  "error",
  "The query failed for an internal reason.",
  "Nothing in the query is known to be wrong: tell whoever runs the server, whose log has the cause."
)

/** The text of a query whose server ended while its caller waited. */
export const lostText: FailureText = passing(failed(
  210,
  "query_lost",
  "The server that ran the query ended, or lost its database.",
  "Send it again, or run it in the background, where another server goes on with it."
))

/** The text of a query whose results are stored and cannot be read; the server's log has the cause. */
export const unreadableText: FailureText = passing(failed(
  246,
  "result_unreadable",
  "The stored result of the query cannot be read.",
  "Run the query again. Whoever runs the server finds the cause in its log."
))

const positionOf = (failure: QueryFailure): Pick<FailureDetails, "end" | "field" | "start"> => {
  if (failure._tag !== "SqlSyntaxError" && failure._tag !== "SqlSemanticError") return {}
  const { end, field, start } = failure
  return field === undefined ? { start, end } : { start, end, field }
}

/** The place in the text, the hint, and whether to try again. */
export const failureDetails = (failure: QueryFailure): FailureDetails => {
  const { hint, retryable } = failureText(failure)
  return { ...positionOf(failure), hint, retryable }
}
