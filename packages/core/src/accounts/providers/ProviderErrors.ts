import { Schema } from "effect"

/** The provider of OpenID Connect does not answer. */
export class ProviderAway extends Schema.TaggedError<ProviderAway>()("ProviderAway", {}) {}

/** Why somebody whom a provider sent is not let in. */
export const ProviderRefusal = Schema.Literals([
  "answer",
  "email",
  "inactive",
  "not_connected",
  "no_account",
  "session",
  "taken",
  "only_way"
])
export type ProviderRefusal = typeof ProviderRefusal.Type

/** Signing in by a provider is refused; `reason` is the rule. */
export class ProviderRefused extends Schema.TaggedError<ProviderRefused>()("ProviderRefused", {
  reason: ProviderRefusal
}) {}

/** The user has no such identity. */
export class IdentityNotFound extends Schema.TaggedError<IdentityNotFound>()("IdentityNotFound", {}) {}
