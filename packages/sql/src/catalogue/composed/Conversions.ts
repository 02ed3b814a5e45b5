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

/** A whole number as it is: one below 0 is beyond Int64 in a type of more bits. */
const wider = (type: string): Composition => ({
  ...strictly(
    "whole",
    "Int64",
    `a number that is not negative as it is; NULL of others, which are beyond Int64 in ${type}`,
    "if(a >= 0, a, NULL)",
    [
      `reinterpretAs${type}(7)`,
      7
    ]
  )
})

/** The number that bits are by IEEE 754: a sign, the bits of an exponent, and those of a fraction. */
const floatOf = (bits: 32 | 64, exponents: number, fractions: number): Composition => {
  const exponent = `bitAnd(bitShiftRight(a, ${fractions}), ${2 ** exponents - 1})`
  const fraction = `bitAnd(a, ${2 ** fractions - 1})`
  const sign = `if(bitTest(a, ${bits - 1}) = 1, -1.0, 1.0)`
  const bias = 2 ** (exponents - 1) - 1 + fractions
  return strictly(
    "whole",
    "Float64",
    `the number of which a is the bits, as a Float${bits}`,
    `multiIf(${exponent} = ${2 ** exponents - 1}, if(${fraction} = 0, ${sign} / 0, 0 / 0), `
      + `${exponent} = 0, ${sign} * ${fraction} * pow(2.0, ${1 - bias}), `
      + `${sign} * (${fraction} + ${2 ** fractions}) * pow(2.0, ${exponent} - ${bias}))`,
    [`reinterpretAsFloat${bits}(${bits === 64 ? "4609434218613702656" : "1069547520"})`, 1.5]
  )
}

/** The digits of 16 bytes, the last of eight first. */
const uuidDigits = (text: string): string => {
  const digits = `rightPad(_hexOfText(${text}), 32, '0')`
  const bytes = (places: ReadonlyArray<number>): string =>
    places.map((place) => `substring(${digits}, ${place * 2 + 1}, 2)`).join(", ")
  return `concat(${bytes([7, 6, 5, 4])}, '-', ${bytes([3, 2])}, '-', ${bytes([1, 0])}, '-', ${bytes([15, 14])}, '-', ${
    bytes([13, 12, 11, 10, 9, 8])
  })`
}

/** The milliseconds that the first twelve digits of a UUID are. */
const millis = Array.from({ length: 12 }, (_, i) => {
  const digit = `substring(toString(toUUID(a)), ${i < 8 ? i + 1 : i + 2}, 1)`
  return `(position('0123456789abcdef', ${digit}) - 1) * ${16 ** (11 - i)}`
}).join(" + ")

const timeIn = `if(substring(toString(toUUID(a)), 15, 1) = '7', toDateTime((${millis} + 0.0005) / 1000), NULL)`

/** Conversions composed of other functions. */
export const composedConversions: Readonly<Record<string, Composition>> = {
  reinterpretAsUInt8: lowest(8, false),
  reinterpretAsUInt16: lowest(16, false),
  reinterpretAsUInt32: lowest(32, false),
  reinterpretAsInt8: lowest(8, true),
  reinterpretAsInt16: lowest(16, true),
  reinterpretAsInt32: lowest(32, true),
  reinterpretAsInt64: { ...lowest(64, true), as: "a", nulls: "propagate" },
  ...Object.fromEntries(
    ["UInt64", "UInt128", "UInt256", "Int128", "Int256"].map((type) => [`reinterpretAs${type}`, wider(type)])
  ),
  reinterpretAsFloat32: floatOf(32, 8, 23),
  reinterpretAsFloat64: floatOf(64, 11, 52),
  reinterpretAsUUID: strictly(
    "text",
    "UUID",
    "the UUID of the first 16 bytes of a text",
    `toUUID(${uuidDigits("a")})`,
    ["reinterpretAsUUID('abc')", "00000000-0063-6261-0000-000000000000"]
  ),
  UUIDv7ToDateTime: strictly(
    "any, zone?",
    "DateTime64",
    "the time in a UUID of version 7; NULL of others",
    [timeIn, `toTimeZone(${timeIn}, b)`],
    ["UUIDv7ToDateTime('018f3a5e-7a00-7000-8000-000000000000')", "2024-05-02T17:33:41.248000Z"]
  )
}
