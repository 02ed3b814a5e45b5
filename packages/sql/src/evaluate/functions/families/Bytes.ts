import { utf8ToBytes } from "@noble/hashes/utils.js"
import { base58, base64, hex } from "@scure/base"
import type { Cell } from "../../../types/Cell.ts"

/** The text in UTF-8. */
export const bytesOf = (text: string): Uint8Array => utf8ToBytes(text)

/** The text that the bytes are in UTF-8; NULL where they are none, or have a NUL. */
export const textOfBytes = (bytes: Uint8Array): Cell => {
  if (bytes.includes(0)) return null
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""))
  } catch {
    return null
  }
}

/** The text that a decoder returns; NULL where it fails. */
const decoded = (decode: (text: string) => Uint8Array) => (text: string): Cell => {
  try {
    return textOfBytes(decode(text))
  } catch {
    return null
  }
}

/** The work of Base58 grows with the square of the length. */
const longest = 1_000

export const toHex = (text: string): string => hex.encode(bytesOf(text)).toUpperCase()
export const fromHex = decoded((text) => hex.decode(text))
export const toBase64 = (text: string): string => base64.encode(bytesOf(text))
export const fromBase64 = decoded((text) => base64.decode(text))

export const toBase58 = (text: string): Cell => {
  const bytes = bytesOf(text)
  return bytes.length > longest ? null : base58.encode(bytes)
}

const readBase58 = decoded((text) => base58.decode(text))
export const fromBase58 = (text: string): Cell => text.length > longest ? null : readBase58(text)
