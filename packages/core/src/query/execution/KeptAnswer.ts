import { encodeJson, type WireValue } from "../ResultJson.ts"

/** Members of an answer that differ each time it is returned; a kept answer lacks them. */
export interface Returned {
  readonly is_cached: boolean
  readonly query_status: WireValue
}

/** An answer's JSON text without what differs each time: it always has members beside those. */
export const keptText = (response: { readonly [field: string]: WireValue }): string => {
  const { is_cached: _, query_status: __, ...kept } = response
  return encodeJson(kept)
}

/** The text of an answer that is returned: the kept text with what differs put before it. */
export const returnedText = (kept: string, returned: Returned): string =>
  `${encodeJson({ is_cached: returned.is_cached, query_status: returned.query_status }).slice(0, -1)},${kept.slice(1)}`
