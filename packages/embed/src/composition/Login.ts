import { NotAuthenticated } from "@hedgerow/core/access/AccessErrors"
import type { UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import type { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { Users } from "@hedgerow/core/access/Users"
import type { DefinitionsVersionRepository } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { UserId } from "@hedgerow/core/identity/User"
import { Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"

/** The user of Hedgerow that somebody is signed in as. The first one has the id 1 and the email `owner@hedgerow.local`. */
export type SignedIn = { readonly id: number } | { readonly email: string }

/** The parts of a request by which an application knows who is signed in. */
export interface LoginRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /**
   * The request as the web server has it: the `IncomingMessage` of `node:http`, Connect, Express and Fastify, with what
   * middleware added to it (`req.session`), and the `Request` of a fetch-style server.
   */
  readonly source: unknown
}

/**
 * An application's own login: who sent this request, or undefined when nobody is signed in. API keys are read then, as
 * SDKs and scripts send them.
 */
export type Login = (request: LoginRequest) => SignedIn | undefined | Promise<SignedIn | undefined>

type Needs = DefinitionsVersionRepository | PersonalApiKeyRepository | UserRepository | Users

/** Callers by an application's own login, and by API keys beside it. A signed-in user that Hedgerow does not know is 401. */
export const layer = (login: Login): Layer.Layer<CallerResolver, never, Needs> =>
  Layer.effect(
    CallerResolver,
    Effect.gen(function*() {
      const users = yield* Users
      const keys = yield* CallerResolver

      const callerOf = Effect.fnUntraced(function*(signedIn: SignedIn) {
        const id = "id" in signedIn ? UserId.make(signedIn.id) : (yield* users.findByEmail(signedIn.email)).id
        return yield* users.callerOf(id)
      }, Effect.mapError(() => new NotAuthenticated()))

      return CallerResolver.of({
        resolve: Effect.fnUntraced(function*(asked) {
          const request = Option.getOrUndefined(yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest))
          const signedIn = yield* Effect.promise(() =>
            Promise.resolve(login({ headers: asked.headers, source: request?.source }))
          )
          return yield* signedIn === undefined ? keys.resolve(asked) : callerOf(signedIn)
        })
      })
    })
  ).pipe(Layer.provide(ApiKeyCallers.layer))
