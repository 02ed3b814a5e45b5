import { type Macro, macro } from "../Macro.ts"

const part = (parameters: string, as: string): Macro => macro(parameters, "String", "", as, ["1", 1])

const characters = [["lt", "<"], ["gt", ">"], ["amp", "&"], ["quot", "\""], ["apos", "\\'"]] as const

const nibbles = Array.from({ length: 16 }, (_, i) => i.toString(2).padStart(4, "0"))

/** The parts of functions of texts. */
export const textParts: Readonly<Record<string, Macro>> = {
  // The text after an ampersand, and the name of the entity that it begins with.
  decoded: part(
    "text, text",
    `multiIf(b = '', concat('&', a), ${
      characters.map(([name, character]) => `b = '${name}', concat('${character}', substring(a, length(b) + 2))`).join(
        ", "
      )
    }, _characterReference(b) != '', concat(_characterReference(b), substring(a, length(b) + 2)), concat('&', a))`
  ),
  bitsOf: part(
    "text",
    `arrayStringConcat(arrayMap(i -> substring('${nibbles.join("")}', `
      + "position('0123456789ABCDEF', substring(a, i, 1)) * 4 - 3, 4), _upTo(length(a))))"
  ),
  ofBits: part(
    "text",
    `unhex(arrayStringConcat(arrayMap(i -> substring('0123456789ABCDEF', indexOf([${
      nibbles.map((nibble) => `'${nibble}'`).join(", ")
    }], substring(a, i * 4 - 3, 4)), 1), _upTo(intDiv(length(a), 4)))))`
  ),
  // The number of parts by which two lists differ, each as often as it occurs.
  apart: part(
    "array, array",
    "arraySum(arrayMap(n -> abs(n), mapValues(_sumByKey(arrayConcat(arrayMap(x -> tuple(assumeNotNull(x), 1), a), "
      + "arrayMap(x -> tuple(assumeNotNull(x), -1), b))))))"
  ),
  gramDistance: part("array, array", "_apart(a, b) / greatest(length(a) + length(b), 1)"),
  gramSearch: part(
    "array, array",
    "if(length(b) = 0, 1.0, (length(a) + length(b) - _apart(a, b)) / (2 * greatest(length(b), 1)))"
  ),
  inBytes: part("text", "rightPad(a, intDiv(length(a) + 7, 8) * 8, '0')"),
  // A length below 0 leaves out that number at the end.
  sliced: part(
    "text, whole, whole",
    "substring(a, b, if(c >= 0, c, greatest(length(a) + c - if(b > 0, b - 1, greatest(length(a) + b, 0)), 0)))"
  )
}
