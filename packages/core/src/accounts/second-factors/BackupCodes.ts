import { Effect } from "effect"
import { secureValueOf } from "../../access/KeyTokens.ts"
import { RandomBytes } from "../../shared/RandomBytes.ts"

/** The number of backup codes that a user is given. */
export const backupCodesGiven = 10

/** Digits and letters without those that are mistaken for each other, by Crockford; each stands for five bits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** A code has 80 bits: its hash tells nothing of it. */
const letters = 16

const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet[byte % 32]).join("").replace(/(.{4})(?=.)/g, "$1-")

/** New backup codes, such as `k3xw-08mt-q2pd-7vna`. */
export const makeBackupCodes: Effect.Effect<ReadonlyArray<string>> = Effect.map(
  RandomBytes,
  (randomBytes) => Array.from({ length: backupCodesGiven }, () => codeOf(randomBytes(letters)))
)

/** The code as it was given, however it was typed: letter case, spaces and dashes do not matter. */
const plain = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1")

/** The form in which a backup code is stored. */
export const hashOfBackupCode = (code: string): string => secureValueOf(plain(code))
