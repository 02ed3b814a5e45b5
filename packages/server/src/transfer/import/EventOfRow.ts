import { eventSizeFault } from "@hedgerow/core/events/EventSize"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { readEventTime } from "@hedgerow/core/events/EventTimeText"
import { JsonScan } from "@hedgerow/core/events/JsonScan"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { appendMember, objectMembers } from "@hedgerow/core/shared/JsonSlices"
import { deriveUuid, parseUuid } from "@hedgerow/core/shared/Uuid"
import * as Result from "effect/Result"
import { type Columns, type ImportRow, parsedJson } from "./ImportRow.ts"

/** The fields of an event that have columns of their own names. */
export const eventFields = [
  "uuid",
  "event",
  "distinct_id",
  "timestamp",
  "properties",
  "elements_chain",
  "$set",
  "$set_once"
] as const

/** A field of an event. */
export type EventField = (typeof eventFields)[number]

/** Where the parts of an event are in a row. */
export interface Mapping {
  /** The columns of fields, by other names than theirs. */
  readonly fields: ReadonlyMap<EventField, string>
  /** The columns of properties, by the names of the properties. */
  readonly properties: ReadonlyMap<string, string>
  /** The name of events that have none. */
  readonly event: string | undefined
}

/** An event as capture takes it. */
export interface ImportedEvent {
  readonly row: ImportRow
  /** Its JSON. */
  readonly text: string
}

type Read = Result.Result<string, string>

/** The value of a column; `null` and an empty text are none. */
const given = (columns: Columns, name: string): string | undefined => {
  const text = columns.get(name)
  return text === undefined || text === "null" || text === "\"\"" ? undefined : text
}

const isText = (json: string): boolean => json.startsWith("\"")

/** A JSON scalar as text: `"7"` and `7` are both 7. */
const textOf = (json: string): string => isText(json) ? JSON.parse(json) as string : json

/** The number of names of the objects in an event's JSON. */
const namesIn = (text: string): number => {
  const scan = new JsonScan(text)
  scan.endOf(0)
  return scan.names
}

const isScalar = (json: string): boolean => !/^[[{]/.test(json)

const mostAhead = 23 * 3_600_000_000

/** The time is checked here: capture would take the time of arrival for one that it cannot read. */
const timeOf = (json: string | undefined, now: EventTime): Read => {
  if (json === undefined) return Result.fail("There is no timestamp.")
  const time = readEventTime(isText(json) ? textOf(json) : Number(json))
  if (time === undefined) return Result.fail(`The timestamp ${json.slice(0, 80)} is not a time.`)
  return time > now + mostAhead
    ? Result.fail(`The timestamp ${json.slice(0, 80)} is ahead of now.`)
    : Result.succeed(json)
}

const uuidOf = (json: string | undefined, { number, text }: ImportRow): Read => {
  if (json === undefined) return Result.succeed(JSON.stringify(deriveUuid("import", number, text)))
  const uuid = parseUuid(textOf(json))
  return uuid === undefined
    ? Result.fail(`The uuid ${json.slice(0, 80)} is not one.`)
    : Result.succeed(JSON.stringify(uuid))
}

const named = (what: string, json: string | undefined): Read => {
  if (json === undefined) return Result.fail(`There is no ${what}.`)
  return isScalar(json) ? Result.succeed(JSON.stringify(textOf(json))) : Result.fail(`The ${what} is not a text.`)
}

/** An object, or the JSON text of one. */
const objectOf = (what: string, json: string): Read => {
  const text = isText(json) ? textOf(json) : json
  return isJsonRecord(parsedJson(text)) ? Result.succeed(text) : Result.fail(`${what} is not a JSON object.`)
}

const objectText = (members: ReadonlyArray<readonly [name: string, json: string]>): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`

const members = (properties: string): ReadonlySet<string> => new Set(objectMembers(properties).map(({ key }) => key))

/** Reads rows as events by a mapping. */
export const makeEventReader = ({ event, fields, properties: chosen }: Mapping) => {
  const columnOf = (field: EventField): string => fields.get(field) ?? field
  const own: ReadonlySet<string> = new Set([...eventFields.map(columnOf), ...chosen.values()])

  /** Where nothing is called properties, every column that is nothing else is one. */
  const flat = (columns: Columns): string => objectText([...columns].filter(([name]) => !own.has(name)))

  const baseOf = (columns: Columns, empty: ReadonlySet<string>): Read => {
    const name = columnOf("properties")
    if (!columns.has(name) && !empty.has(name)) return Result.succeed(flat(columns))
    const json = given(columns, name)
    return json === undefined ? Result.succeed("{}") : objectOf("properties", json)
  }

  const propertiesOf = (columns: Columns, empty: ReadonlySet<string>): Read =>
    Result.map(baseOf(columns, empty), (base) => {
      let properties = base
      for (const [name, column] of chosen) {
        const json = given(columns, column)
        if (json !== undefined) properties = appendMember(properties, name, json)
      }
      const chain = given(columns, columnOf("elements_chain"))
      if (chain === undefined || !isScalar(chain)) return properties
      const known = members(properties)
      return known.has("$elements_chain") || known.has("$elements")
        ? properties
        : appendMember(properties, "$elements_chain", JSON.stringify(textOf(chain)))
    })

  const updatesOf = (columns: Columns): Result.Result<ReadonlyArray<readonly [string, string]>, string> =>
    Result.all((["$set", "$set_once"] as const).flatMap((field) => {
      const json = given(columns, columnOf(field))
      return json === undefined ? [] : [Result.map(objectOf(field, json), (text) => [field, text] as const)]
    }))

  /** The event of a row, or the reason for which it is none. */
  return (row: ImportRow, now: EventTime): Result.Result<ImportedEvent, string> =>
    Result.gen(function*() {
      const columns = yield* row.columns
      const text = objectText([
        ["uuid", yield* uuidOf(given(columns, columnOf("uuid")), row)],
        ["event", yield* named("event name", given(columns, columnOf("event")) ?? (event && JSON.stringify(event)))],
        ["distinct_id", yield* named("distinct_id", given(columns, columnOf("distinct_id")))],
        ["timestamp", yield* timeOf(given(columns, columnOf("timestamp")), now)],
        ...(yield* updatesOf(columns)),
        ["properties", yield* propertiesOf(columns, row.empty)]
      ])
      const fault = eventSizeFault(Buffer.byteLength(text), namesIn(text))
      return fault === undefined ? { row, text } : yield* Result.fail(fault)
    })
}
