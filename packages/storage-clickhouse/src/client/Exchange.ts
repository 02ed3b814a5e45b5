import { Effect } from "effect"
import type { ClientRequest, IncomingMessage } from "node:http"
import { pipeline, type Readable } from "node:stream"
import { type ClickHouseFailure, ClickHouseUnavailable } from "../protocol/ClickHouseErrors.ts"
import type { Pool } from "./Connections.ts"
import { failureInAnswer } from "./Failures.ts"

/** The request. */
export interface Message {
  readonly method?: "GET"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Readable
}

/** A message and its answer. */
export interface Exchange {
  /** Sends the message and returns the stream of its answer. A refusal is an answer that fails. */
  readonly answer: Effect.Effect<Readable, ClickHouseFailure>
  /** Ends it wherever it is; whoever waits for the answer or for more of it fails with the cause. */
  readonly end: (cause?: Error) => void
}

const unavailable = (cause: unknown) => new ClickHouseUnavailable({ cause })

const isRefusal = ({ headers, statusCode = 0 }: IncomingMessage): boolean =>
  statusCode >= 400 || headers["x-clickhouse-exception-code"] !== undefined

const failureOf = (answer: IncomingMessage): Effect.Effect<never, ClickHouseFailure> =>
  Effect.callback((resume) => {
    let text = ""
    answer.setEncoding("utf8")
    answer.on("data", (piece: string) => {
      text += piece
    })
    answer.on("end", () => resume(Effect.fail(failureInAnswer(text))))
    answer.on("close", () => resume(Effect.fail(unavailable(answer.errored ?? new Error(text)))))
  })

const write = (outgoing: ClientRequest, body: Message["body"]): void => {
  if (typeof body === "string") outgoing.end(body)
  // Every failure is an error of the request.
  else pipeline(body, outgoing, () => undefined)
}

/** An exchange over a pool; it has to be ended once its answer is read, or not wanted any more. */
export const makeExchange = ({ options, request }: Pool, { body, ...message }: Message): Exchange => {
  let current: ClientRequest | IncomingMessage | undefined
  return {
    end: (cause) => void current?.destroy(cause),
    answer: Effect.callback<IncomingMessage, ClickHouseFailure>((resume) => {
      const outgoing = request({ ...options, ...message })
      current = outgoing
      outgoing.on("response", (answer) => {
        current = answer
        // Its reader meets an error by the next piece that it asks for.
        answer.on("error", () => undefined)
        resume(isRefusal(answer) ? failureOf(answer) : Effect.succeed(answer))
      })
      outgoing.on("error", (cause) => resume(Effect.fail(unavailable(cause))))
      write(outgoing, body)
      return Effect.sync(() => outgoing.destroy())
    })
  }
}
