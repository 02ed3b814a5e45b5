import { Result } from "effect"
import * as Base64 from "effect/encoding/Base64"

/** The way in which a password is hashed: Argon2id with its memory in KiB, or scrypt with the logarithm of its cost. */
export type Derivation =
  | { readonly name: "argon2id"; readonly memory: number; readonly passes: number; readonly lanes: number }
  | { readonly name: "scrypt"; readonly logCost: number; readonly blockSize: number; readonly lanes: number }

/** A hash of a password with all that is needed to make it again. */
export interface PasswordHash {
  readonly derivation: Derivation
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

const unpadded = (bytes: Uint8Array): string => Base64.encode(bytes).replace(/=+$/, "")

const headOf = (derivation: Derivation): string =>
  derivation.name === "argon2id"
    ? `argon2id$v=19$m=${derivation.memory},t=${derivation.passes},p=${derivation.lanes}`
    : `scrypt$ln=${derivation.logCost},r=${derivation.blockSize},p=${derivation.lanes}`

/** The hash as a PHC string, such as `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export const formatHash = ({ derivation, hash, salt }: PasswordHash): string =>
  `$${headOf(derivation)}$${unpadded(salt)}$${unpadded(hash)}`

const argon2id = /^argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})$/
const scrypt = /^scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})$/

const derivationOf = (head: string): Derivation | undefined => {
  const [, memory, passes, argonLanes] = argon2id.exec(head) ?? []
  if (memory !== undefined) {
    return { name: "argon2id", memory: Number(memory), passes: Number(passes), lanes: Number(argonLanes) }
  }
  const [, logCost, blockSize, lanes] = scrypt.exec(head) ?? []
  return logCost === undefined
    ? undefined
    : { name: "scrypt", logCost: Number(logCost), blockSize: Number(blockSize), lanes: Number(lanes) }
}

const bytesOf = (text: string): Uint8Array | undefined =>
  Result.getOrUndefined(Base64.decode(text.padEnd(Math.ceil(text.length / 4) * 4, "=")))

/** The hash that a PHC string stands for; undefined where it is none of a known way. */
export const parseHash = (text: string): PasswordHash | undefined => {
  const [, head, salt, hash] = /^\$(.+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text) ?? []
  if (head === undefined || salt === undefined || hash === undefined) return undefined
  const derivation = derivationOf(head)
  const [saltBytes, hashBytes] = [bytesOf(salt), bytesOf(hash)]
  if (derivation === undefined || saltBytes === undefined || hashBytes === undefined) return undefined
  return { derivation, salt: saltBytes, hash: hashBytes }
}

/** Whether two byte strings are the same, in a time that does not tell where they differ. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}
