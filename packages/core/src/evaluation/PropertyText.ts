import { isJsonRecord } from "../shared/JsonRecord.ts"

/** Values nested deeper have no text of their own. */
const maxDepth = 100

const beyondAscii = /[^\0-\x7f]/

const isCapital = (unit: number): boolean => unit >= 0x41 && unit <= 0x5a

/** The characters that become text at once. */
const chunkLength = 8_192

const lowerUnits = (text: string): string => {
  const units = new Uint16Array(Math.min(text.length, chunkLength))
  let lower = ""
  for (let start = 0; start < text.length; start += chunkLength) {
    const length = Math.min(chunkLength, text.length - start)
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(start + i)
      units[i] = isCapital(unit) ? unit + 32 : unit
    }
    lower += String.fromCharCode(...units.subarray(0, length))
  }
  return lower
}

/** The text with the letters A–Z in lower case. */
export const lowerAscii = (text: string): string => beyondAscii.test(text) ? lowerUnits(text) : text.toLowerCase()

const plainTextAt = (value: unknown, depth: number): string => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) {
    if (depth === 0) return ""
    return value.map((item: unknown) => item === null ? "" : plainTextAt(item, depth - 1)).join(",")
  }
  return typeof value === "object" && value !== null ? "[object Object]" : String(value)
}

/**
 * The text that parts of texts are looked for in: lists as their items with commas, as client libraries that evaluate
 * by themselves write them.
 */
export const plainText = (value: unknown): string => typeof value === "string" ? value : plainTextAt(value, maxDepth)

/** Above U+FFFF code units sort below U+E000, code points do not. */
const unitRank = (unit: number): number => unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

const compareCodePoints = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length)
  for (let i = 0; i < shared; i++) {
    const difference = unitRank(left.charCodeAt(i)) - unitRank(right.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

const jsonTextAt = (value: unknown, depth: number): string => {
  if (typeof value !== "object" || value === null || depth === 0) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map((item) => jsonTextAt(item, depth - 1)).join(",")}]`
  if (!isJsonRecord(value)) return "null"
  const keys = Object.keys(value).sort(compareCodePoints)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${jsonTextAt(value[key], depth - 1)}`).join(",")}}`
}

/** The text by which values are equal: texts themselves, all others as JSON with sorted members. */
export const exactText = (value: unknown): string => typeof value === "string" ? value : jsonTextAt(value, maxDepth)
