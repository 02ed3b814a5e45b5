import { encodeJson, type WireValue } from "@hedgerow/core/query/ResultJson"
import { HttpServerResponse } from "effect/http"

/** A record as JSON: its results may hold integers that no number of the language has. */
export const encodedRecord = (record: object): string => encodeJson(record as { readonly [field: string]: WireValue })

/** A record as a response. */
export const recordText = (record: object, status = 200) =>
  HttpServerResponse.text(encodedRecord(record), { status, contentType: "application/json" })
