import type { Span } from "../Ast.ts"
import { closestName } from "../catalogue/ClosestName.ts"
import { refuse } from "./SemanticFailure.ts"

/** So many names are listed when none is close. */
const most = 30

/** A hint for an unknown name: the closest known one, else all of them. */
const meant = (name: string, known: ReadonlyArray<string>, kind: string): string | undefined => {
  const close = closestName(name, known)
  if (close !== undefined) return `Did you mean '${close}'?`
  if (known.length === 0) return undefined
  const listed = known.slice(0, most).join(", ")
  return `The ${kind} here are: ${listed}${known.length > most ? ", …" : "."}`
}

/** Refuses a field that a table does not have; `before` is what its fields are written after. */
export const unknownField = (name: string, known: ReadonlyArray<string>, span: Span, before = ""): never => {
  const properties = known.includes("properties") ? ` Properties are read as ${before}properties.${name}.` : ""
  return refuse(`Field not found: ${name}`, span, { hint: `${meant(name, known, "fields") ?? ""}${properties}` })
}

/** The names that other schemas give to the fields of events. */
const elsewhere: Readonly<Record<string, string>> = {
  created: "timestamp",
  date: "timestamp",
  email: "person.properties.email",
  event_name: "event",
  event_time: "timestamp",
  event_timestamp: "timestamp",
  id: "uuid, person_id or distinct_id",
  ip: "properties.$ip",
  name: "event, or person.properties.name",
  session: "$session_id, or a field of session such as session.$session_duration",
  session_id: "$session_id",
  time: "timestamp",
  url: "properties.$current_url",
  user: "person_id or distinct_id",
  user_id: "person_id or distinct_id",
  userid: "person_id or distinct_id"
}

/**
 * A hint for the most likely meaning of a name: a field by another name, or one of a table that is not in the query.
 */
const instead = (name: string, known: ReadonlyArray<string>, tables: ReadonlyArray<string>): string | undefined => {
  if (name === "team_id") return "A query sees its own project alone: leave the condition out."
  const lower = name.toLowerCase()
  const other = known.includes("distinct_id") && Object.hasOwn(elsewhere, lower) ? elsewhere[lower] : undefined
  if (other !== undefined) return `Did you mean ${other}?`
  return tables.length > 0 ? `No table is called ${name} in this query: there is ${tables.join(", ")}.` : undefined
}

/** Refuses a field that no table of the query has; where a table may be meant, the query's tables have these names. */
export const unresolvedField = (
  name: string,
  known: ReadonlyArray<string>,
  tables: ReadonlyArray<string>,
  span: Span
): never => {
  const close = closestName(name, tables.length === 0 ? known : [...tables, "properties", "person", "session"])
  const properties = known.includes("properties") ? ` Properties are read as properties.${name}, texts` : " Texts"
  const listed = close === undefined ? ` ${meant(name, known, "fields") ?? ""}` : ""
  const asked = close === undefined ? "" : `Did you mean '${close}'?`
  return refuse(`Unable to resolve field: ${name}`, span, {
    hint: known.length === 0
      ? "The query has no FROM, so there are no fields. Did you mean FROM events?"
      : instead(name, known, close === undefined ? tables : []) ??
        `${asked}${properties} stand in single quotes: '${name}'.${listed}`.trim()
  })
}

/** Tables of other services that do not exist here. */
const notHere: ReadonlyArray<readonly [tables: RegExp, what: string]> = [
  [/session_replay|recording/, "Recordings are not kept here. Sessions are in the table sessions."],
  [/log_entries|^logs$|console_logs/, "Logs are not kept here."],
  [/heatmap/, "Heatmaps are not kept here. Clicks are events: $autocapture, with elements_chain."],
  [/app_metrics|batch_export/, "Metrics of pipelines are not kept here."],
  [/error_tracking/, "Issues of errors are not kept here. Exceptions are events: $exception."],
  [/information_schema|^system\./, "A DatabaseSchemaQuery has the tables and their fields."]
]

/** Refuses a table that is not there. */
export const unknownTable = (name: string, known: ReadonlyArray<string>, span: Span): never =>
  refuse(`Unknown table "${name}".`, span, {
    hint: notHere.find(([tables]) => tables.test(name))?.[1] ?? meant(name, known, "tables")
  })
