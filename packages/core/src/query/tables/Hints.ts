import type { Hints } from "@hedgerow/sql/planning/Planning"

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

/** Tables of other services that do not exist here. */
const notHere: ReadonlyArray<readonly [tables: RegExp, what: string]> = [
  [/session_replay|recording/, "Recordings are not kept here. Sessions are in the table sessions."],
  [/log_entries|^logs$|console_logs/, "Logs are not kept here."],
  [/heatmap/, "Heatmaps are not kept here. Clicks are events: $autocapture, with elements_chain."],
  [/app_metrics|batch_export/, "Metrics of pipelines are not kept here."],
  [/error_tracking/, "Issues of errors are not kept here. Exceptions are events: $exception."],
  [/information_schema|^system\./, "A DatabaseSchemaQuery has the tables and their fields."]
]

/** What users mean by names that their project's tables do not have. */
export const hints: Hints = {
  field: (name, known) => {
    if (name === "team_id") return "A query sees its own project alone: leave the condition out."
    const lower = name.toLowerCase()
    const other = known.includes("distinct_id") && Object.hasOwn(elsewhere, lower) ? elsewhere[lower] : undefined
    return other === undefined ? undefined : `Did you mean ${other}?`
  },
  table: (name) => notHere.find(([tables]) => tables.test(name))?.[1]
}
