import { assert } from "@effect/vitest"
import { InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import * as Domain from "@hedgerow/core/Domain"
import { type Mail, MailFailed, OutgoingMail } from "@hedgerow/core/mail/OutgoingMail"
import type { QueryFailure } from "@hedgerow/core/query/execution/QueryFailureText"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { OutgoingHttp, type OutgoingRequest } from "@hedgerow/core/webhooks/OutgoingHttp"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { setTimeout as pause } from "node:timers/promises"
import { FlagApi, good } from "../flags/FlagApi.ts"

/** What left the server: mails and posts to webhooks. */
export class Left extends Context.Service<Left, {
  readonly mails: Array<Mail>
  readonly posts: Array<OutgoingRequest>
  /** The failures before a mail is taken. */
  failures: number
  /** The addresses that the mail server refuses for good. */
  readonly refused: Set<string>
  /** The statuses of the next answers to posts; 200 after them. */
  readonly statuses: Array<number>
}>()("@hedgerow/testing/test/alerts/AlertWorld/Left") {
  static readonly layer = Layer.sync(
    Left,
    () => ({ mails: [], posts: [], failures: 0, refused: new Set<string>(), statuses: [] })
  )
}

const mail = Layer.effect(
  OutgoingMail,
  Effect.map(Left, (left) => ({
    isConfigured: true,
    send: (one: Mail) =>
      Effect.suspend(() => {
        if (left.failures-- > 0) return Effect.fail(new MailFailed({ reason: "greylisted", isFinal: false }))
        if (left.refused.has(one.to)) return Effect.fail(new MailFailed({ reason: "No such user", isFinal: true }))
        left.mails.push(one)
        return Effect.void
      })
  }))
)

const posting = Layer.effect(
  OutgoingHttp,
  Effect.map(Left, ({ posts, statuses }) => ({
    refusal: () => undefined,
    post: (request: OutgoingRequest) =>
      Effect.sync(() => {
        posts.push(request)
        return { status: statuses.shift() ?? 200, body: "", retryAfter: undefined }
      })
  }))
)

/** What happens to the looks at values, each once. */
export class Looks extends Context.Service<Looks, {
  /** Happens when the value is known, before the look ends. */
  during: Effect.Effect<unknown> | undefined
  /** The failures of the next looks. */
  readonly failures: Array<QueryFailure>
}>()("@hedgerow/testing/test/alerts/AlertWorld/Looks") {
  static readonly layer = Layer.sync(Looks, () => ({ during: undefined, failures: [] }))
}

/** What looks at values in the background. */
const looksFor: ReadonlySet<string> = new Set(["alerts", "subscriptions"])

const looking = Layer.effect(
  InsightResults,
  Effect.gen(function*() {
    const results = yield* InsightResults
    const looks = yield* Looks
    const look = Effect.fnUntraced(function*(...asked: Parameters<typeof results.of>) {
      const failure = looks.failures.shift()
      if (failure !== undefined) return yield* Effect.fail(failure)
      const found = yield* results.of(...asked)
      const { during } = looks
      looks.during = undefined
      // Of a look that is cut off, as by a lease that ends, the next one has what was to happen.
      const putBack = Effect.sync(() => {
        looks.during ??= during
      })
      if (during !== undefined) yield* Effect.onError(during, () => putBack)
      return found
    })
    return InsightResults.of({
      of: (...asked) => looksFor.has(asked[0].endpoint ?? "") ? look(...asked) : results.of(...asked)
    })
  })
)

const domain = Layer.merge(Domain.layer, looking.pipe(Layer.provide([Domain.layer, Looks.layer])))

const over = (storage: Layer.Layer<StoragePorts>) =>
  FlagApi.layerOver(storage, domain).pipe(
    Layer.provide([mail, posting]),
    Layer.provideMerge(Layer.merge(Left.layer, Looks.layer))
  )

/** The API with alerts, over each storage. */
export const storages = {
  memory: Layer.suspend(() => over(MemoryStorage.layer)),
  PostgreSQL: Layer.suspend(() => over(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer), Layer.orDie)))
} as const

export const absolute = (lower?: number, upper?: number) => ({
  configuration: { type: "absolute", bounds: { lower, upper } }
})

export const watching = (insight: unknown, changes: object = {}) => ({
  name: "Signups",
  insight,
  threshold: absolute(undefined, 2),
  condition: { type: "absolute_value" },
  config: { type: "TrendsAlertConfig", series_index: 0, check_ongoing_interval: true },
  calculation_interval: "hourly",
  ...changes
})

export const trend = (event = "signed up") =>
  Effect.map(
    good("POST", "insights/", {
      name: "Signups",
      query: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event }], dateRange: { date_from: "-7d" } }
    }),
    ({ id }) => id
  )

let captured = 0

export const capture = Effect.fnUntraced(function*(count: number) {
  const { call, project } = yield* FlagApi
  const batch = Array.from({ length: count }, () => ({ event: "signed up", distinct_id: `u${captured++}` }))
  const { status } = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(status, 200)
})

export const alertAt = (id: unknown) => good("GET", `alerts/${String(id)}/`)

/**
 * Moves the clock by this number of milliseconds, and gives the storage a twentieth of it: queries of a clock that runs
 * away end by their limits.
 */
export const tick = (millis: number) =>
  Effect.andThen(TestClock.adjust(millis), Effect.promise(() => pause(millis / 20)))

/** Lets background work run until the alert has been checked this number of times. */
export const untilChecked = (id: unknown, times: number) =>
  Effect.repeat(Effect.andThen(tick(200), alertAt(id)), {
    until: ({ checks }) => (checks as ReadonlyArray<unknown>).length >= times
  })

/** The types of the messages that were posted: one that was sent once more has the same id. */
export const typesOf = (posts: ReadonlyArray<OutgoingRequest>) => [
  ...new Map(posts.map(({ body, headers }) => [headers["webhook-id"], String(JSON.parse(body).type)])).values()
]

/** Lets background work run until this number of messages and of mails has left. */
export const untilLeft = (messages: number, mailed = messages) =>
  Effect.repeat(Effect.andThen(tick(200), Left), {
    until: ({ mails, posts }) => mails.length >= mailed && typesOf(posts).length >= messages
  })

/** Lets what was queued leave. */
export const settle = Effect.repeat(tick(200), { times: 20 })
