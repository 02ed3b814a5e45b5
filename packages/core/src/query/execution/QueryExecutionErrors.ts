import { Schema } from "effect"

/** The project has no such run of a query, or has it no more. */
export class QueryRunNotFound extends Schema.TaggedError<QueryRunNotFound>()("QueryRunNotFound", {
  id: Schema.String,
  project: Schema.Int
}) {}

/** Somebody cancelled the query. */
export class QueryCancelled extends Schema.TaggedError<QueryCancelled>()("QueryCancelled", {}) {}

/** A streamed answer has more rows, or more bytes, than one may have. */
export class StreamTooLarge extends Schema.TaggedError<StreamTooLarge>()("StreamTooLarge", {
  unit: Schema.Literals(["rows", "bytes"]),
  most: Schema.Finite
}) {}

/** The project's queries, or its streamed answers, are as many as there may be at once; no query ended in time. */
export class TooManyQueries extends Schema.TaggedError<TooManyQueries>()("TooManyQueries", {
  concurrent: Schema.Int,
  unit: Schema.optionalKey(Schema.Literals(["queries", "streams"]))
}) {}
