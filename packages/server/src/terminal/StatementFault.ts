import { failureDetails, failureText, type QueryFailure } from "@hedgerow/core/query/execution/QueryFailureText"
import * as Schema from "effect/Schema"

/** A statement has no answer; the message has the reason, the place in the statement, and the remedy. */
export class StatementFault extends Schema.TaggedError<StatementFault>()("StatementFault", { text: Schema.String }) {
  override get message(): string {
    return this.text
  }
}

/** The line of the statement with the place, and marks below the place. */
const marked = (sql: string, start: number, end: number): ReadonlyArray<string> => {
  const begin = sql.lastIndexOf("\n", start - 1) + 1
  const line = sql.slice(begin).split("\n", 1)[0] ?? ""
  const marks = Math.max(1, Math.min(end, begin + line.length) - start)
  return [`  ${line}`, `  ${" ".repeat(start - begin)}${"^".repeat(marks)}`]
}

/** The failure of a statement, in words for a terminal. */
export const faultOf = (sql: string, failure: QueryFailure): StatementFault => {
  const { end, hint, start } = failureDetails(failure)
  const place = start === undefined || sql.trim() === "" ? [] : marked(sql, start, end ?? start)
  return new StatementFault({ text: [failureText(failure).message, ...place, hint].join("\n") })
}
