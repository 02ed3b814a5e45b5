import { Schema } from "effect"

/** The kinds of thing that can be wrong with an input: the wire codes. */
export const InputCode = Schema.Literals([
  "blank",
  "custom",
  "does_not_exist",
  "empty",
  "extra_forbidden",
  "invalid_choice",
  "invalid_input",
  "max_length",
  "max_value",
  "min_length",
  "min_value",
  "not_a_dict",
  "not_a_list",
  "null",
  "null_characters_not_allowed",
  "parse_error",
  "required",
  "surrogate_characters_not_allowed",
  "unique"
])
export type InputCode = typeof InputCode.Type

/** One thing wrong with an input: where (`path`), which kind (`code`), and the text a person reads. */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  code: InputCode,
  message: Schema.String
})
export type InputIssue = typeof InputIssue.Type

/** The input broke at least one rule; `issues` is in check order, so the first one is the answer's headline. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.NonEmptyArray(InputIssue)
}) {
  static readonly at = (path: ReadonlyArray<string | number>, code: InputCode, message: string): InvalidInput =>
    new InvalidInput({ issues: [{ path, code, message }] })

  override get message(): string {
    return this.issues[0].message
  }
}
