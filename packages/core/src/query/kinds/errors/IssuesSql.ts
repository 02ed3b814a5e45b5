/**
 * Issues: the exceptions of one fingerprint. An SDK, or a user of one, may name it (`$exception_fingerprint`), or the issue
 * itself (`$exception_issue_id`); otherwise it is the type and the message of the exception.
 */
import { allOf, always, bare, instant, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { type ClosedSpan, timeCondition } from "../../structured/InsightFields.ts"
import type { ErrorTrackingNode } from "./ErrorTrackingNode.ts"

/** The condition of every row that is an exception. */
export const isException: Sql = sql`event = '$exception'`

/** The last frame of a stack is the one that threw. */
const thrownIn = (member: "filename" | "function"): Sql =>
  sql`coalesce(JSONExtractString(arrayElement(JSONExtractArrayRaw(properties.\`$exception_list\`, 1, 'stacktrace', 'frames'), -1), ${member}), '')`

/** The first of the list, or the property that SDKs had before there was one. */
const part = (member: "type" | "value", older: Sql): Sql =>
  sql`coalesce(nullIf(JSONExtractString(properties.\`$exception_list\`, 1, ${member}), ''), ${older}, '')`

/** The fingerprint, after a letter for its source. */
const fingerprint =
  sql`multiIf(given_id != '', concat('i', given_id), given_print != '', concat('f', given_print), concat('m', type, '\n', message))`

/** Each exception of a time with its type, message and place. */
const exceptions = (span: ClosedSpan, condition: Sql): Sql =>
  sql`SELECT timestamp, person_id, $session_id AS session, coalesce(properties.\`$lib\`, '') AS library, coalesce(properties.\`$exception_issue_id\`, '') AS given_id, coalesce(properties.\`$exception_fingerprint\`, '') AS given_print, ${
    part("type", sql`properties.\`$exception_type\``)
  } AS type, ${part("value", sql`properties.\`$exception_message\``)} AS message, ${
    thrownIn("function")
  } AS function, ${thrownIn("filename")} AS source FROM events WHERE ${
    allOf([isException, timeCondition(span), condition])
  }`

/** Each exception with the fingerprint of its issue. */
const withPrints = (span: ClosedSpan, condition: Sql): Sql =>
  sql`SELECT *, ${fingerprint} AS print FROM (${exceptions(span, condition)})`

const searched = ({ searchQuery: text }: ErrorTrackingNode): Sql =>
  text === undefined || text === null || text === ""
    ? always
    : sql`positionCaseInsensitive(concat(type, ' ', message), ${text}) > 0`

/** The columns of an issue, in the order of the statement. */
export const columns = [
  "print",
  "first_seen",
  "last_seen",
  "occurrences",
  "users",
  "sessions",
  "type",
  "message",
  "library",
  "function",
  "source"
] as const

/** Issues in their order, from the one at `offset` on. */
export const issuesSql = (
  node: ErrorTrackingNode,
  span: ClosedSpan,
  condition: Sql,
  { limit, offset }: { readonly limit: number; readonly offset: number }
): Sql => {
  const order = bare(node.orderBy ?? "last_seen")
  const direction = bare(node.orderDirection ?? "DESC")
  return sql`SELECT print, min(timestamp) AS first_seen, max(timestamp) AS last_seen, count() AS occurrences, uniq(person_id) AS users, uniq(nullIf(session, '')) AS sessions, argMax(type, timestamp) AS last_type, argMax(message, timestamp) AS last_message, argMax(library, timestamp) AS last_library, argMax(function, timestamp) AS last_function, argMax(source, timestamp) AS last_source FROM (${
    withPrints(span, condition)
  }) WHERE ${searched(node)} GROUP BY print ORDER BY ${order} ${direction}, print LIMIT ${limit} OFFSET ${offset}`
}

const second = 1_000_000

/** The number of occurrences of these issues in each of equal parts of the time, of those that the list counts. */
export const volumesSql = (
  node: ErrorTrackingNode,
  span: ClosedSpan,
  condition: Sql,
  { parts, prints }: { readonly parts: number; readonly prints: ReadonlyArray<string> }
): Sql => {
  const seconds = Math.max(1, Math.ceil((span.to - span.from) / second))
  const place = sql`intDiv(dateDiff('second', ${instant(span.from)}, timestamp) * ${parts}, ${seconds})`
  return sql`SELECT print, least(${place}, ${parts - 1}) AS part, count() FROM (${withPrints(span, condition)}) WHERE ${
    allOf([sql`print IN ${prints}`, searched(node)])
  } GROUP BY print, part`
}
