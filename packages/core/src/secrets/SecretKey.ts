import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Redacted, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import { RandomBytes } from "../shared/RandomBytes.ts"

/** AES-256 takes 32 bytes. */
const keyBytes = 32

/** A key that seals secrets at rest. `id` is a part of the key's hash: it distinguishes keys and gives nothing away. */
export interface SecretKey {
  readonly id: string
  readonly bytes: Redacted.Redacted<Uint8Array>
}

const fromBytes = (bytes: Uint8Array): SecretKey => ({
  id: bytesToHex(sha256(bytes)).slice(0, 8),
  bytes: Redacted.make(bytes)
})

const bytesOf = (text: string): Result.Result<Uint8Array, unknown> =>
  /^[0-9a-f]{64}$/i.test(text)
    ? Hex.decode(text)
    : Result.orElse(Base64.decode(text), () => Base64Url.decode(text))

const parseOne = (text: string, index: number): Result.Result<SecretKey, string> => {
  const bytes = Result.getOrUndefined(bytesOf(text))
  return bytes?.length === keyBytes
    ? Result.succeed(fromBytes(bytes))
    : Result.fail(`key ${index + 1} is not 32 bytes in base64 or hex`)
}

/**
 * Reads keys separated by commas, each 32 bytes in base64 or hex; the same key named twice counts once. The failure
 * names the malformed one, without showing it.
 */
export const parseSecretKeys = (text: string): Result.Result<ReadonlyArray<SecretKey>, string> => {
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "")
  return Result.map(
    Result.all(parts.map(parseOne)),
    (keys) => keys.filter((key, index) => keys.findIndex(({ id }) => id === key.id) === index)
  )
}

/** A new key in the form `parseSecretKeys` reads. */
export const makeSecretKeyText: Effect.Effect<string> = Effect.map(
  RandomBytes,
  (randomBytes) => Base64.encode(randomBytes(keyBytes))
)
