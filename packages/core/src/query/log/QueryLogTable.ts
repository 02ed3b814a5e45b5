import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { dateTime, scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import type { QueryLogEntry } from "./QueryLogEntry.ts"

/** A column of the table `query_log`. */
export interface QueryLogColumn {
  readonly name: string
  readonly type: SqlType
  readonly cell: (entry: QueryLogEntry) => Cell
  /** The description of the column, for the documentation. */
  readonly text: string
}

/** The name of the table in SQL. */
export const queryLogName = "query_log"

/** The names that queries may call it by. */
export const queryLogNames: ReadonlyArray<string> = [queryLogName, "raw_query_log"]

/** The texts that one statement reads of the log, in characters; and the most that an entry has of one text. */
export const readCharacters = 4 * 1024 * 1024
export const longestText = 10_000

const day = 86_400_000_000

const text = scalar("String")
const integer = scalar("Int64")
const instant = dateTime("UTC")
const bool = scalar("Bool")

const column = (name: string, type: SqlType, cell: QueryLogColumn["cell"], text: string): QueryLogColumn => ({
  name,
  type,
  cell,
  text
})

const objectStorage = (name: string): QueryLogColumn =>
  column(name, integer, () => 0, "Work with object storage, which Hedgerow does not use: always 0")

/** Every column, in the order of `*`: those of the reference service, then Hedgerow's own. */
export const queryLogColumns: ReadonlyArray<QueryLogColumn> = [
  column("event_date", scalar("Date"), ({ event_time }) => Math.floor(event_time / day), "The day it ended, in UTC"),
  column("event_time", instant, ({ event_time }) => event_time, "When it ended"),
  column("query_id", text, ({ query_id }) => query_id, "The id of the query: the caller's own, or one made for it"),
  column("endpoint", text, ({ endpoint }) => endpoint, "The route that it came by; empty for a call of the library"),
  column(
    "query",
    text,
    ({ query }) => query,
    "The SQL text, or the node of another kind as JSON; up to 10,000 characters"
  ),
  column("query_start_time", instant, ({ query_start_time }) => query_start_time, "When it was begun"),
  column("query_duration_ms", integer, ({ query_duration_ms }) => query_duration_ms, "Milliseconds from begin to end"),
  column("hogql_name", text, ({ hogql_name }) => hogql_name, "The `name` of the request, else of its query"),
  column("created_by", scalar("Int64", true), ({ created_by }) => created_by, "The user who asked; NULL for none"),
  column("read_rows", integer, ({ read_rows }) => read_rows, "Rows that the engine read, as far as it knows"),
  column("read_bytes", integer, ({ read_bytes }) => read_bytes, "Bytes that the engine read, as far as it knows"),
  column("result_rows", integer, ({ result_rows }) => result_rows, "Rows of the answer; 0 for a cached answer"),
  column("result_bytes", integer, ({ result_bytes }) => result_bytes, "Length of the answer, in characters"),
  column("memory_usage", integer, ({ memory_usage }) => memory_usage, "The most bytes that it held; 0 where not known"),
  column(
    "status",
    text,
    ({ status }) => status,
    "`QueryFinish`, `ExceptionBeforeStart` (no engine ran it) or `ExceptionWhileProcessing`"
  ),
  column(
    "exception_code",
    integer,
    ({ exception_code }) => exception_code,
    "ClickHouse's number for such an error; 0 without one"
  ),
  column(
    "is_personal_api_key_request",
    bool,
    (entry) => entry.is_personal_api_key_request,
    "Whether a personal API key asked"
  ),
  column(
    "cpu_microseconds",
    integer,
    ({ cpu_microseconds }) => cpu_microseconds,
    "Processor time of the engine; 0 where not known"
  ),
  column(
    "RealTimeMicroseconds",
    integer,
    ({ event_time, query_start_time }) => Math.max(0, event_time - query_start_time),
    "Microseconds from begin to end"
  ),
  ...["S3ListObjects", "S3HeadObject", "S3GetObjectAttributes", "S3GetObject", "ReadBufferFromS3Bytes"]
    .map(objectStorage),
  column("query_kind", text, ({ query_kind }) => query_kind, "The kind of the query, such as `ServiceSqlQuery`"),
  column("is_cached", bool, ({ is_cached }) => is_cached, "Whether a cached answer was returned"),
  column("is_async", bool, ({ is_async }) => is_async, "Whether it ran in the background"),
  column("error_code", text, ({ error_code }) => error_code, "The code of the error; empty without one"),
  column("exception", text, ({ exception }) => exception, "The error in words; empty without one")
]

/** An entry as a row of `*`. */
export const queryLogRow = (entry: QueryLogEntry): Row => queryLogColumns.map(({ cell }) => cell(entry))
