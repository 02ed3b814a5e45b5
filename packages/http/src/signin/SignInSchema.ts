import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** Who is signed in. */
export const SessionRecord = Schema.Struct({
  user: described(Schema.NullOr(UserBasicRecord), "The user who is signed in; null when nobody is."),
  csrf_token: described(
    Schema.NullOr(Schema.String),
    "The token that every request that changes something sends as `X-CSRF-Token`; null when nobody is signed in."
  ),
  expires_at: described(
    Schema.NullOr(Timestamp),
    "The time at which the session ends unless it is used until then; null when nobody is signed in."
  ),
  provider: described(
    Schema.NullOr(Schema.String),
    "The name of the provider of OpenID Connect by which people sign in; null without one."
  ),
  setup_required: described(
    Schema.Boolean,
    "Whether nobody has a password yet: the server printed a link for the first one."
  )
}).annotate({ identifier: "Session" })

/** The answer to whoever is signed in by their request. */
export const SignedInRecord = Schema.Struct({
  success: described(Schema.Literal(true), "Always true."),
  csrf_token: described(
    Schema.String,
    "The token that every request that changes something sends as `X-CSRF-Token`, as long as the session lasts."
  )
}).annotate({ identifier: "SignedIn" })

/** The answer to the first step of signing in, of a user with a second factor. */
export const SecondStepRecord = Schema.Struct({
  success: described(Schema.Literal(false), "Always false: nobody is signed in yet."),
  second_factor_token: described(
    Schema.String,
    "The token that `/api/login/complete/` takes with a code. It works once, within 5 minutes."
  ),
  expires_at: described(Timestamp, "The time until which the token works.")
}).annotate({ identifier: "SecondStep" })

/** The answer to a log-in. */
export const LoginRecord = Schema.Union([SignedInRecord, SecondStepRecord])

/** The answer to a request that is done. */
export const DoneRecord = Schema.Struct({ success: described(Schema.Literal(true), "Always true.") }).annotate({
  identifier: "Done"
})
