import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { parseUuid } from "@hedgerow/core/shared/Uuid"
import { Config, Option, Schema } from "effect"
import { isLoopback, type ProviderOptions } from "../signin/ProviderOptions.ts"

const Issuer = Schema.URLFromString.check(
  Schema.makeFilter((url) => url.protocol === "https:" || isLoopback(url), {
    message: "must be an https:// URL, or an http:// one of this computer"
  })
)

const Domains = Schema.String.check(
  Schema.isPattern(/^\s*[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*\s*$/i, {
    message: "must be domains separated by commas, such as example.com,example.org"
  })
)

const OrganizationText = Schema.String.check(
  Schema.makeFilter((text) => parseUuid(text) !== undefined || "must be the id of an organization")
)

const domainsOf = (text: string): ReadonlyArray<string> => text.split(",").map((one) => one.trim().toLowerCase())

const idOf = (text: string): Option.Option<OrganizationId> =>
  Option.map(Option.fromUndefinedOr(parseUuid(text)), (id) => id as string as OrganizationId)

/** People of these domains join this organisation: neither is of use without the other. */
const joining = Config.option(Config.schema(Domains, "OIDC_DOMAINS")).pipe(
  Config.flatMap(Option.match({
    onNone: () => Config.succeed({ domains: [] as ReadonlyArray<string>, organization: Option.none<OrganizationId>() }),
    onSome: (domains) =>
      Config.map(Config.schema(OrganizationText, "OIDC_ORGANIZATION"), (organization) => ({
        domains: domainsOf(domains),
        organization: idOf(organization)
      }))
  }))
)

/** The provider of OpenID Connect; with an issuer the client's id is needed, too. */
export const providerSettings: Config.Config<Option.Option<ProviderOptions>> = Config.option(
  Config.schema(Issuer, "OIDC_ISSUER")
).pipe(
  Config.flatMap(Option.match({
    onNone: () => Config.succeed(Option.none<ProviderOptions>()),
    onSome: (issuer) =>
      Config.map(
        Config.all([
          Config.NonEmptyString("OIDC_CLIENT_ID"),
          Config.option(Config.Redacted("OIDC_CLIENT_SECRET")),
          Config.NonEmptyString("OIDC_NAME").pipe(Config.withDefault("single sign-on")),
          joining
        ]),
        ([clientId, clientSecret, name, rules]) => Option.some({ issuer, clientId, clientSecret, name, ...rules })
      )
  }))
)
