import { encodeJson, type WireValue } from "@hedgerow/core/query/ResultJson"
import { HttpServerResponse } from "effect/http"

/** A record as a response: its results may hold integers that no number of the language has. */
export const recordText = (record: object, status = 200) =>
  HttpServerResponse.text(encodeJson(record as { readonly [field: string]: WireValue }), {
    status,
    contentType: "application/json"
  })
