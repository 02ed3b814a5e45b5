import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A provider of OpenID Connect that people may sign in with. */
export const OpenIdProviderRecord = Schema.Struct({
  id: described(Schema.String, "The provider's name in paths."),
  name: described(Schema.String, "The provider's name for people."),
  url: described(Schema.String, "The path at which signing in with it begins.")
}).annotate({ identifier: "OpenIdProvider" })

/** Who is signed in, and the ways to sign in. */
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
  setup_required: described(
    Schema.Boolean,
    "Whether nobody has a password yet: the server printed a link for the first one."
  ),
  second_factor_required: described(Schema.Boolean, "Whether a password was right, and a code is awaited."),
  openid: described(Schema.Array(OpenIdProviderRecord), "The providers of OpenID Connect that people may sign in with.")
}).annotate({ identifier: "Session" })

/** The answer to whoever is signed in by their request. */
export const SignedInRecord = Schema.Struct({
  success: described(Schema.Literal(true), "Always true."),
  csrf_token: described(
    Schema.String,
    "The token that every request that changes something sends as `X-CSRF-Token`, as long as the session lasts."
  )
}).annotate({ identifier: "SignedIn" })

/** The answer to a request that is done. */
export const DoneRecord = Schema.Struct({ success: described(Schema.Literal(true), "Always true.") }).annotate({
  identifier: "Done"
})
