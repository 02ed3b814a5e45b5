import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Random } from "./Random.ts"

/** Stands for text that JSON has no value for, until the body is written. */
const rawMark = "\u0001raw:"

const raw = (text: string) => rawMark + text

const nested = (open: string, close: string, levels: number) => raw(open.repeat(levels) + "1" + close.repeat(levels))

type Makers = readonly [() => unknown, ...ReadonlyArray<() => unknown>]

/** JSON numbers that 64-bit floats cannot hold. */
const overflows: Makers = [() => raw("1e400"), () => raw("-1e400"), () => raw("9".repeat(400))]

const oddNumbers: Makers = [
  () => 0,
  () => -1,
  () => 0.5,
  () => 1e308,
  () => -0,
  () => 2147483648,
  () => raw("9223372036854775808"),
  () => raw("9007199254740993"),
  () => raw("1e-400"),
  () => raw("NaN"),
  () => raw("Infinity")
]

const oddTexts: Makers = [
  () => "",
  () => " ",
  () => "\0",
  () => "a\0b",
  () => "\ud800",
  () => ["\udfff\ud800"],
  () => raw("\"\\ud83d\""),
  () => "\u{1F600}".repeat(300),
  () => "not-a-uuid",
  () => "00000000-0000-0000-0000-000000000000",
  () => "9999-99-99T99:99:99Z",
  () => "1e400",
  () => "__proto__",
  () => "constructor",
  () => "toString",
  () => "' or 1=1 --",
  () => "(a+)+$",
  () => "*"
]

const oddRecords: Makers = [
  () => ({}),
  () => [],
  () => [[]],
  () => ({ "\ud800": 1, "\0": 2 }),
  () => Object.fromEntries([["__proto__", { admin: true }]]),
  () => ({ constructor: { prototype: { admin: true } }, toString: 1, hasOwnProperty: null, valueOf: "a", length: -1 }),
  () => ({ toJSON: "x", then: 1 }),
  () => ({ type: "AND", values: [{ type: "OR", values: [null, 7, "a"] }] }),
  () => raw("{\"a\":1,\"a\":2}")
]

const large: Makers = [
  () => "x".repeat(100_000),
  () => nested("[", "]", 499),
  () => nested("{\"a\":", "}", 120),
  () => nested("[", "]", 5_000),
  () => Array.from({ length: 2_000 }, (_, index) => index)
]

const wrongTypes: Makers = [() => null, () => true, () => 7, () => "seven", () => [1], () => ({ a: 1 })]

/** Values that nobody means, made when they are needed since some are long. */
const oddities = [overflows, oddNumbers, oddTexts, oddTexts, oddRecords, large, wrongTypes] as const

export const oddity = (random: Random): unknown => random.pick(random.pick<Makers>(oddities))()

const oddNames = [
  "__proto__",
  "constructor",
  "toString",
  "prototype",
  "",
  "\0",
  "\ud800",
  "id",
  "project",
  "x".repeat(500)
]

const changed = (value: unknown, random: Random): unknown => random.chance(0.3) ? oddity(random) : faulty(value, random)

const changedRecord = (record: Readonly<Record<string, unknown>>, random: Random): unknown => {
  const name = random.oneOf(Object.keys(record))
  const entries = Object.entries(record)
  if (name === undefined || random.chance(0.2)) {
    return Object.fromEntries([...entries, [random.oneOf(oddNames) ?? "", oddity(random)]])
  }
  if (random.chance(0.2)) return Object.fromEntries(entries.filter(([other]) => other !== name))
  return Object.fromEntries(entries.map(([other, value]) => [other, other === name ? changed(value, random) : value]))
}

/** The value with one fault, somewhere within. */
const faulty = (value: unknown, random: Random): unknown => {
  if (isJsonRecord(value)) return changedRecord(value, random)
  if (!Array.isArray(value) || value.length === 0) return oddity(random)
  const at = random.below(value.length)
  return value.map((item, index) => index === at ? faulty(item, random) : item)
}

/** The value with one fault, or several. */
export const veryFaulty = (value: unknown, random: Random): unknown => {
  const once = faulty(value, random)
  return random.chance(0.4) ? veryFaulty(once, random) : once
}

/** Whether a JSON text has a number that 64-bit floats cannot hold. */
export const hasOverflow = (text: string): boolean => /[[:,]-?(?:1e400|9{400})/.test(text)

/** The JSON text of a value, odd numbers and nesting included. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /"\\u0001raw:((?:[^"\\]|\\.)*)"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string
  )

/** A broken text in place of a sound body. */
export const brokenText = (text: string, random: Random): string | Uint8Array<ArrayBuffer> =>
  random.pick<() => string | Uint8Array<ArrayBuffer>>([
    () => text.slice(0, random.below(text.length)),
    () => "",
    () => "null",
    () => "[]",
    () => "7",
    () => "\"text\"",
    () => `${text}${text}`,
    () => `\uFEFF${text}`,
    () => text.replaceAll("\"", "'"),
    () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    () => new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x01, 0x02]),
    () => "data=eyJhIjoxfQ==&compression=base64",
    () => "a=1&b=2"
  ])()

/** Ids that are none, or none of the caller's. */
export const oddIds = (foreign: ReadonlyArray<number | string>, random: Random): string =>
  String(random.oneOf([
    ...foreign,
    "-1",
    "0",
    "00001",
    "1.5",
    "2147483648",
    "9007199254740993",
    "99999999999999999999",
    "1e400",
    "NaN",
    "abc",
    "@current",
    "%00",
    "%ED%A0%80",
    "%F0%9F%98%80",
    "%ZZ",
    "%2F..%2F..",
    "__proto__",
    "constructor",
    "00000000-0000-0000-0000-000000000000",
    "' or 1=1 --",
    "x".repeat(2_000)
  ]))

const oddParameters = [
  "",
  "-1",
  "0",
  "1e9",
  "1e400",
  "99999999999999999999",
  "2147483648",
  "NaN",
  "null",
  "true",
  "[]",
  "{\"a\":1e400}",
  "{\"__proto__\":1}",
  "[\"\\ud800\"]",
  "{\"a\":",
  "\0",
  "\u{1F600}",
  "2026-13-45",
  "x".repeat(5_000),
  "%",
  "'; drop table x; --"
] as const

export const oddParameter = (random: Random): string => random.pick(oddParameters)
