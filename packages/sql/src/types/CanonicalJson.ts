/** Values nested deeper than this become null wherever they are stored. */
export const maxDepth = 200

/** The text as every engine can store it: NUL and lone surrogates become U+FFFD. */
export const sanitizeText = (text: string): string => {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\uFFFD") : wellFormed
}

/** The size of the text in UTF-8 bytes. */
export const utf8Length = (text: string): number => {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    if (code < 0x800) length += 1
    else if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      length += 2
      i++
    } else length += 2
  }
  return length
}

/** Surrogates stand below U+E000…U+FFFF as code units, yet above them as code points. */
const rank = (unit: number): number => unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/** Orders texts by their code points, as UTF-8 and Python do. */
export const compareCodePoints = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length)
  for (let i = 0; i < shared; i++) {
    const difference = left.charCodeAt(i) - right.charCodeAt(i)
    if (difference !== 0) return rank(left.charCodeAt(i)) - rank(right.charCodeAt(i))
  }
  return left.length - right.length
}

/** A name of an object, and how many bytes it takes in UTF-8. */
export interface CanonicalName {
  readonly key: string
  readonly bytes: number
}

interface Entry extends CanonicalName {
  readonly value: unknown
}

/** The order of names in canonical text. */
export const compareNames = (left: CanonicalName, right: CanonicalName): number =>
  left.bytes - right.bytes || compareCodePoints(left.key, right.key)

/** Digits without an exponent: `1e+21` is 1 and 21 zeros, `1.5e-7` is 0.00000015. */
const plainDigits = (text: string): string => {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, "0")}${point < digits.length ? `.${digits.slice(point)}` : ""}`
}

/** The number of digits by which numbers are longer than as they were sent, and the limit of it. */
interface Digits {
  count: number
  readonly limit: number
}

const numberText = (value: number, digits: Digits | undefined): string => {
  if (!Number.isFinite(value)) return "null"
  const text = String(value)
  if (!text.includes("e")) return text
  if (digits !== undefined && digits.count > digits.limit) return "0"
  const plain = plainDigits(text)
  if (digits !== undefined) digits.count += plain.length
  return plain
}

const entriesOf = (value: object): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  let areKeysClean = true
  for (const [raw, member] of Object.entries(value)) {
    const key = sanitizeText(raw)
    if (key !== raw) areKeysClean = false
    entries.push({ key, bytes: utf8Length(key), value: member })
  }
  return areKeysClean ? entries : [...new Map(entries.map((entry) => [entry.key, entry])).values()]
}

const objectText = (value: object, levels: number, digits: Digits | undefined): string => {
  const sorted = entriesOf(value).toSorted(compareNames)
  return `{${
    sorted.map((entry) => `${JSON.stringify(entry.key)}:${textOf(entry.value, levels - 1, digits)}`).join(",")
  }}`
}

const textOf = (value: unknown, levels: number, digits?: Digits): string => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(sanitizeText(value))
    case "number":
      return numberText(value, digits)
    case "boolean":
      return value ? "true" : "false"
    case "object":
      if (value === null || levels <= 0) return "null"
      if (!Array.isArray(value)) return objectText(value, levels, digits)
      return `[${value.map((element) => textOf(element, levels - 1, digits)).join(",")}]`
    default:
      return "null"
  }
}

/**
 * The one text of a JSON value on every engine: numbers as float64 in plain digits (overflow is null), NUL and lone
 * surrogates as U+FFFD, names sorted by their UTF-8 length and then their bytes, no spaces, values nested deeper than
 * `levels` as null.
 */
export const canonicalJson = (value: unknown, levels: number = maxDepth): string => textOf(value, levels)

/** The canonical text, or undefined when numbers such as 1e300 would have too many digits in it. */
export const canonicalJsonWithin = (value: unknown, limit: number): string | undefined => {
  const digits = { count: 0, limit }
  const text = textOf(value, maxDepth, digits)
  return digits.count > limit ? undefined : text
}

/** One member of an object as it stands in the object's canonical text. */
export const canonicalMember = (key: string, value: unknown): string =>
  `${JSON.stringify(key)}:${textOf(value, maxDepth - 1)}`
