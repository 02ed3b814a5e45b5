import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { RandomBytes } from "../shared/RandomBytes.ts"

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

const base62 = (bytes: Uint8Array): string => {
  let rest = BigInt(`0x${bytesToHex(bytes)}`)
  let text = ""
  for (let i = 0; i < 43; i++) {
    text += alphabet[Number(rest % 62n)]
    rest /= 62n
  }
  return text
}

/** The kinds of secrets: keys of people, of SDKs, of projects' servers, sessions, links. */
export type TokenPrefix = "phx_" | "phc_" | "phs_" | "hgs_" | "hgl_"

/** A new secret: the prefix and 256 random bits in base62 (43 characters). */
export const makeToken = (prefix: TokenPrefix): Effect.Effect<string> =>
  Effect.map(RandomBytes, (randomBytes) => prefix + base62(randomBytes(32)))

/** The form a secret is stored in: `sha256$<hex>`, unsalted, since the secret itself has 256 random bits. */
export const secureValueOf = (token: string): string => `sha256$${bytesToHex(sha256(utf8ToBytes(token)))}`

/** The most tokens whose stored form is remembered. */
const mostRemembered = 1_000

/** The stored forms of tokens that are in use: hashing one takes longer than finding what it opens. */
export const makeSecureValues = () => {
  const remembered = new Map<string, string>()
  return {
    of: (token: string): string => remembered.get(token) ?? secureValueOf(token),
    /** For a token that opens something: a stranger's guesses are not remembered. */
    remember: (token: string, secureValue: string): void => {
      if (remembered.has(token)) return
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(token, secureValue)
    }
  }
}
