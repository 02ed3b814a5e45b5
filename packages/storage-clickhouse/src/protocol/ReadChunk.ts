import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"

const cutOff = new Error("the connection ended within the answer")

/**
 * The next piece of a stream, undefined after the last; one asks at a time. Bytes nobody asks for stay with the sender,
 * but for a buffer's worth.
 */
export const readChunk = (stream: Readable): Effect.Effect<Buffer | undefined, Error> =>
  Effect.callback((resume) => {
    const settle = (effect: Effect.Effect<Buffer | undefined, Error>): void => {
      forget()
      resume(effect)
    }
    const take = (): void => {
      const chunk: Buffer | null = stream.read()
      if (chunk !== null) settle(Effect.succeed(chunk))
    }
    const onEnd = (): void => settle(Effect.succeed(undefined))
    const onError = (cause: Error): void => settle(Effect.fail(cause))
    const onClose = (): void => stream.readableEnded ? onEnd() : onError(stream.errored ?? cutOff)
    const forget = (): void => {
      stream.off("readable", take).off("end", onEnd).off("error", onError).off("close", onClose)
    }
    stream.on("readable", take).on("end", onEnd).on("error", onError).on("close", onClose)
    if (stream.readableEnded) onEnd()
    else if (stream.closed) onClose()
    else take()
    return Effect.sync(forget)
  })
