import { Effect, Result, type Schema } from "effect"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { decodeOrAll } from "./SoundDecode.ts"

/** Reads nodes of the schema's form; unknown fields are errors. */
export const decodeNode = <Node>(schema: Schema.Decoder<Node>) => {
  const decode = decodeOrAll(schema, { onExcessProperty: "error" })
  return (node: JsonRecord, path: ReadonlyArray<string>): Effect.Effect<Node, InvalidInput> =>
    Effect.fromResult(Result.mapError(decode(node), ({ issue }) => toInvalidInput(issue, path)))
}
