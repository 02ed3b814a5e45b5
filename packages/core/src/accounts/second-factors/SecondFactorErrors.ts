import { Schema } from "effect"

/** The code is none of the app's of now and no backup code, or was used before. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()("CodeRefused", {}) {}

/** Too many codes in a row were wrong: none is compared for a while. */
export class CodesPaused extends Schema.TaggedError<CodesPaused>()("CodesPaused", { seconds: Schema.Int }) {}

/** The user has a second factor, where none was expected, or none where one was. */
export class SecondFactorUnexpected extends Schema.TaggedError<SecondFactorUnexpected>()("SecondFactorUnexpected", {
  isOn: Schema.Boolean
}) {}
