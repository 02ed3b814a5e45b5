import { Result } from "effect"
import * as Base64 from "effect/encoding/Base64"

const percentDecoded = (text: string): string =>
  text.replace(/%(2[BbFf]|3[Dd])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * The bytes of base64 text as browsers send it: blanks stand for `+`, the url-safe alphabet, percent-escaped signs and
 * missing padding are repaired. Undefined when the text is no base64.
 */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  const standard = percentDecoded(text.trim()).replace(/[\r\n]+/g, "").replace(/[ -]/g, "+").replace(/_/g, "/")
  const bare = standard.replace(/=+$/, "")
  if (bare === "" || bare.length % 4 === 1) return undefined
  const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, "=")
  const bytes = Result.getOrUndefined(Base64.decode(padded))
  return bytes === undefined ? undefined : new Uint8Array(bytes)
}
