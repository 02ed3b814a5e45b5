import { exactText, lowerAscii, plainText } from "./PropertyText.ts"
import { type Asking, formsOf, shortText } from "./Work.ts"

/** Lists and objects have to be written, long texts to be read: that is done once for each of them in a request. */
const isLarge = (value: unknown): boolean =>
  typeof value === "string" ? value.length > shortText : typeof value === "object" && value !== null

/** The text of a value. */
export const textOf = (value: unknown, asking: Asking): string => {
  if (typeof value !== "object" || value === null) return plainText(value)
  const forms = formsOf(value, asking)
  return forms.plain ??= plainText(value)
}

/** The text that parts of texts are looked for in. */
export const lowerText = (value: unknown, asking: Asking): string => {
  if (!isLarge(value)) return lowerAscii(plainText(value))
  const forms = formsOf(value, asking)
  return forms.lower ??= lowerAscii(textOf(value, asking))
}

/** The text by which values are equal without regard to case. */
export const equalText = (value: unknown, asking: Asking): string => {
  if (!isLarge(value)) return exactText(value).toLowerCase()
  const forms = formsOf(value, asking)
  return forms.equal ??= exactText(value).toLowerCase()
}
