import { Effect } from "effect"
import { RandomBytes } from "../shared/RandomBytes.ts"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const length = 8

/** Bytes from here on would make some letters likelier than others. */
const firstUneven = 256 - 256 % letters.length

/** A short text that stands for an insight in links: 62 to the power of 8 of them. */
export const makeShortId: Effect.Effect<string> = Effect.map(RandomBytes, (randomBytes) => {
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < firstUneven && text.length < length) text += letters[byte % letters.length]
    }
  }
  return text
})
