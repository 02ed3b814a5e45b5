/**
 * The fingerprint of a metric: results that were stored under another one belong to another question.
 *
 * The text that is hashed is the reference service's: compact JSON with sorted keys, everything beyond ASCII escaped,
 * numbers as Python prints them. A whole number sent as `1.0` has become `1` when JSON was parsed, so its hash is that of
 * `1`.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json | undefined }

const shortEscapes: Readonly<Record<string, string>> = {
  "\"": "\\\"",
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\f": "\\f",
  "\b": "\\b"
}

const escaped = (unit: string): string => shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

const quoted = (text: string): string => `"${text.replaceAll(/[^ -~]|["\\]/g, escaped)}"`

/** Python prints the same shortest digits, but with an exponent from 1e16 on and below 1e-4, of two digits at least. */
const printed = (value: number): string => {
  if (Number.isInteger(value)) return String(value)
  const size = Math.abs(value)
  const text = size < 1e-4 || size >= 1e16 ? value.toExponential() : String(value)
  return text.replace(/e([+-])(\d)$/, "e$10$2")
}

/** The order of code points, which is that of the bytes of UTF-8, and Python's. */
const inCodePoints = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const bytes = new Map(texts.map((text) => [text, bytesToHex(utf8ToBytes(text))]))
  return texts.toSorted((one, other) => (bytes.get(one) ?? "") < (bytes.get(other) ?? "") ? -1 : 1)
}

const canonical = (value: Json): string => {
  if (typeof value === "string") return quoted(value)
  if (typeof value === "number") return printed(value)
  if (value === null || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = value as { readonly [key: string]: Json | undefined }
  const present = inCodePoints(Object.keys(members)).flatMap((key) => {
    const item = members[key]
    return item === undefined ? [] : [`${quoted(key)}:${canonical(item)}`]
  })
  return `{${present.join(",")}}`
}

/** The fields that identify a metric without being part of its question. */
const labels = new Set(["uuid", "name", "kind", "fingerprint", "only_count_matured_users"])

export interface FingerprintInput {
  readonly metric: { readonly [key: string]: Json }
  readonly start_date: string | null
  readonly stats_method: string
  readonly exposure_criteria?: { readonly [key: string]: Json } | null | undefined
  readonly only_count_matured_users?: boolean | undefined
  readonly excluded_variants?: ReadonlyArray<string> | undefined
}

/** `2024-01-01T10:00:00+00:00`, with microseconds only where there are any. */
const isoStart = (date: string): string => {
  const [seconds, fraction] = new Date(date).toISOString().slice(0, -1).split(".")
  return `${seconds}${fraction === "000" ? "" : `.${fraction}000`}+00:00`
}

/** The SHA-256 of what a metric's results depend on, in hex. */
export const metricFingerprint = (input: FingerprintInput): string => {
  const { excluded_variants: excluded = [], exposure_criteria: criteria, start_date: start } = input
  const content: Json = {
    metric: Object.fromEntries(Object.entries(input.metric).filter(([key]) => !labels.has(key))),
    start_date: start === null ? null : isoStart(start),
    stats_method: input.stats_method,
    exposure_criteria: Object.keys(criteria ?? {}).length > 0 ? criteria ?? undefined : undefined,
    only_count_matured_users: input.only_count_matured_users === true ? true : undefined,
    excluded_variants: excluded.length > 0 ? inCodePoints(excluded) : undefined
  }
  return bytesToHex(sha256(utf8ToBytes(canonical(content))))
}
