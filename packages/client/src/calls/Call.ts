import type { operations } from "../contract/Contract.ts"
import type { CallOptions } from "../requests/Send.ts"
import type { Pages } from "./Pages.ts"

/** The id of an operation of the contract, such as `featureFlags.list`. */
export type OperationId = keyof operations

type Simplify<A> = { [K in keyof A]: A[K] } & {}

type Present<A> = [NonNullable<A>] extends [never] ? unknown : NonNullable<A>

/** Ids of a path may be numbers too, as records have them. The project is the client's unless a call names another. */
type PathFields<P> =
  & { [K in Exclude<keyof P, "project_id">]: P[K] | number }
  & ("project_id" extends keyof P ? { project_id?: string | number } : unknown)

/** Texts of a query string may be given as numbers and booleans. */
type QueryFields<Q> = { [K in keyof Q]: string extends Q[K] ? Q[K] | number | boolean : Q[K] }

type BodyField<O> = O extends { requestBody: { content: { "application/json": infer Body } } } ? { body: Body }
  : O extends { requestBody?: { content: { "application/json": infer Body } } } ? { body?: Body }
  : unknown

/** The arguments of an operation: the fields of its path, query string and headers by their names, and its `body`. */
export type Arguments<Id extends OperationId> = Simplify<
  & PathFields<Present<operations[Id]["parameters"]["path"]>>
  & QueryFields<Present<operations[Id]["parameters"]["query"]>>
  & Present<operations[Id]["parameters"]["header"]>
  & BodyField<operations[Id]>
>

type Content<Answer> = Answer extends { content: infer Types }
  ? "application/json" extends keyof Types ? Types["application/json"]
  : "text/event-stream" extends keyof Types ? ReadableStream<Uint8Array>
  : "application/vnd.apache.parquet" extends keyof Types ? ReadableStream<Uint8Array>
  : string
  : undefined

/** The value that an operation is answered with. */
export type Answer<Id extends OperationId> = operations[Id]["responses"] extends infer Responses
  ? { [Status in keyof Responses]: Status extends 304 ? never : Content<Responses[Status]> }[keyof Responses]
  : never

/** The body that an operation takes. */
export type Body<Id extends OperationId> = Arguments<Id> extends { body: infer Given } ? Given : never

/** The parameters of a method: arguments may be left out where none is needed. */
export type Parameters<Id extends OperationId> = Record<never, never> extends Arguments<Id>
  ? [args?: Arguments<Id>, options?: CallOptions]
  : [args: Arguments<Id>, options?: CallOptions]

/** An operation as a method. */
export type Call<Id extends OperationId> = (...parameters: Parameters<Id>) => Promise<Answer<Id>>

/** An operation that lists, as a method: its result is the first page, and the items of all pages. */
export type PagedCall<Id extends OperationId> = (...parameters: Parameters<Id>) => Pages<Answer<Id>>
