import { randomBytes } from "@noble/hashes/utils.js"
import { Context } from "effect"

/** Asking the system for a few bytes costs as much as asking for many. */
const poolSize = 4096

const makePooled = () => {
  let pool = new Uint8Array(0)
  let used = 0
  return (length: number): Uint8Array => {
    if (length > poolSize) return randomBytes(length)
    if (used + length > pool.length) {
      pool = randomBytes(poolSize)
      used = 0
    }
    used += length
    return pool.slice(used - length, used)
  }
}

/** The source of unguessable bytes (keys, uuids); tests replace it to make ids repeatable. */
export class RandomBytes extends Context.Reference<(length: number) => Uint8Array>(
  "@hedgerow/core/shared/RandomBytes",
  { defaultValue: makePooled }
) {}
