import { Schema } from "effect"

/** The e-mail and the password do not belong together, or the user is not active. */
export class LoginRefused extends Schema.TaggedError<LoginRefused>()("LoginRefused", {}) {}

/** The current password, which is asked for before a change, is not this one. */
export class CurrentPasswordWrong extends Schema.TaggedError<CurrentPasswordWrong>()("CurrentPasswordWrong", {}) {}

/** The token of a link is unknown, used, or too old. */
export class LinkInvalid extends Schema.TaggedError<LinkInvalid>()("LinkInvalid", {}) {}
