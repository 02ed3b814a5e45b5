import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { CrossOrigin } from "../middleware/CrossOrigin.ts"
import { described, operation } from "../shared/Described.ts"

const CapturedEvent = Schema.Struct({
  event: described(Schema.String, "The event's name."),
  distinct_id: described(Schema.optionalKey(Schema.String), "The user who did it; up to 200 characters."),
  uuid: described(Schema.optionalKey(Schema.String), "The event's id. The same id is stored once."),
  timestamp: described(
    Schema.optionalKey(Schema.String),
    "The time at which it happened, in ISO 8601; the time of arrival by default."
  ),
  properties: described(Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)), "The event's properties.")
}).annotate({ identifier: "CapturedEvent" })

const token = {
  api_key: described(Schema.optionalKey(Schema.String), "The project's token (`phc_…`)."),
  token: described(Schema.optionalKey(Schema.String), "The project's token by another name.")
}

const EventBatch = Schema.Struct({
  ...token,
  batch: described(Schema.Array(CapturedEvent), "The events."),
  sent_at: described(
    Schema.optionalKey(Schema.String),
    "The time at which the client sent the request by its own clock, which corrects `timestamp`."
  ),
  historical_migration: described(
    Schema.optionalKey(Schema.Boolean),
    "Whether the events are old ones that are moved here: their times stay, `$ip` is not added, and no webhook hears of them."
  )
}).annotate({ identifier: "EventBatch" })

const SingleEvent = Schema.Struct({ ...CapturedEvent.fields, ...token }).annotate({ identifier: "SingleEvent" })

const Sent = Schema.Union([EventBatch, SingleEvent, Schema.Array(CapturedEvent)]).annotate({
  examples: [{
    api_key: "phc_your_project_token",
    batch: [{ event: "order placed", distinct_id: "ada", properties: { amount: 20 } }]
  }]
})

const CaptureAccepted = Schema.Struct({
  status: described(Schema.Literal(1), "Always 1."),
  quota_limited: described(
    Schema.optionalKey(Schema.Array(Schema.Literal("events"))),
    "`[\"events\"]` when the events were dropped, as the project has stored what its quota of this month allows."
  )
}).annotate({ identifier: "CaptureAccepted" })

const options = {
  success: [CaptureAccepted, HttpApiSchema.NoContent],
  error: [apiErrorAt(401), apiErrorAt(413), apiErrorAt(429), apiErrorAt(503)]
}
const packing = {
  compression: described(
    Schema.optionalKey(Schema.String),
    "`base64` when the body is; gzip is recognised without it."
  ),
  beacon: described(Schema.optionalKey(Schema.String), "`1`: the answer is 204 without a body."),
  sent_at: described(
    Schema.optionalKey(Schema.String),
    "The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds."
  ),
  _: described(Schema.optionalKey(Schema.String), "The same in milliseconds, from browser SDKs."),
  ...token
}

const send = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.post(id, path, {
    ...options,
    query: packing,
    payload: Sent
  }).annotateMerge(operation(
    `Send events (${path})`,
    "Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request "
      + "is to be sent again. An event that breaks a rule refuses the whole request with 400."
  )).annotate(RequiredScope, "public").annotate(CrossOrigin, true)

const sendByUrl = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.get(id, path, {
    ...options,
    query: {
      ...packing,
      data: described(Schema.optionalKey(Schema.String), "The events as JSON, plain or as `compression` says.")
    }
  })
    .annotateMerge(operation(
      `Send events by URL (${path})`,
      "Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request "
        + "is to be sent again."
    ))
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
