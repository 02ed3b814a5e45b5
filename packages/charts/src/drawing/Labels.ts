/** Texts of users as labels, and numbers as people read them. */

/** XML has no place for these, nor has a label. */
const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Names that every object inherits. The library keeps the widths of texts in a plain object under the texts themselves:
 * under `__proto__` it would write into the prototype of all objects.
 */
const inherited = new RegExp(Object.getOwnPropertyNames(Object.prototype).join("|"), "g")

/** The text with an invisible word joiner within inherited names. */
const apart = (text: string): string =>
  text.replaceAll(inherited, (name) => `${name.slice(0, 1)}\u2060${name.slice(1)}`)

/**
 * A text without letters that are not shown or turn others around, shortened to a number of letters, and safe as the name
 * of a member.
 */
export const label = (text: string, most = 32): string => {
  const shown = text.slice(0, 4 * most + 64).replaceAll(unprintable, " ").replaceAll(/\s+/g, " ").trim()
  const letters = [...shown]
  return apart(letters.length <= most ? shown : `${letters.slice(0, most - 1).join("").trimEnd()}…`)
}

/** A name as it is shown: one without letters is not blank. */
export const shownName = (name: string): string => name.trim() === "" ? "(empty)" : name

const address = /^https?:\/\/[^/?#]+(?=[/?#]|$)/i

/** A page by its path, anything else by its whole name. */
export const pageName = (text: string): string => {
  const path = text.replace(address, "")
  return path === "" && text !== "" ? "/" : path
}

/** Names as they are shown beside each other: pages of one host are known by their paths. */
export const pageNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const hosts = new Set(names.flatMap((name) => address.exec(name)?.[0] ?? []))
  return hosts.size === 1 ? names.map(pageName) : names
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })

/** A number in full: `12,345.68`. */
export const numberText = (value: number): string =>
  value !== 0 && Math.abs(value) < 1 ? precise.format(value) : whole.format(value)

/** A number in little room: `12.3K`. */
export const shortNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? numberText(value) : compact.format(value)

/** A share in per cent: `12.3 %`. */
export const percentText = (share: number): string => {
  const percent = share * 100
  return `${Math.abs(percent) < 100 ? precise.format(percent) : shortNumber(Math.round(percent))} %`
}

/** A change in per cent, always with its sign: `+12.3 %`. */
export const changeText = (share: number): string => `${share > 0 ? "+" : ""}${percentText(share)}`

/** An interval of changes, in brackets; nothing for one without bounds. */
export const rangeText = (interval: readonly [number, number] | null): string =>
  interval === null ? "" : ` (${changeText(interval[0]).slice(0, -2)} to ${changeText(interval[1])})`
