import { Stopping } from "@hedgerow/core/shared/Stopping"
import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import { Duration, Effect, Latch, Layer } from "effect"
import type { HttpServerResponse } from "effect/http"

/** The time that requests have to end. */
const patience = Duration.seconds(20)

/** Stops what goes on for ever when the layers above it have ended: streams of events, and workers that take new jobs. */
export const layerStopping: Layer.Layer<never> = Layer.effect(Stopping, Latch.make())

/**
 * Counts requests until their answers are sent. When the scope closes new ones are refused with 503 and those that are open
 * have 20 seconds to end, before what they use is closed.
 */
export const makeOpenRequests = Effect.gen(function*() {
  const stopping = yield* Stopping
  const idle = yield* Latch.make(true)
  let open = 0
  let isStopping = false

  const enter = Effect.acquireRelease(
    Effect.suspend(() => open++ === 0 ? idle.close : Effect.void),
    () => Effect.suspend(() => --open === 0 ? idle.open : Effect.void)
  )

  yield* Effect.addFinalizer(() => {
    isStopping = true
    return Effect.andThen(stopping.open, Effect.timeoutOption(idle.await, patience))
  })

  const refused = errorResponse(connectionErrors.stopping.error)
  return <E, R>(routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.suspend(() => isStopping ? Effect.succeed(refused) : Effect.andThen(enter, routes))
})
