import { Schema, SchemaTransformation } from "effect"
import { canonicalJson } from "../events/CanonicalJson.ts"
import { unsetNames } from "../events/CapturedProperties.ts"
import { isJsonRecord, type JsonRecord, recordOf } from "../shared/JsonRecord.ts"

/** The properties of a person or a group. */
export type StoredProperties = Readonly<Record<string, Schema.Json>>

/** What is parsed is JSON all the way down: to look at each of many values again would take longer than all else. */
export const StoredProperties = Schema.declare((value: unknown): value is StoredProperties => isJsonRecord(value), {
  toCodecJson: () =>
    Schema.link<StoredProperties>()(
      Schema.Record(Schema.String, Schema.Json),
      SchemaTransformation.transform<StoredProperties, StoredProperties>({
        decode: (json) => json,
        encode: (json) => json
      })
    )
})

/** What one event asks to change. */
export interface PropertyUpdate {
  readonly set: StoredProperties
  readonly setOnce: StoredProperties
  readonly unset: ReadonlyArray<string>
}

/** To list the names of a large object takes as long as to read it. */
const isEmpty = (record: object): boolean => {
  for (const name in record) if (Object.hasOwn(record, name)) return false
  return true
}

const isEmptyUpdate = (update: PropertyUpdate): boolean =>
  isEmpty(update.set) && isEmpty(update.setOnce) && update.unset.length === 0

/** An object of the client as it can be stored; `__proto__`, which no honest client sends, is left out. */
export const storable = (value: unknown): StoredProperties => {
  const record = recordOf(value)
  if (record === undefined) return {}
  const clean = JSON.parse(canonicalJson(record)) as Record<string, Schema.Json>
  delete clean["__proto__"]
  return clean
}

/** The `$set`, `$set_once` and `$unset` of an event's properties, or undefined when they ask for nothing. */
export const updateOf = (values: JsonRecord): PropertyUpdate | undefined => {
  const update = {
    set: storable(values["$set"]),
    setOnce: storable(values["$set_once"]),
    unset: unsetNames(values["$unset"])
  }
  return isEmptyUpdate(update) ? undefined : update
}
