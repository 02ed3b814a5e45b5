import { Result } from "effect"
import { type JsonRecord, recordOf, recordOrEmpty } from "../shared/JsonRecord.ts"
import { CaptureRejected, type CaptureRequest } from "./Capture.ts"
import { parseBody, type ParsedText } from "./CaptureBody.ts"
import { type CapturedEvent, readEvent } from "./CapturedEvent.ts"
import { agreedToken, checkToken, ownToken } from "./CaptureToken.ts"
import { readEventTime } from "./EventTimeText.ts"
import { arrayElements, objectMembers } from "./JsonSlices.ts"

/** The events of one request, in their order, and the one project token they carry. */
export interface CapturedBatch {
  readonly token: string
  readonly events: ReadonlyArray<CapturedEvent>
}

interface Envelope {
  /** What stands around the events of a batch; a lone event is its own envelope. */
  readonly outer: JsonRecord
  readonly events: ReadonlyArray<ParsedText>
}

const rejected = (fault: CaptureRejected["fault"], detail: string) =>
  Result.fail(new CaptureRejected({ fault, index: null, detail }))

const eventsOf = (text: string, array: ReadonlyArray<unknown>, from: number): ReadonlyArray<ParsedText> =>
  arrayElements(text, from).map(({ end, start }, index) => ({ text: text.slice(start, end), value: array[index] }))

const openEnvelope = ({ text, value }: ParsedText): Result.Result<Envelope, CaptureRejected> => {
  if (Array.isArray(value)) return Result.succeed({ outer: {}, events: eventsOf(text, value, 0) })
  const outer = recordOf(value)
  if (outer === undefined) return rejected("invalid_event", "The body must be an event or a list of events.")
  if (!Object.hasOwn(outer, "batch")) return Result.succeed({ outer, events: [{ text: text.trim(), value }] })
  const batch = outer["batch"]
  const slice = objectMembers(text).findLast((member) => member.key === "batch")
  if (!Array.isArray(batch) || slice === undefined) return rejected("invalid_event", "The batch must be a list.")
  return Result.succeed({ outer, events: eventsOf(text, batch, slice.valueStart) })
}

const tokenOf = (
  { events, outer }: Envelope,
  outside: string | undefined
): Result.Result<string, CaptureRejected> => {
  const token = ownToken(outer)
  return token === undefined
    ? agreedToken(events.map((event) => recordOrEmpty(event.value)), outside)
    : checkToken(token, null)
}

const makeOrdinals = () => {
  const counts = new Map<string, number>()
  return (identity: string): number => {
    const count = counts.get(identity) ?? 0
    counts.set(identity, count + 1)
    return count
  }
}

/**
 * Reads the events of a capture request: one event, a list of events, or an object with a `batch`. One event that breaks a
 * rule refuses the whole request, so that the client learns of it.
 */
export const parseCapture = (request: CaptureRequest): Result.Result<CapturedBatch, CaptureRejected> =>
  Result.gen(function*() {
    const envelope = yield* openEnvelope(yield* parseBody(request.body))
    if (envelope.events.length === 0) return yield* rejected("empty_batch", "The batch holds no event.")
    const token = yield* tokenOf(envelope, request.token)
    const sentAt = readEventTime(envelope.outer["sent_at"]) ?? readEventTime(request.sentAt)
    const ordinalOf = makeOrdinals()
    const events: Array<CapturedEvent> = []
    for (const [index, { text, value }] of envelope.events.entries()) {
      const eventSentAt = sentAt ?? readEventTime(recordOrEmpty(value)["sent_at"])
      const clock = { receivedAt: request.receivedAt, sentAt: eventSentAt }
      events.push(yield* readEvent({ text, value, index, clock, ip: request.ip, ordinalOf }))
    }
    return { token, events }
  })
