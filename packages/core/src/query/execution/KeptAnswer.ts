import { encodeJson, type WireValue } from "@hedgerow/sql/ResultJson"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { makeRecentValues } from "../../shared/RecentValues.ts"

/** An answer's JSON text without what differs each time it is returned: `is_cached` and `query_status`. */
export const keptText = (response: { readonly [field: string]: WireValue | undefined }): string => {
  const { is_cached: _, query_status: __, ...kept } = response
  return encodeJson(kept)
}

/** The text of an answer that is returned: a kept one with what differs put before it; `status` is JSON text. */
export const returnedText = (kept: string, isCached: boolean, status: string | undefined): string =>
  `{"is_cached":${isCached},"query_status":${status ?? "null"},${kept.slice(1)}`

/** The JSON of an answer, as text or as UTF-8, which is made once. */
export class AnswerJson {
  readonly text: string
  #bytes: Uint8Array | undefined

  constructor(text: string) {
    this.text = text
  }

  get bytes(): Uint8Array {
    return this.#bytes ??= utf8ToBytes(this.text)
  }
}

/** Characters of all the answers that a process has ready. */
const mostCharacters = 8 * 1024 * 1024

/**
 * Kept answers as they are returned while no run of the same query goes on. One that was returned lately is ready, bytes and
 * all; that holds for the very text that is kept now.
 */
export const makeReadyAnswers = () => {
  const ready = makeRecentValues<{ readonly kept: string; readonly json: AnswerJson }>(
    ({ json }) => json.text.length,
    mostCharacters
  )
  return (key: string, kept: string): AnswerJson => {
    const known = ready.get(key)
    const json = known?.kept === kept ? known.json : new AnswerJson(returnedText(kept, true, undefined))
    ready.use(key, { kept, json })
    return json
  }
}
