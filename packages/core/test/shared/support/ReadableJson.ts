import { Schema } from "effect"

/** A name that is one escaped character: Node 24 and 26 read some of them as a backslash, depending on the names before. */
const oneEscaped = /"\\(?:u[0-9a-f]{4}|.)":/

const isReadable = Schema.makeFilter((value: Schema.Json) => !oneEscaped.test(JSON.stringify(value)))

/** Any JSON that JSON.parse reads as it was written. */
export const ReadableJson = Schema.Json.check(isReadable)

/** Any JSON object that JSON.parse reads as it was written. */
export const ReadableRecord = Schema.Record(Schema.String, Schema.Json).check(isReadable)
