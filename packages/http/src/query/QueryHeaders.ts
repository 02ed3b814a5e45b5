import type { QueryAnswer } from "@hedgerow/core/query/execution/QueryExecution"
import { ApiError } from "../errors/ApiError.ts"

/** The headers of answers to queries, as the document describes them. */
export const queryHeaders = {
  "X-Hedgerow-Query-Id":
    "The id of the query: its `client_query_id`, or one that was made for it. Its log is read by it.",
  "X-Hedgerow-Rows-Read": "Rows that the engine read for this answer, as far as it knows; 0 for a cached answer.",
  "X-Hedgerow-Bytes-Read": "Bytes that the engine read for this answer, as far as it knows; 0 for a cached answer.",
  "X-Hedgerow-Cpu-Ms": "Milliseconds of processor time that the engine spent; 0 where it does not report it."
} as const

/** The headers of streamed answers: their cost is not known before their end. */
export const streamHeaders = {
  "X-Hedgerow-Query-Id": queryHeaders["X-Hedgerow-Query-Id"],
  "X-Hedgerow-Columns":
    "The names and types of the columns of a streamed answer, as JSON; left out beyond 8,000 characters.",
  "Content-Disposition":
    "The name of the file as which a browser saves a streamed answer: the query's `name`, or `query`.",
  "X-Hedgerow-Warnings": "Warnings about the rows of a streamed answer: a JSON list of texts."
} as const

/** Scripts of other sites may read the headers where they may read the answer. */
const exposed = { "access-control-expose-headers": Object.keys({ ...queryHeaders, ...streamHeaders }).join(", ") }

const idHeader = (queryId: string): Record<string, string> =>
  // A header holds no other characters; an id that has some is known to its caller.
  /^[\x21-\x7e]+$/.test(queryId) ? { "x-hedgerow-query-id": queryId } : {}

/** The headers of an answer, whichever form its rows have. */
export const headersOf = ({ cost, queryId }: Pick<QueryAnswer, "cost" | "queryId">): Record<string, string> => ({
  ...exposed,
  ...idHeader(queryId),
  "x-hedgerow-rows-read": String(cost.rowsRead),
  "x-hedgerow-bytes-read": String(cost.bytesRead),
  "x-hedgerow-cpu-ms": String(Math.round(cost.cpuMicros / 1_000))
})

/** The headers of an answer whose rows are streamed. */
export const streamHeadersOf = (queryId: string): Record<string, string> => ({ ...exposed, ...idHeader(queryId) })

/** The error with the id of the query that it ended. */
export const withQueryId = (queryId: string) => (error: ApiError): ApiError =>
  new ApiError({ ...error, headers: { ...error.headers, ...exposed, ...idHeader(queryId) } })
