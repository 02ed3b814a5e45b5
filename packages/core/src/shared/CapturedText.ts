import { canonicalJson, sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { type MemberSlice, memberText } from "./JsonSlices.ts"

/** Distinct ids, event names and session ids keep this many characters. */
export const maxNameLength = 200

/** Group types and group keys keep this many characters. */
export const maxGroupLength = 400

/** The first code points of a text, made storable. */
export const cutText = (text: string, limit: number = maxNameLength): string => {
  const clean = sanitizeText(text)
  return clean.length <= limit ? clean : Array.from(clean.slice(0, 2 * limit)).slice(0, limit).join("")
}

/** A string as it is, a number or boolean in its own digits; anything else is no text. */
export const scalarText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? canonicalJson(value) : undefined
}

/** A short text that is kept in a column of its own; empty when there is none. */
export const columnText = (value: unknown, limit: number = maxNameLength): string =>
  cutText(scalarText(value) ?? "", limit)

/** The text form of an id. Numbers keep the digits they were sent with; objects become their canonical text. */
export const idText = (value: unknown, raw: () => string | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value === "string") return cutText(value)
  return cutText(typeof value === "number" ? raw() ?? canonicalJson(value) : canonicalJson(value))
}

/** An `idText` of the member of an object. */
export const memberId = (
  value: unknown,
  text: string,
  members: () => ReadonlyArray<MemberSlice>,
  key: string
): string | undefined => idText(value, () => memberText(text, members(), key))
