import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Whether an address is of this computer: its requests pass no network. */
export const isLoopback = ({ hostname, protocol }: URL): boolean =>
  protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname)

/** The provider by which people sign in. */
export interface ProviderOptions {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Option.Option<Redacted.Redacted>
  readonly name: string
  readonly domains: ReadonlyArray<string>
  readonly organization: Option.Option<OrganizationId>
}
