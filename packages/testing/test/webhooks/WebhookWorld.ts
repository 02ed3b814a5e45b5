import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import {
  OutgoingFailed,
  OutgoingHttp,
  type OutgoingRequest,
  type OutgoingResponse
} from "@hedgerow/core/webhooks/OutgoingHttp"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { FlagApi, good } from "../flags/FlagApi.ts"

/** An address that keeps what is posted, and answers as it is told. */
export class Receiver extends Context.Service<Receiver, {
  readonly requests: Array<OutgoingRequest>
  /** The answer to the next requests; null: none. */
  answer: Partial<OutgoingResponse> | null
  /** Happens once, before the next answer. */
  during: Effect.Effect<unknown>
}>()("@hedgerow/testing/test/webhooks/WebhookWorld/Receiver") {
  static readonly layer = Layer.sync(Receiver, () => ({ requests: [], answer: {}, during: Effect.void }))
}

const outgoing = Layer.effect(
  OutgoingHttp,
  Effect.map(Receiver, (receiver) => ({
    refusal: (url: string) => url.includes("10.0.0.1") ? "10.0.0.1 is a private address." : undefined,
    post: (request: OutgoingRequest) =>
      Effect.suspend(() => {
        receiver.requests.push(request)
        const { answer, during } = receiver
        receiver.during = Effect.void
        return Effect.andThen(
          during,
          answer === null
            ? Effect.fail(new OutgoingFailed({ reason: "There was no answer." }))
            : Effect.succeed({ status: 200, body: "thanks", retryAfter: undefined, ...answer })
        )
      })
  }))
)

/** The API whose webhooks reach the receiver. */
export const layer = Layer.suspend(() =>
  FlagApi.layerOver(MemoryStorage.layer).pipe(
    Layer.provide(outgoing),
    Layer.provideMerge(Receiver.layer)
  )
)

/** Lets background work run that is due. */
export const settle = Effect.repeat(TestClock.adjust("100 millis"), { times: 9 })

/** Lets hours pass, in steps that let background work plan what comes next. */
export const hours = (count: number) =>
  Effect.andThen(settle, Effect.repeat(TestClock.adjust("5 minutes"), { times: count * 12 - 1 }))

export const receiverAnswers = (answer: Partial<OutgoingResponse> | null) =>
  Effect.map(Receiver, (receiver) => void (receiver.answer = answer))

/** The bodies that arrived since the last look. */
export const received = Effect.map(
  Receiver,
  ({ requests }) => requests.splice(0).map(({ body }): JsonRecord => JSON.parse(body))
)

/** A webhook that has joined: it is told of all types unless it names others. */
export const webhook = (changes: JsonRecord = {}) =>
  Effect.andThen(settle, good("POST", "webhooks/", { url: "https://example.com/hooks", types: ["*"], ...changes }))
