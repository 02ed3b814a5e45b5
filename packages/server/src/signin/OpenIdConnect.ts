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
import * as Schema from "effect/Schema"
import type * as Client from "openid-client"
import { isLoopback, type ProviderOptions } from "./ProviderOptions.ts"

/** The provider answers within this time, in seconds. */
const patience = 10

const scope = "openid email profile"

/** A step with the provider that failed. */
class ProviderFault extends Schema.TaggedError<ProviderFault>()("ProviderFault", { cause: Schema.Defect() }) {}

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => new ProviderFault({ cause }) })

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

const away = ({ cause }: ProviderFault): Effect.Effect<never, ProviderAway> =>
  Effect.andThen(
    Effect.logWarning("The provider of OpenID Connect cannot be used", { reason: reasonOf(cause) }),
    Effect.fail(new ProviderAway())
  )

const refusal = (fault: ProviderFault): Effect.Effect<never, ProviderAway | ProviderRefused> =>
  isAway(fault.cause) ? away(fault) : Effect.andThen(
    Effect.logInfo("A log-in by the provider was refused", { reason: reasonOf(fault.cause) }),
    Effect.fail(new ProviderRefused({ reason: "answer" }))
  )

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
const makeDiscovery = (client: typeof Client, settings: ProviderOptions) => {
  let known: Client.Configuration | undefined
  const secret = Option.map(settings.clientSecret, Redacted.value)
  const auth = Option.match(secret, { onNone: () => client.None(), onSome: (one) => client.ClientSecretBasic(one) })
  const read = attempt(() =>
    client.discovery(settings.issuer, settings.clientId, undefined, auth, {
      timeout: patience,
      execute: isLoopback(settings.issuer) ? [client.allowInsecureRequests] : []
    })
  ).pipe(
    Effect.tap((configuration) =>
      Effect.sync(() => {
        known = configuration
      })
    ),
    Effect.catch(away)
  )
  return Effect.suspend(() => known === undefined ? read : Effect.succeed(known))
}

const begin = Effect.fnUntraced(
  function*(client: typeof Client, configuration: Client.Configuration, redirectUri: string) {
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
      code_challenge: yield* attempt(() => client.calculatePKCECodeChallenge(flow.verifier)),
      code_challenge_method: "S256"
    })
    return { url: url.href, flow }
  },
  Effect.catch(away)
)

const finish = Effect.fnUntraced(
  function*(client: typeof Client, configuration: Client.Configuration, url: URL, flow: ProviderFlow) {
    const tokens = yield* attempt(() =>
      client.authorizationCodeGrant(configuration, url, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true
      })
    )
    const claims = tokens.claims()
    if (claims === undefined) return yield* new ProviderRefused({ reason: "answer" })
    const hasMore = claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore
      ? yield* attempt(() => client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      : {}
    return claimsOf(claims.iss, claims.sub, { ...claims, ...more })
  },
  Effect.catchTag("ProviderFault", refusal)
)

/** The provider of the settings, by authorization code with PKCE, state and nonce. */
export const layer = (settings: ProviderOptions): Layer.Layer<never> =>
  Layer.effect(
    IdentityProvider,
    Effect.gen(function*() {
      const client = yield* Effect.promise(() => import("openid-client"))
      const configured = makeDiscovery(client, settings)
      const provider: Provider = {
        name: settings.name,
        domains: settings.domains,
        organization: settings.organization,
        begin: Effect.fn("OpenIdConnect.begin")(function*(redirectUri: string) {
          return yield* begin(client, yield* configured, redirectUri)
        }),
        finish: Effect.fn("OpenIdConnect.finish")(function*(url: URL, flow: ProviderFlow) {
          return yield* finish(client, yield* configured, url, flow)
        })
      }
      return Option.some(provider)
    })
  )
