import { Effect } from "effect"
import { Secret, TOTP } from "otpauth"
import { RandomBytes } from "../../shared/RandomBytes.ts"

/** RFC 4226 wants a secret as long as the hash: 20 bytes of SHA-1, which every app can. */
const secretBytes = 20

/** A code of one step before or after is taken: clocks differ, and people are slow. */
const window = 1

const issuer = "Hedgerow"

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** A new secret in base 32. */
export const makeTotpSecret: Effect.Effect<string> = Effect.map(
  RandomBytes,
  (randomBytes) => new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
)

/** The address that apps read from a picture. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The step of time whose code this is, among those around `time` (in milliseconds); undefined where it is none. */
export const stepOf = (secret: string, code: string, time: number): number | undefined => {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token, timestamp: time, window })
  return delta === null ? undefined : totp.counter({ timestamp: time }) + delta
}
