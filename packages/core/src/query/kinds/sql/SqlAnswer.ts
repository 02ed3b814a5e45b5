import { Schema } from "effect"
import { field } from "../../../shared/DocumentedSchema.ts"
import {
  answerOf,
  engineStatementField,
  envelopeFields,
  pageFields,
  statementAnswerFields,
  timingsField
} from "../../AnswerFields.ts"

/** The form of the answers of SQL. */
export const SqlAnswer = answerOf("ServiceSqlQuery", "The rows of a statement.", {
  ...envelopeFields,
  ...statementAnswerFields,
  ...pageFields,
  types: field(
    Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
    "The name and the type of each column."
  ),
  after: Schema.optionalKey(Schema.NullOr(Schema.String)).annotateKey({
    description: "The token of the next page, null on the last; present where pages were requested."
  }),
  clickhouse: engineStatementField,
  query: field(Schema.Null, "Always null."),
  metadata: field(Schema.Null, "Always null."),
  explain: field(
    Schema.NullOr(Schema.Array(Schema.String)),
    "The steps of the plan and the rows that it reads, with `explain`."
  ),
  timings: timingsField,
  query_metadata: field(
    Schema.Struct({ events: field(Schema.Array(Schema.String), "The names of events that the statement has.") }),
    "Facts about the statement."
  )
})
