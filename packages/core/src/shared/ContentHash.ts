import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** A short text that differs when the content does: 128 bits of its SHA-256 in hex. */
export const contentHash = (content: string | Uint8Array): string =>
  bytesToHex(sha256(typeof content === "string" ? utf8ToBytes(content) : content)).slice(0, 32)
