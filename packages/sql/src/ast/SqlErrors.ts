import { Schema } from "effect"

const position = {
  start: Schema.Int,
  end: Schema.Int,
  /** The text that the span is in, where that is a part of a structured query. */
  text: Schema.optionalKey(Schema.String),
  /** The field of the request that has the text. */
  field: Schema.optionalKey(Schema.String)
}

/** The text is no statement of the dialect; the span is where the parser stood. */
export class SqlSyntaxError extends Schema.TaggedError<SqlSyntaxError>()("SqlSyntaxError", {
  detail: Schema.String,
  ...position
}) {}

/** The statement is well formed but means nothing here: unknown field, table or function, wrong types or arity. */
export class SqlSemanticError extends Schema.TaggedError<SqlSemanticError>()("SqlSemanticError", {
  /** `invalid_input` unless the engine family has a name for it, such as `illegal_type_of_argument`. */
  code: Schema.String,
  detail: Schema.String,
  /** A way to mend the query, where the code alone does not show it. */
  hint: Schema.optionalKey(Schema.String),
  ...position
}) {}
