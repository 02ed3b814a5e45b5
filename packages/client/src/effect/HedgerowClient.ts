import * as ApiClient from "@hedgerow/http/contract/ApiClient"
import { ApiError } from "@hedgerow/http/errors/ApiError"
import { ErrorBody } from "@hedgerow/http/errors/ErrorBody"
import type { QueryStatus } from "@hedgerow/http/query/QueryApi"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { bodyOf, type Question } from "./Question.ts"
import { retrying } from "./RetryingClient.ts"
import { waitFor, type WaitingError } from "./Waiting.ts"

/** How a client reaches its server. */
export interface ClientOptions {
  /** The address of the server, with the prefix of its paths if it has one. */
  readonly url: string
  /** A personal API key, or a project's secret where that is enough. */
  readonly key: string
  /** The project of queries; the caller's current one by default. */
  readonly project?: string
  /** The most times that a request is sent again; 3 by default. */
  readonly retries?: number
}

/** A page of a list of the contract. */
interface Page<A> {
  readonly results: ReadonlyArray<A>
  readonly next: string | null
}

/** All items of a list by limit and offset, each page requested when its first item is wanted. */
export const items = <A, E, R>(
  ask: (paging: { readonly offset: number }) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E, R> =>
  Stream.paginate(0, (offset) =>
    Effect.map(ask({ offset }), ({ next, results }) =>
      [
        results,
        next === null || results.length === 0 ? Option.none<number>() : Option.some(offset + results.length)
      ] as const))

const isError = (row: object): row is { readonly $error: unknown } => "$error" in row

const RowText = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))

/** The answer of a run in lines of JSON: its rows; an error after the first of them is the last line. */
const rowsOf = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.filter((line) => line !== ""),
    Stream.mapEffect((line) => Schema.decodeEffect(RowText)(line)),
    Stream.mapEffect((row) =>
      isError(row)
        ? Effect.flatMap(
          Schema.decodeUnknownEffect(ErrorBody)(row.$error),
          (body) => Effect.fail(new ApiError({ status: 200, body }))
        )
        : Effect.succeed(row)
    )
  )

const errorOf = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  const body = yield* HttpClientResponse.schemaBodyJson(ErrorBody)(response)
  return yield* new ApiError({ status: response.status, body })
})

/** The faults of a stream of rows: the server's, the connection's, and an answer that is none of the contract. */
export type StreamError = ApiError | HttpClientError.HttpClientError | Schema.SchemaError

const make: (
  options: ClientOptions
) => Effect.Effect<HedgerowClient["Service"], never, HttpClient.HttpClient> = Effect.fnUntraced(function*(
  { key, project = "@current", retries = 3, url }
) {
  const baseUrl = url.replace(/\/+$/, "")
  const httpClient = retrying(retries)(yield* HttpClient.HttpClient)
  const api = yield* ApiClient.make({ baseUrl, key }).pipe(Effect.provideService(HttpClient.HttpClient, httpClient))

  const answer = (type: string, question: Question) =>
    HttpClientRequest.post(`${baseUrl}/api/projects/${encodeURIComponent(project)}/query/`).pipe(
      HttpClientRequest.bearerToken(key),
      HttpClientRequest.accept(type),
      HttpClientRequest.bodyJsonUnsafe(bodyOf(question)),
      httpClient.execute,
      Effect.flatMap((response) => response.status === 200 ? Effect.succeed(response) : errorOf(response))
    )
  const stream = (type: string) => (question: Question): Stream.Stream<Uint8Array, StreamError> =>
    Stream.unwrap(Effect.map(answer(type, question), (response) => response.stream))

  return HedgerowClient.of({
    api,
    project,
    wait: (question) => waitFor(api, project, bodyOf(question)),
    rows: (question) => Stream.unwrap(Effect.map(answer("application/x-ndjson", question), rowsOf)),
    csv: stream("text/csv"),
    parquet: stream("application/vnd.apache.parquet")
  })
})

/** The client of a Hedgerow server, for programs on Effect. */
export class HedgerowClient extends Context.Service<HedgerowClient, {
  /** Every endpoint of the contract as a method; failures of the server are `ApiError`. */
  readonly api: ApiClient.ApiClient
  /** The project of queries, for the paths of other calls. */
  readonly project: string
  /** Runs a query in the background and polls for its answer; an interruption cancels the query. */
  readonly wait: (question: Question) => Effect.Effect<(typeof QueryStatus.Type)["results"], WaitingError>
  /** All rows of an SQL statement or an EventsQuery as they are read, by the names of their columns. */
  readonly rows: (question: Question) => Stream.Stream<Readonly<Record<string, Schema.Json>>, StreamError>
  /** All rows as CSV. */
  readonly csv: (question: Question) => Stream.Stream<Uint8Array, StreamError>
  /** All rows as a Parquet file. */
  readonly parquet: (question: Question) => Stream.Stream<Uint8Array, StreamError>
}>()("@hedgerow/client/effect/HedgerowClient") {
  static readonly make = make

  /** A client over the `HttpClient` of the context, such as `FetchHttpClient.layer`. */
  static readonly layer = (options: ClientOptions): Layer.Layer<HedgerowClient, never, HttpClient.HttpClient> =>
    Layer.effect(HedgerowClient, make(options))
}
