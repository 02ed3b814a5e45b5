// The libraries read here have promises.
// @effect-diagnostics asyncFunction:off
import { now } from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"

/** The events were refused as they are. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", {
  /** The place of the refused event; without it the events are too many at a time. */
  index: Schema.NullOr(Schema.Int),
  reason: Schema.String
}) {}

/** Nothing can be stored, for a reason that is not in the events. */
export class TargetFailed extends Schema.TaggedError<TargetFailed>()("TargetFailed", { reason: Schema.String }) {
  override get message(): string {
    return `${this.reason} What was stored before stays: the same command goes on where it stopped.`
  }
}

/** Events cannot be taken for now. */
class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  seconds: Schema.Finite,
  reason: Schema.String
}) {}

/** The place that events are imported into. */
export interface ImportTarget {
  /** What it is, in words. */
  readonly name: string
  /** The same for the same project at the same place alone; gives its token not away. */
  readonly identity: string
  /** Succeeds when all of these events, each as JSON text, are durable. */
  readonly send: (events: ReadonlyArray<string>) => Effect.Effect<void, BatchRefused | TargetFailed>
}

const identityOf = (place: string, token: string): string =>
  createHash("sha256").update(JSON.stringify([place, token])).digest("hex")

const bodyOf = (token: string, events: ReadonlyArray<string>): string =>
  `{"api_key":${JSON.stringify(token)},"historical_migration":true,"batch":[${events.join(",")}]}`

/** The most times in a row that a target may say "later". */
const mostWaits = 60

/** Sends again while the target asks for it. */
const patiently = Effect.fnUntraced(function*<E>(send: Effect.Effect<void, E | Unavailable>) {
  for (let waits = 0;; waits++) {
    const later = yield* send.pipe(
      Effect.as(undefined),
      Effect.catchIf((error): error is Unavailable => error instanceof Unavailable, Effect.succeed)
    )
    if (later === undefined) return
    if (waits === mostWaits) return yield* new TargetFailed({ reason: later.reason })
    yield* Effect.sleep(later.seconds * 1_000)
  }
})

/** Faults of a request that say nothing about one event of it. */
const isTooMuch = (fault: string): boolean => fault.startsWith("too_m")

/** The storage itself. */
export const storageTarget = Effect.fnUntraced(function*({ api_token, id, name, uuid }: Project) {
  const ingestion = yield* Ingestion
  const capture = Effect.fnUntraced(function*(body: string) {
    yield* ingestion.capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined, isOwn: true })
  })
  const target: ImportTarget = {
    name: `project ${id} (${name})`,
    identity: identityOf(uuid, api_token),
    send: (events) =>
      patiently(
        Effect.mapError(capture(bodyOf(api_token, events)), (error) => {
          if (error._tag === "IngestionUnavailable") {
            return new Unavailable({ seconds: error.retryAfterSeconds, reason: "The storage takes no events now." })
          }
          return error.index === null && !isTooMuch(error.fault)
            ? new TargetFailed({ reason: error.detail })
            : new BatchRefused({ index: error.index, reason: error.detail })
        })
      )
  }
  return target
})

const Refusal = Schema.Struct({ detail: Schema.String, attr: Schema.NullOr(Schema.String) })

const refusalOf = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))

const post = Effect.fnUntraced(function*(url: string, body: string) {
  const fetch = yield* FetchHttpClient.Fetch
  return yield* Effect.tryPromise({
    try: async (signal) => {
      const headers = { "content-type": "application/json" }
      const response = await fetch(url, { method: "POST", headers, body, signal })
      return { status: response.status, retryAfter: response.headers.get("retry-after"), text: await response.text() }
    },
    catch: () => new Unavailable({ seconds: 5, reason: `${new URL(url).origin} does not answer.` })
  })
})

const quotaReached = new TargetFailed({
  reason: "The project has stored as many events as its quota of this month allows (`events_monthly_quota`)."
})

/** The answer of a server to events, as an error unless it took them. */
const failureOf = (
  { retryAfter, status, text }: Effect.Success<ReturnType<typeof post>>
): BatchRefused | TargetFailed | Unavailable | undefined => {
  if (status === 200) return text.includes("quota_limited") ? quotaReached : undefined
  const { attr, detail } = refusalOf(text).pipe((found) =>
    found._tag === "Some" ? found.value : { attr: null, detail: text.slice(0, 200) }
  )
  const reason = `The server answered ${status}: ${detail}`
  if (status === 429 || status >= 500) return new Unavailable({ seconds: Number(retryAfter ?? "5") || 5, reason })
  const index = /^batch__(\d+)/.exec(attr ?? "")?.[1]
  if (status === 413) return new BatchRefused({ index: null, reason: detail })
  return index === undefined ? new TargetFailed({ reason }) : new BatchRefused({ index: Number(index), reason: detail })
}

/** A running server, by its address and the project's token, which is tried first: capture takes unknown ones silently. */
export const serverTarget = Effect.fnUntraced(function*(host: string, token: string) {
  const base = host.replace(/\/+$/, "")
  const asked = yield* post(`${base}/flags/?v=2`, JSON.stringify({ token, distinct_id: "hedgerow-import" })).pipe(
    Effect.mapError(({ reason }) => new TargetFailed({ reason }))
  )
  if (asked.status === 401) return yield* new TargetFailed({ reason: `${base} knows no project with this token.` })
  const target: ImportTarget = {
    name: base,
    identity: identityOf(base, token),
    send: (events) =>
      patiently(
        Effect.flatMap(post(`${base}/batch/`, bodyOf(token, events)), (answer) => {
          const failure = failureOf(answer)
          return failure === undefined ? Effect.void : Effect.fail(failure)
        })
      )
  }
  return target
})
