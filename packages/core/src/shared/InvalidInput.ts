import { Schema } from "effect"

/** One thing wrong with an input: where (`path`), which kind (`code`, the wire code), and the text a person reads. */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  code: Schema.String,
  message: Schema.String
})
export type InputIssue = typeof InputIssue.Type

/** The input broke at least one rule; `issues` is in check order, so the first one is the answer's headline. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.NonEmptyArray(InputIssue)
}) {
  static readonly at = (path: ReadonlyArray<string | number>, code: string, message: string): InvalidInput =>
    new InvalidInput({ issues: [{ path, code, message }] })

  override get message(): string {
    return this.issues[0].message
  }
}
