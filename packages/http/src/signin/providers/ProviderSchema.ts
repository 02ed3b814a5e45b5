import type { LoginIdentity } from "@hedgerow/core/accounts/providers/LoginIdentity"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Schema } from "effect"
import { described } from "../../shared/Described.ts"
import { SecondStepRecord, SignedInRecord } from "../SignInSchema.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** The way to a provider. */
export const ProviderStartRecord = Schema.Struct({
  url: described(Schema.String, "The address at the provider to which the browser goes.")
}).annotate({ identifier: "ProviderStart" })

const next = described(Schema.String, "The path of this server that the browser was to come back to.")

/** The answer to who came back from a provider. */
export const ProviderEntryRecord = Schema.Union([
  Schema.Struct({ ...SignedInRecord.fields, next }).annotate({ identifier: "ProviderSignedIn" }),
  Schema.Struct({ ...SecondStepRecord.fields, next }).annotate({ identifier: "ProviderSecondStep" })
])

/** An identity of who is signed in. */
export const IdentityRecord = Schema.Struct({
  id: described(Schema.String, "The identity's id."),
  issuer: described(Schema.String, "The provider's issuer."),
  email: described(
    Schema.NullOr(Schema.String),
    "The verified address that the provider named last; null without one."
  ),
  created_at: described(Timestamp, "The time at which it was connected."),
  last_used_at: described(Timestamp, "The time at which it last signed in.")
}).annotate({ identifier: "LoginIdentity" })

/** An identity on the wire. */
export const identityRecord = (identity: LoginIdentity): typeof IdentityRecord.Type => ({
  id: identity.id,
  issuer: identity.issuer,
  email: identity.email,
  created_at: isoText(identity.created_at),
  last_used_at: isoText(identity.last_used_at)
})
