import { Schema } from "effect"

/** The query is known, and was asked for longer ago than its log can be read. */
export class QueryLogExpired extends Schema.TaggedError<QueryLogExpired>()("QueryLogExpired", {
  id: Schema.String,
  hours: Schema.Int
}) {}
