import { Context, Effect, Schema } from "effect"

/** A request to somebody else's server. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Its answer; of a long one the beginning of the body. */
export interface OutgoingResponse {
  readonly status: number
  readonly body: string
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined
}

/** No answer: the address is refused, unknown, or did not answer in time. */
export class OutgoingFailed extends Schema.TaggedError<OutgoingFailed>()("OutgoingFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const notConfigured = "This installation makes no requests to other servers."

/**
 * The only way to other servers. It asks public addresses alone, unless the operator allows private ones; the address is
 * checked once its name is looked up, and redirects are not followed. Without one nothing is sent.
 */
export class OutgoingHttp extends Context.Reference<{
  /** The reason for which an address would be refused without asking for it. */
  readonly refusal: (url: string) => string | undefined
  readonly post: (request: OutgoingRequest) => Effect.Effect<OutgoingResponse, OutgoingFailed>
}>("@hedgerow/core/webhooks/OutgoingHttp", {
  defaultValue: () => ({
    refusal: () => undefined,
    post: () => Effect.fail(new OutgoingFailed({ reason: notConfigured }))
  })
}) {}
