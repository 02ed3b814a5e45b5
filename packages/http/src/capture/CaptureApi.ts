import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { CrossOrigin } from "../edge/CrossOrigin.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"

const CapturedEvent = Schema.Struct({
  event: Schema.String,
  distinct_id: Schema.optionalKey(Schema.String),
  uuid: Schema.optionalKey(Schema.String),
  timestamp: Schema.optionalKey(Schema.String),
  properties: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "CapturedEvent" })

const token = { api_key: Schema.optionalKey(Schema.String), token: Schema.optionalKey(Schema.String) }

const EventBatch = Schema.Struct({
  ...token,
  batch: Schema.Array(CapturedEvent),
  sent_at: Schema.optionalKey(Schema.String),
  historical_migration: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "EventBatch" })

const SingleEvent = Schema.Struct({ ...CapturedEvent.fields, ...token }).annotate({ identifier: "SingleEvent" })

const CaptureAccepted = Schema.Struct({ status: Schema.Literal(1) }).annotate({ identifier: "CaptureAccepted" })

const options = {
  success: [CaptureAccepted, HttpApiSchema.NoContent],
  error: [apiErrorAt(401), apiErrorAt(413), apiErrorAt(429), apiErrorAt(503)]
}
const packing = {
  compression: Schema.optionalKey(Schema.String),
  beacon: Schema.optionalKey(Schema.String),
  sent_at: Schema.optionalKey(Schema.String),
  _: Schema.optionalKey(Schema.String),
  ...token
}

const send = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.post(id, path, {
    ...options,
    query: packing,
    payload: Schema.Union([EventBatch, SingleEvent, Schema.Array(CapturedEvent)])
  }).annotate(RequiredScope, "public").annotate(CrossOrigin, true)

const sendByUrl = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.get(id, path, { ...options, query: { ...packing, data: Schema.optionalKey(Schema.String) } })
    .annotate(RequiredScope, "public").annotate(CrossOrigin, true)

/** The routes SDKs send events to. All six paths do the same. */
export class CaptureApi extends HttpApiGroup.make("capture")
  .add(
    send("e", "/e/"),
    sendByUrl("eByUrl", "/e/"),
    send("capture", "/capture/"),
    sendByUrl("captureByUrl", "/capture/"),
    send("track", "/track/"),
    sendByUrl("trackByUrl", "/track/"),
    send("engage", "/engage/"),
    sendByUrl("engageByUrl", "/engage/"),
    send("batch", "/batch/"),
    sendByUrl("batchByUrl", "/batch/"),
    send("iv0e", "/i/v0/e/"),
    sendByUrl("iv0eByUrl", "/i/v0/e/")
  )
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Capture",
    description:
      "Takes events from SDKs. The project's token (`phc_…`) is `api_key` or `token` in the body, the form or the query string. Bodies may "
      + "be gzip (known by its first bytes), base64 (`compression=base64`) or a form with `data=`; GET takes `?data=`. "
      + "A body has at most 20 MiB, before and after unpacking, and 20,000 events; what is too much at a time is 413, and nothing "
      + "of it is stored. With `beacon=1` the answer is 204."
  }))
{}
