import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields } from "../../AnswerFields.ts"

const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

const Volume = Schema.Struct({
  label: field(Schema.String, "The instant at which the part begins."),
  value: field(Schema.Finite, "The number of exceptions in it.")
}).annotate(component("ErrorIssueVolume", "A part of the time, and how often an issue occurred in it."))

const Aggregations = Schema.Struct({
  occurrences: field(Schema.Finite, "The number of exceptions."),
  users: field(Schema.Finite, "The number of persons who met it."),
  sessions: field(Schema.Finite, "The number of sessions in which it occurred."),
  volumeRange: field(Schema.Array(Schema.Finite), "The number of exceptions in each part of the time."),
  volume_buckets: field(Schema.Array(Volume), "The same with the beginning of each part.")
}).annotate(component("ErrorIssueAggregations", "The numbers of an issue."))

/** The exceptions of one fingerprint. */
export const ErrorIssue = Schema.Struct({
  id: field(Schema.String, "The id of the issue: the one that events name, or one that follows from the fingerprint."),
  name: field(Schema.String, "The type of the latest exception."),
  description: field(Schema.String, "The message of the latest exception."),
  status: field(Schema.Literal("active"), "Always `active`."),
  assignee: field(Schema.Null, "Always null."),
  external_issues: field(Schema.Array(Schema.String), "Always empty."),
  first_seen: field(Schema.String, "The time of the first exception within the time of the query."),
  last_seen: field(Schema.String, "The time of the latest one."),
  library: field(Schema.String, "The library that sent the latest one."),
  function: field(Schema.String, "The function that threw it, where the stack has it."),
  source: field(Schema.String, "The file of that function."),
  aggregations: field(Aggregations, "The numbers of the issue.")
}).annotate(component("ErrorIssue", "The exceptions of one fingerprint."))
export type ErrorIssue = typeof ErrorIssue.Type

/** The form of the answers. */
export const ErrorTrackingAnswer = answerOf("ErrorTrackingQuery", "Exceptions that were captured, by issue.", {
  ...insightAnswerFields,
  results: field(Schema.Array(ErrorIssue), "The issues in their order."),
  columns: perhaps(
    Schema.Array(Schema.String),
    "The columns in which they are shown; absent in an answer that failed."
  ),
  hasMore: perhaps(Schema.Boolean, "Whether there are more issues; absent in an answer that failed."),
  limit: perhaps(Schema.Int, "The most issues of the answer; absent in an answer that failed."),
  offset: perhaps(Schema.Int, "The issues that were left out before the first one; absent in an answer that failed.")
})
