import { Effect, Schema } from "effect"

/** The kinds of faults of an input: the wire codes. */
export const InputCode = Schema.Literals([
  "behavioral_cohort_found",
  "blank",
  "cohort_does_not_exist",
  "custom",
  "does_not_exist",
  "empty",
  "extra_forbidden",
  "invalid_choice",
  "invalid_date",
  "invalid_input",
  "invalid_key",
  "invalid_operator",
  "invalid_value",
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
  "too_long",
  "unclear",
  "unique"
])
export type InputCode = typeof InputCode.Type

/**
 * One fault of an input: its place (`path`), its kind (`code`), and the text for a person. `field` names the place for
 * clients that read one error only, where they know it by a coarser name (null: by none); `rule` names the broken rule,
 * `hint` says the way out.
 */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  code: InputCode,
  message: Schema.String,
  field: Schema.optionalKey(Schema.NullOr(Schema.String)),
  rule: Schema.optionalKey(Schema.String),
  hint: Schema.optionalKey(Schema.String)
})
export type InputIssue = typeof InputIssue.Type

/** At most this many issues are reported: an answer must not be many times as long as its question. */
export const maxIssues = 100

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

/** Fails with the first issues, if there are any, up to a limit. */
export const requireNone = ([first, ...rest]: ReadonlyArray<InputIssue>): Effect.Effect<void, InvalidInput> =>
  first === undefined
    ? Effect.void
    : Effect.fail(new InvalidInput({ issues: [first, ...rest.slice(0, maxIssues - 1)] }))
