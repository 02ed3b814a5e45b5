import { Schema, SchemaTransformation } from "effect"
import { isJsonRecord } from "./JsonRecord.ts"

/** The properties of a person or a group. */
export type StoredProperties = Readonly<Record<string, Schema.Json>>

/** Parsed text is JSON all the way down: to look at each of many values again would take longer than all else. */
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
