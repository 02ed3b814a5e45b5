import { DateTime, Effect } from "effect"
import * as Secrets from "../secrets/Secrets.ts"
import { cutText } from "../shared/CapturedText.ts"
import { OutgoingFailed, OutgoingHttp, type OutgoingResponse } from "./OutgoingHttp.ts"
import { secretPlace, type Webhook } from "./Webhook.ts"
import type { WebhookDelivery } from "./WebhookDelivery.ts"
import { signedHeaders } from "./WebhookSignature.ts"

/** The kept beginning of an answer, in characters. */
const keptAnswer = 1_000

/** The outcome of one attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean
  /** The address says that it is gone for good. */
  readonly isGone: boolean
  readonly status: number | null
  readonly body: string | null
  readonly error: string | null
  readonly retryAfter: string | undefined
}

const answered = ({ body, retryAfter, status }: OutgoingResponse): AttemptOutcome => {
  const isDelivered = status >= 200 && status < 300
  return {
    isDelivered,
    isGone: status === 410,
    status,
    body: cutText(body, keptAnswer),
    error: isDelivered ? null : reasonOf(status),
    retryAfter
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400
    ? `The address answered ${status}: redirects are not followed.`
    : `The address answered ${status}.`

const unanswered = ({ reason }: OutgoingFailed): AttemptOutcome => ({
  isDelivered: false,
  isGone: false,
  status: null,
  body: null,
  error: reason,
  retryAfter: undefined
})

/** The secrets that sign: the present one, and the one before it for some time after a rotation. */
const secretsOf = Effect.fnUntraced(function*(webhook: Webhook, now: DateTime.Utc) {
  const { previous_secret: previous, previous_secret_until: until, secret } = webhook
  const isPreviousValid = previous !== null && until !== null && DateTime.isLessThan(now, until)
  return yield* Effect.forEach(
    isPreviousValid ? [secret, previous] : [secret],
    (sealed) => Secrets.open(sealed, secretPlace(webhook))
  )
}, Effect.mapError(() => new OutgoingFailed({ reason: "The secret of the webhook cannot be opened: rotate it." })))

/** Posts a delivery once, signed. Never fails: the outcome says how it went. */
export const attempt = Effect.fn("Webhooks.attempt")(function*(webhook: Webhook, { body, id }: WebhookDelivery) {
  const { post } = yield* OutgoingHttp
  const now = yield* DateTime.now
  const timestamp = Math.floor(DateTime.toEpochMillis(now) / 1000)
  const headers = signedHeaders(yield* secretsOf(webhook, now), { id: `msg_${id}`, timestamp, body })
  return answered(
    yield* post({ url: webhook.url, headers: { "content-type": "application/json", ...headers }, body })
  )
}, Effect.catch((error) => Effect.succeed(unanswered(error))))
