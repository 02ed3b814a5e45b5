// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { type AnswerToDraw, ChartPictures } from "@hedgerow/core/subscriptions/ChartPictures"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as AlertWorld from "../alerts/AlertWorld.ts"
import { good } from "../flags/FlagApi.ts"

export const base = "https://data.example/analytics"

/** What was drawn. */
export class Drawn extends Context.Service<Drawn, Array<AnswerToDraw>>()(
  "@hedgerow/testing/test/subscriptions/SubscriptionWorld/Drawn"
) {}

const pictures = Layer.effect(
  ChartPictures,
  Effect.map(Drawn, (drawn) => ({
    pictureOf: (one: AnswerToDraw) =>
      Effect.sync(() => {
        drawn.push(one)
        return Option.some({ png: "iVBORw0KGgo=", width: 720, height: 320, alt: `A chart of ${one.kind}` })
      })
  }))
)

const settings = Layer.merge(pictures, Layer.succeed(PublicUrl, Option.some(new URL(`${base}/`)))).pipe(
  Layer.provideMerge(Layer.sync(Drawn, () => []))
)

/** The API with an address of its own, mails that are caught and pictures, over each storage. */
export const storages = {
  memory: Layer.suspend(() => AlertWorld.storages.memory.pipe(Layer.provideMerge(settings))),
  PostgreSQL: Layer.suspend(() => AlertWorld.storages.PostgreSQL.pipe(Layer.provideMerge(settings)))
} as const

/** A subscription whose first date is soon. */
export const daily = (changes: object = {}) => ({
  title: "Signups of the day",
  target_type: "email",
  target_value: "ada@example.com, bob@example.com",
  frequency: "daily",
  start_date: "2026-01-05T09:00:00Z",
  ...changes
})

/** Begins twenty minutes before the first date: the clock is set before anything waits for it. */
export const on = <A, E, R, P, E2>(storage: Layer.Layer<P, E2>) => (test: Effect.Effect<A, E, R>) =>
  Effect.andThen(TestClock.setTime(Date.UTC(2026, 0, 5, 8, 40)), Effect.provide(test, storage))

/** The first date is there. */
export const untilDue = TestClock.adjust("20 minutes")

export const at = (id: unknown, rest = "") => `subscriptions/${String(id)}/${rest}`

export const deliveriesOf = (id: unknown) =>
  Effect.map(good("GET", at(id, "deliveries/")), ({ results }) => results as ReadonlyArray<JsonRecord>)

const isSettled = ({ targets }: JsonRecord): boolean =>
  (targets as ReadonlyArray<JsonRecord>).every(({ state }) => state !== "pending")

/** Lets background work run until a subscription was sent this number of times, to everybody or given up. */
export const untilSent = (id: unknown, times: number) =>
  Effect.repeat(Effect.andThen(AlertWorld.tick(1_000), deliveriesOf(id)), {
    until: (all) => all.length >= times && all.every(isSettled)
  })

/** The state of each target of a delivery. */
export const statesOf = (delivery: JsonRecord | undefined) =>
  (delivery?.["targets"] as ReadonlyArray<JsonRecord> | undefined)?.map(({ error, state, target }) => [
    target,
    state,
    error
  ])

/** The link that ends mails to whom a mail is for, as a path of the API. */
export const unsubscribePath = ({ unsubscribe = "" }: { readonly unsubscribe?: string }): string =>
  unsubscribe.slice(base.length)
