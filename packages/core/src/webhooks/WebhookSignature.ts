import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { RandomBytes } from "../shared/RandomBytes.ts"

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32

const prefix = "whsec_"

/** A new key of signatures: `whsec_` and 32 random bytes in base64. */
export const makeWebhookSecret: Effect.Effect<string> = Effect.map(
  RandomBytes,
  (randomBytes) => prefix + Base64.encode(randomBytes(secretBytes))
)

/** The parts of a message that are signed. */
export interface SignedMessage {
  readonly id: string
  /** The time of this attempt, in whole seconds. */
  readonly timestamp: number
  readonly body: string
}

const keyOf = (secret: string): Uint8Array =>
  Result.getOrElse(Base64.decode(secret.slice(prefix.length)), () => new Uint8Array(0))

const signatureOf = (secret: string, { body, id, timestamp }: SignedMessage): string =>
  `v1,${Base64.encode(hmac(sha256, keyOf(secret), utf8ToBytes(`${id}.${timestamp}.${body}`)))}`

/**
 * The headers of a signed message by Standard Webhooks 1.0.0: HMAC-SHA256 over `{id}.{timestamp}.{body}`, one signature
 * for each secret.
 */
export const signedHeaders = (
  secrets: ReadonlyArray<string>,
  message: SignedMessage
): Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": secrets.map((secret) => signatureOf(secret, message)).join(" ")
})
