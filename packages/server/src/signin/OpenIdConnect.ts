import {
  IdentityProvider,
  type Provider,
  type ProviderClaims,
  type ProviderFlow
} from "@hedgerow/core/accounts/providers/IdentityProvider"
import { ProviderAway, ProviderRefused } from "@hedgerow/core/accounts/providers/ProviderErrors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type * as Client from "openid-client"
import { isLoopback, type ProviderSettings } from "../config/ProviderSettings.ts"

/** The provider answers within this time, in seconds. */
const patience = 10

const scope = "openid email profile"

/** Whether no answer arrived, or one that says that the provider is out of order. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  const status = Predicate.hasProperty(error, "status") ? error.status : undefined
  const cause: unknown = error.cause
  const answer = cause instanceof Response ? cause.status : undefined
  return code === "OAUTH_TIMEOUT" || (error instanceof TypeError && code === undefined)
    || [status, answer].some((one) => typeof one === "number" && one >= 500)
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : error.name
  return `${code}: ${error.message}`
}

const away = (error: unknown) =>
  Effect.andThen(
    Effect.logWarning("The provider of OpenID Connect cannot be used", { reason: reasonOf(error) }),
    Effect.fail(new ProviderAway())
  )

const refusal = (error: unknown): Effect.Effect<never, ProviderAway | ProviderRefused> =>
  isAway(error) ? away(error) : Effect.andThen(
    Effect.logInfo("A log-in by the provider was refused", { reason: reasonOf(error) }),
    Effect.fail(new ProviderRefused({ reason: "answer" }))
  )

const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (error) => error })

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

const claimsOf = (issuer: string, subject: string, known: Readonly<Record<string, unknown>>): ProviderClaims => ({
  issuer,
  subject,
  email: typeof known["email"] === "string" ? known["email"] : null,
  isEmailVerified: known["email_verified"] === true,
  firstName: textOf(known["given_name"]),
  lastName: textOf(known["family_name"])
})

/** The provider's own description is read when it is first needed, and again as long as that fails. */
const discovered = Effect.fnUntraced(function*(client: typeof Client, settings: ProviderSettings) {
  let known: Client.Configuration | undefined
  const read = attempt(async () => {
    const secret = Option.map(settings.clientSecret, Redacted.value)
    const auth = Option.match(secret, { onNone: () => client.None(), onSome: (one) => client.ClientSecretBasic(one) })
    known = await client.discovery(settings.issuer, settings.clientId, undefined, auth, {
      timeout: patience,
      execute: isLoopback(settings.issuer) ? [client.allowInsecureRequests] : []
    })
    return known
  })
  return Effect.suspend(() => known === undefined ? Effect.catch(read, away) : Effect.succeed(known))
})

const begin = (client: typeof Client, configuration: Client.Configuration, redirectUri: string) =>
  attempt(async () => {
    const flow: ProviderFlow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier()
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256"
    })
    return { url: url.href, flow }
  })

const finish = (client: typeof Client, configuration: Client.Configuration, url: URL, flow: ProviderFlow) =>
  attempt(async () => {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error("The provider sent no ID token")
    const hasMore = claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    return claimsOf(claims.iss, claims.sub, { ...claims, ...more })
  })

/** The provider of the settings, by authorization code with PKCE, state and nonce. */
export const layer = (settings: ProviderSettings): Layer.Layer<never> =>
  Layer.effect(
    IdentityProvider,
    Effect.gen(function*() {
      const client = yield* Effect.promise(() => import("openid-client"))
      const configured = yield* discovered(client, settings)
      const provider: Provider = {
        name: settings.name,
        domains: settings.domains,
        organization: settings.organization,
        begin: Effect.fn("OpenIdConnect.begin")(function*(redirectUri: string) {
          return yield* Effect.catch(begin(client, yield* configured, redirectUri), away)
        }),
        finish: Effect.fn("OpenIdConnect.finish")(function*(url: URL, flow: ProviderFlow) {
          return yield* Effect.catch(finish(client, yield* configured, url, flow), refusal)
        })
      }
      return Option.some(provider)
    })
  )
