import type { Effect } from "effect"
import { Context } from "effect"
import type { InvalidCredentials, NotAuthenticated, RequestForged } from "./AccessErrors.ts"
import type { Caller } from "./Caller.ts"

/** The parts of a request that name its caller; `body` parses only when asked, and is undefined unless a JSON object. */
export interface CallerRequest {
  /** The key that the request is signed with. */
  readonly bearer: string | undefined
  /** For the login of a host application. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: (name: string) => string | undefined
  readonly body: Effect.Effect<Readonly<Record<string, unknown>> | undefined>
}

/**
 * Finds out who calls. `ApiKeyCallers.layer` reads personal API keys; a host
 * application provides its own to bring its own login.
 */
export class CallerResolver extends Context.Service<CallerResolver, {
  readonly resolve: (
    request: CallerRequest
  ) => Effect.Effect<Caller, NotAuthenticated | InvalidCredentials | RequestForged>
}>()("@hedgerow/core/access/CallerResolver") {}
