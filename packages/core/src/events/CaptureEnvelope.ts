import { Effect, Result } from "effect"
import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import { type ElementSlice, endOfString } from "../shared/JsonSlices.ts"
import { sliceChars, WorkSlice } from "../shared/WorkSlice.ts"
import { CaptureRejected } from "./Capture.ts"
import { malformedJson, type ParsedText, parseText } from "./CaptureBody.ts"
import type { CaptureBounds } from "./CaptureLimits.ts"
import { tooManyEvents, tooManyValues } from "./CaptureRefusals.ts"
import { eventSizeFault, maxEventBytes } from "./EventSize.ts"
import { JsonScan } from "./JsonScan.ts"

/** A capture body, taken apart before its events are read. */
export interface Envelope {
  /** The fields around the events of a batch; a lone event is its own envelope. */
  readonly outer: JsonRecord
  readonly events: ReadonlyArray<ParsedText>
  /** The number of its JSON values. */
  readonly values: number
}

/** An element of a list, and the number of names of its objects. */
interface CountedSlice extends ElementSlice {
  readonly names: number
}

interface Elements {
  readonly slices: ReadonlyArray<CountedSlice>
  /** The place after the closing bracket. */
  readonly end: number
}

const rejected = (fault: CaptureRejected["fault"], index: number | null, detail: string) =>
  new CaptureRejected({ fault, index, detail })

/** Refuses an event, or what stands around a batch, when it is too large; its characters are at most its bytes. */
const requireSize = (chars: number, names: number, index: number | null): Result.Result<void, CaptureRejected> => {
  const fault = eventSizeFault(chars, names)
  return fault === undefined ? Result.void : Result.fail(rejected("event_too_large", index, fault))
}

/** Finds the elements of the array whose content begins at `from`; counts before anything is parsed. */
const readElements = Effect.fnUntraced(function*(
  scan: JsonScan,
  from: number,
  limits: CaptureBounds
): Effect.fn.Return<Elements, CaptureRejected> {
  const slices: Array<CountedSlice> = []
  const workSlice = new WorkSlice()
  const empty = scan.after("]", from)
  if (empty !== undefined) return { slices, end: empty }
  for (let at: number | undefined = from, end = from; at !== undefined; at = scan.after(",", end)) {
    const before = scan.names
    const slice = scan.elementAfter(at)
    if (slices.push({ start: slice.start, end: slice.end, names: scan.names - before }) > limits.maxEvents) {
      return yield* tooManyEvents(limits.maxEvents)
    }
    if (scan.values > limits.maxValues) return yield* tooManyValues(limits.maxValues)
    end = slice.end
    if (workSlice.isOver((slice.end - slice.start) / 8)) yield* Effect.yieldNow
  }
  const end = scan.after("]", slices.at(-1)?.end ?? from)
  return end === undefined ? yield* malformedJson() : { slices, end }
})

const parseEvents = Effect.fnUntraced(function*(
  text: string,
  slices: ReadonlyArray<CountedSlice>
): Effect.fn.Return<ReadonlyArray<ParsedText>, CaptureRejected> {
  const events: Array<ParsedText> = []
  const workSlice = new WorkSlice()
  for (const [index, { end, names, start }] of slices.entries()) {
    yield* Effect.fromResult(requireSize(end - start, names, index))
    const event = parseText(text.slice(start, end))
    if (event === undefined) return yield* malformedJson()
    events.push(event)
    if (workSlice.isOver(end - start)) yield* Effect.yieldNow
  }
  return events
})

const isBatch = (text: string, start: number, end: number): boolean => {
  const name = text.slice(start, end)
  return name === "\"batch\"" || (name.includes("\\") && parseText(name)?.value === "batch")
}

/** The text around the batch of an object, with an empty batch in it, and the elements of the last batch. */
interface Surroundings {
  readonly text: string
  readonly batch: Elements | undefined
}

/** Scans the members of an object; one that is no batch may be as large as an event. */
const surroundings = Effect.fnUntraced(function*(
  scan: JsonScan,
  from: number,
  limits: CaptureBounds
): Effect.fn.Return<Surroundings, CaptureRejected> {
  const { text } = scan
  const parts: Array<string> = []
  let [kept, outside, namesInBatch] = [0, 0, 0]
  let batch: Elements | undefined
  const check = (chars: number) => requireSize(chars, scan.names - namesInBatch, batch === undefined ? 0 : null)
  for (let at: number | undefined = from; at !== undefined;) {
    const name = scan.elementAfter(at)
    const colon = endOfString(text, name.start) === name.end ? scan.after(":", name.end) : undefined
    if (colon === undefined) break
    scan.names++
    const list = isBatch(text, name.start, name.end) ? scan.after("[", colon) : undefined
    if (list !== undefined) {
      const before = scan.names
      batch = yield* readElements(scan, list, limits)
      namesInBatch += scan.names - before
      outside += list - kept
      parts.push(text.slice(kept, list), "]")
      kept = batch.end
    }
    const end = list === undefined ? scan.elementAfter(colon).end : kept
    yield* Effect.fromResult(check(outside + end - kept))
    at = scan.after(",", end)
  }
  // White space behind the object is no part of it.
  const rest = text.slice(kept).trimEnd()
  yield* Effect.fromResult(check(outside + rest.length))
  return { batch, text: parts.join("") + rest }
})

const openObject = Effect.fnUntraced(function*(
  scan: JsonScan,
  from: number,
  limits: CaptureBounds
): Effect.fn.Return<Envelope, CaptureRejected> {
  const { batch, text } = yield* surroundings(scan, from, limits)
  const parsed = parseText(text)
  const outer = parsed === undefined ? undefined : recordOf(parsed.value)
  if (parsed === undefined || outer === undefined) return yield* malformedJson()
  // To parse a long text and to read the event in it are steps of their own.
  if (text.length > sliceChars) yield* Effect.yieldNow
  if (!Object.hasOwn(outer, "batch")) {
    return { outer, events: [{ text: parsed.text.trim(), value: outer }], values: scan.values }
  }
  if (!Array.isArray(outer["batch"]) || batch === undefined) {
    return yield* rejected("invalid_event", null, "The batch must be a list.")
  }
  return { outer, events: yield* parseEvents(scan.text, batch.slices), values: scan.values }
})

/** Takes a body apart: one event, a list of events, or an object with a `batch`. Others go on in between. */
export const openEnvelope = Effect.fnUntraced(function*(
  text: string,
  limits: CaptureBounds
): Effect.fn.Return<Envelope, CaptureRejected> {
  const scan = new JsonScan(text)
  const object = scan.after("{", 0)
  if (object !== undefined) return yield* openObject(scan, object, limits)
  const list = scan.after("[", 0)
  if (list !== undefined) {
    const { end, slices } = yield* readElements(scan, list, limits)
    if (text.slice(end).trim() !== "") return yield* malformedJson()
    return { outer: {}, events: yield* parseEvents(text, slices), values: scan.values }
  }
  if (text.length > maxEventBytes || parseText(text) === undefined) return yield* malformedJson()
  return yield* rejected("invalid_event", null, "The body must be an event or a list of events.")
})
