import { IngestionUnavailable } from "@hedgerow/core/events/Capture"
import { now } from "@hedgerow/core/events/EventTime"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering, toApiError } from "../errors/ErrorTable.ts"
import { BodyCapacity } from "../requests/BodyCapacity.ts"
import { clientAddress } from "../requests/ClientUrl.ts"
import { readMeasuredBytes } from "../requests/JsonBody.ts"
import { CaptureApi } from "./CaptureApi.ts"
import { MaxCaptureBytes, MaxCaptureBytesHeld, unpackCaptureBody, unpackCaptureData } from "./CaptureBody.ts"

interface CaptureQuery {
  readonly compression?: string
  readonly beacon?: string
  readonly sent_at?: string
  readonly _?: string
  readonly data?: string
  readonly api_key?: string
  readonly token?: string
}

const queueFull = new IngestionUnavailable({ reason: "queue_full", retryAfterSeconds: 1 })

const accepted = HttpServerResponse.text("{\"status\":1}", { contentType: "application/json" })
const overQuota = HttpServerResponse.text("{\"status\":1,\"quota_limited\":[\"events\"]}", {
  contentType: "application/json"
})
const noContent = HttpServerResponse.empty({ status: 204 })

const packedText = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, query: CaptureQuery) {
  if (request.method === "GET" || request.method === "HEAD") {
    return { text: yield* unpackCaptureData(query.data ?? "", query.compression ?? ""), token: undefined }
  }
  return yield* unpackCaptureBody({
    bytes: yield* readMeasuredBytes(request, yield* MaxCaptureBytes),
    contentType: request.headers["content-type"],
    contentEncoding: request.headers["content-encoding"],
    compression: query.compression
  })
})

/** Unpacks the body, hands it to ingestion, and acknowledges what is then durable. */
export const layer = handlerGroup(
  CaptureApi,
  Effect.fnUntraced(function*(handlers) {
    const ingestion = yield* Ingestion
    const capacity = new BodyCapacity(yield* MaxCaptureBytesHeld, toApiError(queueFull))

    const capture = Effect.fn("http.capture")(
      function*(
        { query, request }: { readonly query: CaptureQuery; readonly request: HttpServerRequest.HttpServerRequest }
      ) {
        const { text, token } = yield* packedText(request, query)
        const { isOverQuota } = yield* ingestion.capture({
          body: text,
          receivedAt: yield* now,
          ip: yield* clientAddress(request),
          sentAt: query.sent_at ?? query._,
          token: token ?? query.api_key ?? query.token
        })
        if (query.beacon === "1") return noContent
        return isOverQuota ? overQuota : accepted
      },
      capacity.measured,
      answering
    )

    return handlers
      .handleRaw("e", capture)
      .handleRaw("eByUrl", capture)
      .handleRaw("capture", capture)
      .handleRaw("captureByUrl", capture)
      .handleRaw("track", capture)
      .handleRaw("trackByUrl", capture)
      .handleRaw("engage", capture)
      .handleRaw("engageByUrl", capture)
      .handleRaw("batch", capture)
      .handleRaw("batchByUrl", capture)
      .handleRaw("iv0e", capture)
      .handleRaw("iv0eByUrl", capture)
  })
)
