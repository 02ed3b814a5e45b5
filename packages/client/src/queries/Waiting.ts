import type { Answer } from "../calls/Call.ts"
import type { QueryStatus } from "../contract/Contract.ts"
import { HedgerowError } from "../requests/HedgerowError.ts"
import type { CallOptions } from "../requests/Send.ts"
import type { Sleep } from "../requests/Sleep.ts"
import type { QuestionBody } from "./Question.ts"

/** A run in the background that failed or was cancelled. */
export class QueryFailed extends HedgerowError {
  override readonly name = "QueryFailed"
  /** The record of the run. */
  readonly run: QueryStatus

  constructor(run: QueryStatus) {
    const { error_code, error_extra, error_message, status } = run
    super(200, {
      type: "server_error",
      code: error_code ?? `query_${status}`,
      detail: error_message ?? `The query has ${status}.`,
      extra: error_extra
    })
    this.run = run
  }
}

/** What waiting for a query says beside the question. */
export interface WaitOptions extends CallOptions {
  /** The mode: with `async` and `lazy_async` a cached answer is enough. `force_async` by default. */
  readonly refresh?: "async" | "lazy_async" | "force_async"
  /** Called with the record of the run after each poll; it has `query_progress` while the query runs. */
  readonly onProgress?: (run: QueryStatus) => void
}

/** The calls that waiting is made of. */
export interface WaitCalls {
  readonly run: (body: object, options: CallOptions) => Promise<unknown>
  readonly status: (id: string, options: CallOptions) => Promise<Answer<"query.status">>
  readonly cancel: (id: string) => Promise<unknown>
  readonly sleep: Sleep
}

const firstPoll = 100
const longestPoll = 5000

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Polls a run until it is complete, each time after half as long again. */
const poll = async (id: string, { sleep, status }: WaitCalls, options: WaitOptions): Promise<unknown> => {
  for (let pause = firstPoll;; pause = Math.min(longestPoll, pause * 1.5)) {
    const { query_status: run } = await status(id, options)
    options.onProgress?.(run)
    if (run.complete && run.error) throw new QueryFailed(run)
    if (run.complete) return run.results
    await sleep(pause, options.signal)
  }
}

/**
 * Runs a query in the background and waits for its answer, without a connection that stays open. A signal that is aborted
 * cancels the query in its engine.
 */
export const waitFor = async (body: QuestionBody, calls: WaitCalls, options: WaitOptions = {}): Promise<unknown> => {
  const id = body.client_query_id ?? newId()
  const { refresh = "force_async", onProgress: _, ...call } = options
  try {
    const answer = await calls.run({ ...body, client_query_id: id, refresh }, call) as {
      readonly query_status?: QueryStatus | null
    }
    return answer.query_status === null || answer.query_status === undefined
      ? answer
      : await poll(answer.query_status.id, calls, options)
  } catch (error) {
    if (options.signal?.aborted === true) await calls.cancel(id).catch(() => {})
    throw error
  }
}
