import { Context, type Effect, Option } from "effect"
import type { OrganizationId } from "../../identity/Organization.ts"
import type { ProviderAway, ProviderRefused } from "./ProviderErrors.ts"

/** What the browser keeps between leaving for the provider and coming back: nobody else knows it. */
export interface ProviderFlow {
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE. */
  readonly verifier: string
}

/** What the provider says of a person. */
export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** A provider of OpenID Connect. */
export interface Provider {
  /** The name that people see. */
  readonly name: string
  /** The domains, in lower case, whose people join `organization` as members when they come first. */
  readonly domains: ReadonlyArray<string>
  readonly organization: Option.Option<OrganizationId>
  /** The address at the provider to which the browser goes, and what it keeps. */
  readonly begin: (
    redirectUri: string
  ) => Effect.Effect<{ readonly url: string; readonly flow: ProviderFlow }, ProviderAway>
  /** What the provider says of who came back to `url`, once state, nonce, issuer, signature and PKCE are right. */
  readonly finish: (url: URL, flow: ProviderFlow) => Effect.Effect<ProviderClaims, ProviderAway | ProviderRefused>
}

/** The installation's provider, if it has one. */
export class IdentityProvider extends Context.Reference<Option.Option<Provider>>(
  "@hedgerow/core/accounts/providers/IdentityProvider",
  { defaultValue: () => Option.none() }
) {}
