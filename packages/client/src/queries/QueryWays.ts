import type { Answer } from "../calls/Call.ts"
import type { CallOptions } from "../requests/Send.ts"
import type { Sleep } from "../requests/Sleep.ts"
import { cursorPages } from "./CursorPages.ts"
import { type AnswerTo, bodyOf, type Json, type Question } from "./Question.ts"
import { rowsOf } from "./Rows.ts"
import { waitFor, type WaitOptions } from "./Waiting.ts"

/** A mode in which the caller waits. */
type Blocking = "blocking" | "force_blocking" | "force_cache" | "async_except_on_cache_miss"

/** What asking says beside the question. */
export interface AskOptions extends CallOptions {
  /** Whether a cached answer is enough; `blocking` by default. */
  readonly refresh?: Blocking
}

/** Ways to run a query, beside the operations of the contract. */
export interface QueryWays {
  /** Runs a query and waits for its answer. */
  readonly ask: <Q extends Question>(question: Q, options?: AskOptions) => Promise<AnswerTo<Q>>
  /** Runs a query in the background and polls for its answer; a signal that is aborted cancels the query. */
  readonly wait: <Q extends Question>(question: Q, options?: WaitOptions) => Promise<AnswerTo<Q>>
  /** Every page of an SQL statement or an EventsQuery, by cursors: no row is lost and none comes twice. */
  readonly pages: <Q extends Question>(question: Q, options?: AskOptions) => AsyncIterable<AnswerTo<Q>>
  /** All rows of an SQL statement or an EventsQuery as they are read, as objects by the names of the columns. */
  readonly rows: <Row extends object = { readonly [column: string]: Json }>(
    question: Question,
    options?: CallOptions
  ) => AsyncIterable<Row>
  /** All rows as CSV. The stream fails when the query does. */
  readonly csv: (question: Question, options?: CallOptions) => Promise<ReadableStream<Uint8Array>>
  /** All rows as a Parquet file. The stream fails when the query does. */
  readonly parquet: (question: Question, options?: CallOptions) => Promise<ReadableStream<Uint8Array>>
  /** The answer of an insight as a chart in SVG. */
  readonly chart: (question: Question, options?: CallOptions) => Promise<string>
}

/** The calls that the ways are made of. */
export interface QueryRunner {
  /** Sends `query.run` with a body. */
  readonly send: (body: object, options?: CallOptions) => Promise<Response>
  readonly status: (id: string, options: CallOptions) => Promise<Answer<"query.status">>
  readonly cancel: (id: string) => Promise<unknown>
  readonly sleep: Sleep
}

const accepting = (type: string, options: CallOptions = {}): CallOptions => ({
  ...options,
  headers: { ...options.headers, accept: type }
})

const streamOf = ({ body }: Response): ReadableStream<Uint8Array> => body ?? new ReadableStream()

export const queryWays = ({ cancel, send, sleep, status }: QueryRunner): QueryWays => {
  const run = async (body: object, options?: CallOptions): Promise<unknown> => (await send(body, options)).json()
  const blocking = (body: object, { refresh = "blocking", ...options }: AskOptions = {}) =>
    run({ ...body, refresh }, options)
  const stream = (type: string) => async (question: Question, options?: CallOptions) =>
    streamOf(await send(bodyOf(question), accepting(type, options)))

  return {
    ask: ((question, options) => blocking(bodyOf(question), options)) as QueryWays["ask"],
    wait:
      ((question, options) => waitFor(bodyOf(question), { run, status, cancel, sleep }, options)) as QueryWays["wait"],
    pages:
      ((question, options) => cursorPages(bodyOf(question), (body) => blocking(body, options))) as QueryWays["pages"],
    rows: async function*<Row>(question: Question, options?: CallOptions) {
      yield* rowsOf<Row>(await send(bodyOf(question), accepting("application/x-ndjson", options)))
    },
    csv: stream("text/csv"),
    parquet: stream("application/vnd.apache.parquet"),
    chart: async (question, options) => (await send(bodyOf(question), accepting("image/svg+xml", options))).text()
  }
}
