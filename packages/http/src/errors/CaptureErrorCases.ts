import { type CaptureRejected, type CaptureRequest } from "@hedgerow/core/events/Capture"
import { CaptureLimits } from "@hedgerow/core/events/CaptureLimits"
import { tooManyEvents, tooManyValues, tooMuchPersonData } from "@hedgerow/core/events/CaptureRefusals"
import { maxEventBytes } from "@hedgerow/core/events/EventSize"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { parseCapture } from "@hedgerow/core/ingestion/CapturePayload"
import { Effect } from "effect"
import type { ErrorCase } from "./ErrorCase.ts"

/** The errors of bodies that capture refuses. */
const refusalOf = (body: string): CaptureRejected => {
  const request: CaptureRequest = { body, receivedAt: 0 as EventTime, ip: undefined, sentAt: undefined }
  return Effect.runSync(Effect.flip(parseCapture(request)))
}

const batchOf = (...events: ReadonlyArray<Readonly<Record<string, unknown>>>): string =>
  JSON.stringify({ api_key: "phc_token", batch: events })

const event = { event: "signed up", distinct_id: "ada" }

const limits = CaptureLimits.defaultValue()

/** A body that is refused for its size takes too much room to be made here. */
type SizeFault = "too_many_events" | "too_many_values" | "too_much_person_data"

const sizeRefusals: { readonly [Fault in SizeFault]: readonly [when: string, error: CaptureRejected] } = {
  too_many_events: [
    "a request has more events than `HEDGEROW_MAX_CAPTURE_EVENTS`; smaller ones are taken",
    tooManyEvents(limits.maxEvents)
  ],
  too_many_values: ["the events of a request have more JSON values than it may have", tooManyValues(limits.maxValues)],
  too_much_person_data: [
    "the events of a request would be stored with more of their persons' properties, or need more of them, than it may",
    tooMuchPersonData(limits.carried)
  ]
}

/** A body for every other fault, and when it comes about. */
const bodies: {
  readonly [Fault in Exclude<CaptureRejected["fault"], SizeFault>]: readonly [when: string, body: string]
} = {
  empty_body: ["the body is empty", ""],
  malformed_json: ["the unpacked body is no JSON", "{"],
  empty_batch: ["the batch holds no event", batchOf()],
  event_too_large: [
    "an event is larger than 1 MiB, or its objects have more than 20,000 names; `attr` names it",
    batchOf({ ...event, properties: { text: "x".repeat(maxEventBytes) } })
  ],
  missing_event_name: ["an event has no name", batchOf({ distinct_id: "ada" })],
  missing_distinct_id: ["an event has no `distinct_id`", batchOf({ event: "signed up" })],
  invalid_uuid: ["an event's `uuid` is none", batchOf({ ...event, uuid: "7" })],
  invalid_event: [
    "an event, its name or its properties have the wrong type; `detail` says which",
    batchOf({ ...event, properties: [1] })
  ],
  missing_token: ["no token is in the body, the form or the query string", JSON.stringify([event])],
  inconsistent_tokens: [
    "the events of a request have different tokens",
    JSON.stringify([{ ...event, token: "phc_one" }, { ...event, token: "phc_two" }])
  ],
  personal_key_as_token: ["the token is a personal API key", JSON.stringify({ ...event, token: "phx_key" })],
  project_secret_as_token: ["the token is a project secret API key", JSON.stringify({ ...event, token: "phs_key" })],
  malformed_token: [
    "the token is no printable ASCII text of 1 to 64 characters",
    JSON.stringify({ ...event, token: 7 })
  ]
}

/** Every way a capture request is refused. */
export const captureErrorCases = (): ReadonlyArray<ErrorCase<CaptureRejected>> => [
  ...Object.values(bodies).map(([when, body]) => ({ when, error: refusalOf(body) })),
  ...Object.values(sizeRefusals).map(([when, error]) => ({ when, error }))
]
