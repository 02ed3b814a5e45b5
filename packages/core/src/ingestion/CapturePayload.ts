import { Effect, Result } from "effect"
import { CaptureRejected, type CaptureRequest } from "../events/Capture.ts"
import { bodyText } from "../events/CaptureBody.ts"
import { type CapturedEvent, readEvent } from "../events/CapturedEvent.ts"
import { type Envelope, openEnvelope } from "../events/CaptureEnvelope.ts"
import { CaptureLimits } from "../events/CaptureLimits.ts"
import { tooLongDerived, tooManyMerges } from "../events/CaptureRefusals.ts"
import { agreedToken, checkToken, ownToken } from "../events/CaptureToken.ts"
import { readEventTime } from "../events/EventTimeText.ts"
import { isMerging } from "../persons/PersonEvents.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { WorkSlice } from "../shared/WorkSlice.ts"

/** The events of one request, in their order, and the one project token they carry. */
export interface CapturedBatch {
  readonly token: string
  readonly events: ReadonlyArray<CapturedEvent>
  /** Whether they are old events that are moved here: their times are theirs, and they were not sent from this address. */
  readonly isHistorical: boolean
  /** Its size in memory, in characters of text. */
  readonly weight: number
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

const emptyBatch = () => new CaptureRejected({ fault: "empty_batch", index: null, detail: "The batch holds no event." })

/** The memory of a parsed value, in characters of text. */
const valueWeight = 32

/** Equal texts of equal times, by time and text: a text is not kept twice. */
const makeOrdinals = () => {
  const counts = new Map<number, Map<string, number>>()
  return (time: number, text: string): number => {
    const ofTime = counts.get(time) ?? new Map<string, number>()
    counts.set(time, ofTime)
    const count = ofTime.get(text) ?? 0
    ofTime.set(text, count + 1)
    return count
  }
}

/**
 * Reads the events of a capture request: one event, a list of events, or an object with a `batch`. One event that breaks a
 * rule refuses the whole request, so that the client learns of it. Others go on in between.
 */
export const parseCapture = Effect.fnUntraced(function*(
  request: CaptureRequest
): Effect.fn.Return<CapturedBatch, CaptureRejected> {
  const limits = yield* CaptureLimits
  const text = yield* Effect.fromResult(bodyText(request.body))
  const envelope = yield* openEnvelope(text, limits)
  if (envelope.events.length === 0) return yield* emptyBatch()
  const token = yield* Effect.fromResult(tokenOf(envelope, request.token))
  const isHistorical = envelope.outer["historical_migration"] === true
  const ip = isHistorical ? undefined : request.ip
  const sentAt = readEventTime(envelope.outer["sent_at"]) ?? readEventTime(request.sentAt)
  const ordinalOf = makeOrdinals()
  const events: Array<CapturedEvent> = []
  const slice = new WorkSlice()
  let derivedChars = 0
  let merges = 0
  for (const [index, { text, value }] of envelope.events.entries()) {
    const eventSentAt = sentAt ?? readEventTime(recordOrEmpty(value)["sent_at"])
    const clock = { receivedAt: request.receivedAt, sentAt: isHistorical ? undefined : eventSentAt }
    const read = readEvent({ text, value, index, clock, ip, ordinalOf })
    if (Result.isFailure(read)) return yield* read.failure
    events.push(read.success)
    if (isMerging(read.success) && ++merges > limits.maxMerges) return yield* tooManyMerges(limits.maxMerges)
    derivedChars += read.success.derived.length
    if (derivedChars > limits.maxDerivedChars) return yield* tooLongDerived(limits.maxDerivedChars)
    if (slice.isOver(text.length + read.success.derived.length)) yield* Effect.yieldNow
  }
  return { token, events, isHistorical, weight: text.length + valueWeight * envelope.values }
})
