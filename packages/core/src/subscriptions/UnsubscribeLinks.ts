import { DateTime, Effect, Schema } from "effect"
import { ProjectId } from "../identity/Project.ts"
import * as Secrets from "../secrets/Secrets.ts"
import { type Subscription, SubscriptionId } from "./Subscription.ts"
import { UnsubscribeLinkInvalid } from "./SubscriptionErrors.ts"

/** The time in which a link can be used. */
const linkLife = { days: 30 }

const place = "subscriptions/unsubscribe"

const Payload = Schema.Struct({
  project: ProjectId,
  subscription: SubscriptionId,
  email: Schema.String,
  /** Milliseconds since 1970. */
  until: Schema.Int
})

/** What a token says: whose mails end. */
export type UnsubscribePayload = typeof Payload.Type

const PayloadText = Schema.fromJsonString(Payload)
const encode = Schema.encodeSync(PayloadText)
const decode = Schema.decodeUnknownEffect(PayloadText)

/**
 * The token of a link that ends the mails of a subscription to one address: sealed with the installation's key, so that
 * nobody else makes one, and nobody reads the address in it. Fails where the installation has no key.
 */
export const makeUnsubscribeToken = Effect.fnUntraced(function*(
  { id, project_id }: Pick<Subscription, "id" | "project_id">,
  email: string
) {
  const until = DateTime.toEpochMillis(DateTime.add(yield* DateTime.now, linkLife))
  return yield* Secrets.seal(encode({ project: project_id, subscription: id, email, until }), place)
})

/** What a token says, for 30 days. */
export const readUnsubscribeToken = Effect.fnUntraced(function*(token: string) {
  const payload = yield* Effect.flatMap(Secrets.open(token, place), decode)
  const now = yield* DateTime.now
  return payload.until < DateTime.toEpochMillis(now) ? yield* new UnsubscribeLinkInvalid() : payload
}, Effect.mapError(() => new UnsubscribeLinkInvalid()))
