import type { IncomingMessage } from "node:http"
import { type EngineError, engineError } from "./EngineError.ts"
import { formParts } from "./FormParts.ts"
import type { Surroundings } from "./Prelude.ts"

/** A statement as it came over HTTP. */
export interface Asked extends Surroundings {
  readonly sql: string
  /** The rows of an insert whose text came in the URL. */
  readonly rows: Buffer | undefined
  readonly queryId: string | undefined
  /** The format of a statement that names none. */
  readonly defaultFormat: string
  readonly acceptsGzip: boolean
  /** Whether the answer is to be sent when it is complete. */
  readonly isWhole: boolean
}

/** Parameters of the protocol; the engine knows no settings of these names. */
const ownParameters = new Set([
  "query",
  "database",
  "query_id",
  "default_format",
  "user",
  "password",
  "quota_key",
  "role",
  "compress",
  "decompress",
  "buffer_size",
  "wait_end_of_query",
  "session_timeout",
  "session_check",
  "close_session",
  "stacktrace",
  "client_protocol_version",
  "enable_http_compression",
  "http_zlib_compression_level",
  "http_response_buffer_size",
  "http_wait_end_of_query",
  "http_headers_progress_interval_ms",
  "http_write_exception_in_output_format",
  "send_progress_in_http_headers",
  "cancel_http_readonly_queries_on_client_close",
  "add_http_cors_header"
])

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const isInsert = (sql: string): boolean => /^\s*INSERT\s/i.test(sql)

/** An insert of what a query answers, which brings no rows along. */
const isInsertOfQuery = (sql: string): boolean => /\bSELECT\b/i.test(sql) && !/\b(FORMAT|VALUES)\b[^)]*$/i.test(sql)

/**
 * Text in the URL or in a form, in the body, or begun in one and continued in the other; rows of an insert stay bytes.
 * A form has no body left for rows.
 */
const textAndRows = (inUrl: string, inBody: Buffer | undefined): Pick<Asked, "rows" | "sql"> => {
  if (inBody === undefined) return { sql: inUrl, rows: undefined }
  if (inUrl === "") return { sql: inBody.toString("utf8"), rows: undefined }
  if (isInsert(inUrl) && !(inBody.length === 0 && isInsertOfQuery(inUrl))) return { sql: inUrl, rows: inBody }
  return { sql: inBody.length === 0 ? inUrl : `${inUrl}\n${inBody.toString("utf8")}`, rows: undefined }
}

/** Reads the statement out of a request whose body is complete and decompressed; answers what is wrong with it. */
export const readRequest = (request: IncomingMessage, body: Buffer): Asked | EngineError => {
  const search = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? "")?.[1])
  const form = formParts(header(request, "content-type"), body)
  const fields = new Map([...search, ...form?.entries() ?? []])
  if (fields.has("session_id")) {
    return engineError(48, "NOT_IMPLEMENTED", "The embedded engine keeps no HTTP sessions")
  }
  const params = new Map<string, string>()
  const settings = new Map<string, string>()
  for (const [name, value] of fields) {
    if (name.startsWith("param_")) params.set(name.slice("param_".length), value)
    else if (!ownParameters.has(name)) settings.set(name, value)
  }
  const bad = [...params.keys(), ...settings.keys()].find((name) => !/^\w+$/.test(name))
  if (bad !== undefined) return engineError(115, "UNKNOWN_SETTING", `Unknown setting '${bad}'`)
  const queryId = fields.get("query_id")
  if (queryId !== undefined && !settings.has("log_comment")) settings.set("log_comment", queryId)
  const encodings = header(request, "accept-encoding") ?? ""
  return {
    ...textAndRows(fields.get("query") ?? "", form === undefined ? body : undefined),
    params,
    settings,
    queryId,
    database: fields.get("database") ?? header(request, "x-clickhouse-database"),
    defaultFormat: fields.get("default_format") ?? header(request, "x-clickhouse-format") ?? "TabSeparated",
    isWhole: fields.get("wait_end_of_query") === "1",
    acceptsGzip: fields.get("enable_http_compression") === "1" && /\bgzip\b/.test(encodings)
  }
}
