import type { WireValue } from "@hedgerow/sql/types/ResultJson"

/** The fields about the run in the answer of every kind, with the names of the wire. */
export type QueryEnvelope = {
  readonly modifiers: { readonly [key: string]: WireValue }
  readonly query_status: null
  /** The time that was asked about, where the query names one. */
  readonly resolved_date_range: null | { readonly date_from: string; readonly date_to: string }
  readonly is_cached: boolean
  readonly last_refresh: string
  readonly next_allowed_client_refresh: string
  readonly cache_key: string
  /** Until when the answer is fresh; null: it never changes. */
  readonly cache_target_age: string | null
  readonly timezone: string
  readonly calculation_trigger: null
}

/** The answer to a query of any kind: the envelope, and the fields of its kind. */
export type QueryResponse = QueryEnvelope & { readonly [field: string]: WireValue }
