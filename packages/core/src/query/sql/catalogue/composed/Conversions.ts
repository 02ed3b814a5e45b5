import { type Composition, strictly } from "../Composition.ts"

/** The lowest bits of a whole number, with or without a sign. */
const lowest = (bits: number, isSigned: boolean): Composition => {
  const places = 64 - bits
  const name = `reinterpretAs${isSigned ? "" : "U"}Int${bits}`
  return {
    ...strictly(
      "whole",
      "Int64",
      `the lowest ${bits} bits of a whole number${isSigned ? ", the highest of them the sign" : ""}`,
      isSigned ? `bitShiftRight(bitShiftLeft(a, ${places}), ${places})` : `bitAnd(a, ${2 ** bits - 1})`,
      [`${name}(-1)`, isSigned ? -1 : 2 ** bits - 1]
    ),
    nulls: "propagate"
  }
}

/** The milliseconds that the first twelve digits of a UUID are. */
const millis = Array.from({ length: 12 }, (_, i) => {
  const digit = `substring(toString(toUUID(a)), ${i < 8 ? i + 1 : i + 2}, 1)`
  return `(position('0123456789abcdef', ${digit}) - 1) * ${16 ** (11 - i)}`
}).join(" + ")

const part = (pattern: string): string => `_textPart(a, '${pattern}')`

/** Month/day/year as year-month-day; other texts as they are. */
const dayFirst = `if(${part("^([0-9]+/[0-9]+/[0-9]+)")} = '', a, concat(${part("^[0-9]+/[0-9]+/([0-9]+)")}, '-', `
  + `leftPad(${part("^([0-9]+)/")}, 2, '0'), '-', leftPad(${part("^[0-9]+/([0-9]+)/")}, 2, '0'), `
  + "_withoutPart(a, '^[0-9]+/[0-9]+/[0-9]+')))"

/** Conversions that are made of others. */
export const composedConversions: Readonly<Record<string, Composition>> = {
  reinterpretAsUInt8: lowest(8, false),
  reinterpretAsUInt16: lowest(16, false),
  reinterpretAsUInt32: lowest(32, false),
  reinterpretAsInt8: lowest(8, true),
  reinterpretAsInt16: lowest(16, true),
  reinterpretAsInt32: lowest(32, true),
  reinterpretAsInt64: { ...lowest(64, true), as: "a", nulls: "propagate" },
  UUIDv7ToDateTime: strictly(
    "any",
    "DateTime64",
    "the time in a UUID of version 7; NULL of others",
    `if(substring(toString(toUUID(a)), 15, 1) = '7', toDateTime((${millis} + 0.0005) / 1000), NULL)`,
    ["UUIDv7ToDateTime('018f3a5e-7a00-7000-8000-000000000000')", "2024-05-02T17:33:41.248000Z"]
  ),
  toDateTimeUS: strictly(
    "text, zone?",
    "DateTime64",
    "toDateTime, of month/day/year too",
    [`toDateTime(${dayFirst})`, `toDateTime(${dayFirst}, b)`],
    ["toDateTimeUS('12/31/2024 10:00:00')", "2024-12-31T10:00:00Z"]
  )
}
