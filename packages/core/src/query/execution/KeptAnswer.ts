import { encodeJson, type WireValue } from "../ResultJson.ts"

/** An answer's JSON text without what differs each time it is returned: `is_cached` and `query_status`. */
export const keptText = (response: { readonly [field: string]: WireValue | undefined }): string => {
  const { is_cached: _, query_status: __, ...kept } = response
  return encodeJson(kept)
}

/** The text of an answer that is returned: a kept one with what differs put before it; `status` is JSON text. */
export const returnedText = (kept: string, isCached: boolean, status: string | undefined): string =>
  `{"is_cached":${isCached},"query_status":${status ?? "null"},${kept.slice(1)}`
