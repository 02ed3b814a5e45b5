/** The generated events as ClickHouse makes them itself: those of `generatedEvents.ts`, many times faster. */
import { cellPath } from "@hedgerow/storage-clickhouse/schema/PropertyPaths"
import { drawn, type GeneratedSet, lastMicros, spanMicros } from "./generatedEvents.ts"

/** A draw; of products of two 32-bit numbers the lower 32 bits are kept. */
const draw = (number: string, salt: number): string => {
  const times = (x: string, factor: number) => `toUInt32(${x} * ${factor})`
  const folded = (x: string, bits: number) => `bitXor(${x}, bitShiftRight(${x}, ${bits}))`
  const salted = BigInt.asUintN(32, BigInt(salt + 1) * 0xc2b2ae35n)
  const first = `bitXor(${times(`toUInt32(${number} + 2654435769)`, 0x85ebca6b)}, toUInt32(${salted}))`
  return folded(times(folded(times(folded(first, 16), 0x7feb352d), 15), 0x846ca68b), 16)
}

const pick = (list: ReadonlyArray<string>, drawn: string): string =>
  `[${list.map((text) => `'${text}'`).join(", ")}][${drawn} % ${list.length} + 1]`

const uuid = (a: string, b: string, c: string, d: string): string => {
  const hex = (value: string, digits: number) => `right(leftPad(lower(hex(toUInt32(${value}))), 8, '0'), ${digits})`
  return `toUUID(concat(${hex(a, 8)}, '-', ${hex(`bitShiftRight(${b}, 16)`, 4)}, '-7', ${hex(b, 3)}, '-8', ${
    hex(c, 3)
  }, '-', ${hex(`bitShiftRight(${c}, 12)`, 4)}, ${hex(d, 8)}))`
}

interface Field {
  readonly key: string
  readonly value: string
  readonly isNumber?: true
}

const shared = (variantKey: string): ReadonlyArray<Field> => [
  { key: "$browser", value: "browser" },
  { key: "$os", value: "system" },
  { key: "$device_type", value: "device" },
  { key: "$current_url", value: "concat('https://example.com/products/', toString(page))" },
  { key: "$pathname", value: "concat('/products/', toString(page))" },
  { key: "$referring_domain", value: "referrer" },
  { key: "$lib", value: "'web'" },
  { key: "plan", value: "plan" },
  { key: variantKey, value: "variant" }
]

const ofPurchases: ReadonlyArray<Field> = [
  { key: "price", value: "toString(price)", isNumber: true },
  { key: "quantity", value: "toString(quantity)", isNumber: true }
]

const canonical = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> =>
  fields.toSorted(({ key: one }, { key: other }) => one.length - other.length || (one < other ? -1 : 1))

const json = (fields: ReadonlyArray<Field>, isCells = false): string => {
  const parts = fields.map(({ isNumber, key, value }) => {
    const quote = isNumber === true && !isCells ? "" : "\""
    return `'"${isCells ? cellPath([key]) : key}":${quote}', ${value}, '${quote}'`
  })
  return `concat('{', ${parts.join(", ',', ")}, '}')`
}

const ofEvent = (text: (fields: ReadonlyArray<Field>) => string, variantKey: string): string => {
  const fields = shared(variantKey)
  return `if(event = 'purchase', ${text([...fields, ...ofPurchases])}, ${text(fields)})`
}

const personText = `concat('{"plan":"', plan, '","email":"', email, '"}')`

/** The columns of an insert, and what they are of the draws. */
const columns = ({ project, variantKey = "variant" }: GeneratedSet): Readonly<Record<string, string>> => ({
  project_id: String(project),
  uuid: uuid("u1", "u2", "u3", "n"),
  event: "event",
  distinct_id: "concat('user-', toString(person))",
  person_id: uuid("p1", "p2", "p3", "person"),
  person_mode: "'full'",
  timestamp: "fromUnixTimestamp64Micro(micros, 'UTC')",
  sent_at: "fromUnixTimestamp64Micro(micros, 'UTC')",
  received_at: "fromUnixTimestamp64Micro(micros + 150000, 'UTC')",
  inserted_at: "fromUnixTimestamp64Micro(micros + 200000, 'UTC')",
  properties: ofEvent(json, variantKey),
  derived: ofEvent((fields) => json(canonical(fields)), variantKey),
  person_properties: personText,
  person_created_at: `fromUnixTimestamp64Micro(${lastMicros - spanMicros}, 'UTC')`,
  session_id: "concat('session-', toString(person), '-', toString(intDiv(n, 50000)))",
  lib: "'web'",
  cells: ofEvent((fields) => json(fields, true), variantKey),
  person_cells: personText
})

const ofPersons = `${pick(drawn.browsers, "d11")} AS browser, ${pick(drawn.systems, "d12")} AS system,
  ${pick(drawn.devices, "d13")} AS device, ${pick(drawn.plans, "d14")} AS plan,
  if(d15 % 2 = 0, 'control', 'test') AS variant,
  concat('user', toString(person), '@', if(person % 7 = 0, 'acme', 'mail'), '.example') AS email`

const ofEvents = `${pick(drawn.names, "d2")} AS event, d5 % 2000 AS page, ${pick(drawn.referrers, "d6")} AS referrer,
  (d7 % 50000) / 100 AS price, 1 + d8 % 4 AS quantity`

const draws = (number: string, salts: ReadonlyArray<number>): string =>
  salts.map((salt) => `${draw(number, salt)} AS d${salt}`).join(", ")

/** Inserts a number of the events from one on. */
export const insertGenerated = (set: GeneratedSet, first: number, length: number): string => {
  const { count, persons } = set
  const made = Object.entries(columns(set))
  const numbered = `SELECT number AS n, toInt64(floor(${
    lastMicros - spanMicros
  } + n * (${spanMicros} / ${count}))) AS micros,
      ${draw("n", 1)} / 4294967296 AS share, toUInt32(floor(share * share * ${persons})) AS person,
      ${draws("n", [2, 5, 6, 7, 8])},
      ${[21, 22, 23].map((salt, at) => `${draw("n", salt)} AS u${at + 1}`).join(", ")}
    FROM numbers(${first}, ${length})`
  const whose = `SELECT *, ${draws("person", [11, 12, 13, 14, 15])},
      ${[101, 102, 103].map((salt, at) => `${draw("person", salt)} AS p${at + 1}`).join(", ")} FROM (${numbered})`
  return `INSERT INTO events (${made.map(([name]) => name).join(", ")})
    SELECT ${made.map(([, value]) => value).join(", ")} FROM (SELECT *, ${ofPersons}, ${ofEvents} FROM (${whose}))`
}
