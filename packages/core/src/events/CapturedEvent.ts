import { canonicalJsonWithin, utf8Length } from "@hedgerow/sql/types/CanonicalJson"
import { Result } from "effect"
import { cutText, memberId } from "../shared/CapturedText.ts"
import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import { type MemberSlice, objectMembers } from "../shared/JsonSlices.ts"
import { deriveUuid, type Uuid } from "../shared/Uuid.ts"
import { CaptureRejected } from "./Capture.ts"
import { type CapturedProperties, capturedProperties } from "./CapturedProperties.ts"
import { type CaptureClock, eventTimestamp } from "./CapturedTime.ts"
import { maxEventBytes, tooManyBytes } from "./EventSize.ts"
import type { EventTime } from "./EventTime.ts"
import { readEventTime } from "./EventTimeText.ts"

/** One event of a request after the capture rules, before its person is known. */
export interface CapturedEvent {
  readonly uuid: Uuid
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: EventTime
  readonly sent_at: EventTime | null
  readonly received_at: EventTime
  /** The properties' JSON text. */
  readonly properties: string
  /** Its canonical copy. */
  readonly derived: string
  /** The same properties as values. */
  readonly values: JsonRecord
}

/** The input of reading an event: its own text, and the fields that its request has for all of its events. */
export interface CapturedSource {
  readonly text: string
  readonly value: unknown
  readonly index: number
  readonly clock: CaptureClock
  readonly ip: string | undefined
  /** Counts equal events of the request, so that each keeps an identity of its own. */
  readonly ordinalOf: (time: number, text: string) => number
}

/** Numbers such as 1e300 are written out in its canonical copy, with at most this number of digits. */
const maxDigits = 1_000_000

const isTooLarge = (text: string): boolean =>
  text.length > maxEventBytes || (text.length * 3 > maxEventBytes && utf8Length(text) > maxEventBytes)

const rejected = (source: CapturedSource, fault: CaptureRejected["fault"], detail: string) =>
  Result.fail(new CaptureRejected({ fault, index: source.index, detail }))

const hasPersonUpdate = (event: JsonRecord): boolean =>
  ["$set", "$set_once", "$unset"].some((key) => recordOf(event[key]) !== undefined || Array.isArray(event[key]))

/** The event's name. An update of a person without a name, as `/engage` takes it, is a `$set` event. */
const eventName = (source: CapturedSource, event: JsonRecord): Result.Result<string, CaptureRejected> => {
  const name = event["event"]
  if (typeof name === "string" && name !== "") return Result.succeed(cutText(name))
  if (name !== undefined && name !== null && name !== "") {
    return rejected(source, "invalid_event", "The event's name must be a string.")
  }
  if (hasPersonUpdate(event)) return Result.succeed("$set")
  return rejected(source, "missing_event_name", "The event has no name.")
}

const distinctId = (
  source: CapturedSource,
  event: JsonRecord,
  members: ReadonlyArray<MemberSlice>,
  properties: CapturedProperties
): Result.Result<string, CaptureRejected> => {
  const inProperties = () => objectMembers(properties.text)
  const id = memberId(event["distinct_id"], source.text, () => members, "distinct_id") ||
    memberId(event["$distinct_id"], source.text, () => members, "$distinct_id") ||
    memberId(properties.values["distinct_id"], properties.text, inProperties, "distinct_id")
  if (id !== undefined && id !== "") return Result.succeed(id)
  return rejected(source, "missing_distinct_id", "The event has no distinct_id.")
}

const uuidForm = /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/

/**
 * The identity of an event that was sent without one depends on the event's text and time alone, so that the same
 * request sent again is the same event. An event without any time happens when it arrives: each arrival is another
 * event.
 */
const derivedUuid = (source: CapturedSource, event: JsonRecord): Uuid => {
  const { receivedAt, sentAt } = source.clock
  const time = readEventTime(event["timestamp"]) === undefined ? sentAt ?? receivedAt : 0
  return deriveUuid("event", source.text, time, source.ordinalOf(time, source.text))
}

const eventUuid = (source: CapturedSource, event: JsonRecord): Result.Result<Uuid, CaptureRejected> => {
  const given = event["uuid"]
  if (given === undefined || given === null || given === "") return Result.succeed(derivedUuid(source, event))
  const parts = typeof given === "string" ? uuidForm.exec(given.toLowerCase()) : null
  return parts === null
    ? rejected(source, "invalid_uuid", "The event's uuid is not a valid UUID.")
    : Result.succeed(parts.slice(1).join("-") as Uuid)
}

/** Reads one event of a request by the capture rules. */
export const readEvent = (source: CapturedSource): Result.Result<CapturedEvent, CaptureRejected> =>
  Result.gen(function*() {
    const event = recordOf(source.value)
    if (event === undefined) return yield* rejected(source, "invalid_event", "An event must be an object.")
    if (isTooLarge(source.text)) {
      return yield* rejected(source, "event_too_large", tooManyBytes)
    }
    const members = objectMembers(source.text)
    const properties = capturedProperties(event, source.text, members, source.ip)
    if (properties === undefined) {
      return yield* rejected(source, "invalid_event", "The event's properties must be an object.")
    }
    const derived = canonicalJsonWithin(properties.values, maxDigits)
    if (derived === undefined) {
      return yield* rejected(
        source,
        "event_too_large",
        `An event's numbers with exponents may have ${maxDigits} digits.`
      )
    }
    return {
      event: yield* eventName(source, event),
      distinct_id: yield* distinctId(source, event, members, properties),
      uuid: yield* eventUuid(source, event),
      timestamp: eventTimestamp(event, properties.values, source.clock),
      sent_at: source.clock.sentAt ?? null,
      received_at: source.clock.receivedAt,
      properties: properties.text,
      derived,
      values: properties.values
    }
  })
