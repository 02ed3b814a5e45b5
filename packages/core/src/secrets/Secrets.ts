import { gcm } from "@noble/ciphers/aes.js"
import { bytesToUtf8, concatBytes, utf8ToBytes } from "@noble/ciphers/utils.js"
import { Context, Effect, Option, Redacted, Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { RandomBytes } from "../shared/RandomBytes.ts"
import { EncryptionNotConfigured, SecretUnreadable } from "./SecretErrors.ts"
import type { SecretKey } from "./SecretKey.ts"

/** The installation's keys: the first seals, all of them open. */
export class SecretKeys extends Context.Reference<ReadonlyArray<SecretKey>>(
  "@hedgerow/core/secrets/SecretKeys",
  { defaultValue: () => [] }
) {}

/** Names the form of the sealed text, should it ever change. */
const form = "hs1"
/** AES-GCM's own sizes. */
const nonceBytes = 12
const tagBytes = 16

interface Sealed {
  readonly keyId: string
  readonly nonce: Uint8Array
  readonly ciphertext: Uint8Array
}

const parse = (sealed: string): Sealed | undefined => {
  const [name, keyId, body, ...rest] = sealed.split(".")
  if (name !== form || keyId === undefined || body === undefined || rest.length > 0) return undefined
  const bytes = Result.getOrUndefined(Base64Url.decode(body))
  if (bytes === undefined || bytes.length < nonceBytes + tagBytes) return undefined
  return { keyId, nonce: bytes.subarray(0, nonceBytes), ciphertext: bytes.subarray(nonceBytes) }
}

const cipherOf = (key: SecretKey, nonce: Uint8Array, context: string) =>
  gcm(Redacted.value(key.bytes), nonce, utf8ToBytes(context))

const unreadable = (reason: SecretUnreadable["reason"]) => new SecretUnreadable({ reason })

/**
 * The text (well-formed Unicode) sealed with the first key (AES-256-GCM with a random nonce) as `hs1.<key id>.<nonce,
 * ciphertext and tag in base64url>`. `context` says where it will be kept, such as `feature_flag/1/42/payloads`:
 * it opens there only.
 */
export const seal: (
  text: string,
  context: string
) => Effect.Effect<string, EncryptionNotConfigured> = Effect.fn("Secrets.seal")(
  function*(text: string, context: string) {
    const [key] = yield* SecretKeys
    if (key === undefined) return yield* new EncryptionNotConfigured()
    const nonce = (yield* RandomBytes)(nonceBytes)
    const ciphertext = cipherOf(key, nonce, context).encrypt(utf8ToBytes(text))
    return `${form}.${key.id}.${Base64Url.encode(concatBytes(nonce, ciphertext))}`
  }
)

/** The text that was sealed for this context, with whichever of the keys. */
export const open: (
  sealed: string,
  context: string
) => Effect.Effect<string, EncryptionNotConfigured | SecretUnreadable> = Effect.fn("Secrets.open")(
  function*(sealed: string, context: string) {
    const keys = yield* SecretKeys
    if (keys.length === 0) return yield* new EncryptionNotConfigured()
    const parts = parse(sealed)
    if (parts === undefined) return yield* unreadable("malformed")
    const key = keys.find(({ id }) => id === parts.keyId)
    if (key === undefined) return yield* unreadable("unknown_key")
    return yield* Effect.try({
      try: () => bytesToUtf8(cipherOf(key, parts.nonce, context).decrypt(parts.ciphertext)),
      catch: () => unreadable("tampered")
    })
  }
)

/** The same secret sealed with the first key, or none when it is already; for rotations of keys. */
export const renew: (
  sealed: string,
  context: string
) => Effect.Effect<Option.Option<string>, EncryptionNotConfigured | SecretUnreadable> = Effect.fn("Secrets.renew")(
  function*(sealed: string, context: string) {
    const [key] = yield* SecretKeys
    const text = yield* open(sealed, context)
    return key?.id === parse(sealed)?.keyId ? Option.none() : Option.some(yield* seal(text, context))
  }
)
