import type { Body } from "../calls/Call.ts"

/** Any value of JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** The body of a request to run a query, but for its mode: each way to run one has its own. */
export type QuestionBody = Omit<Body<"query.run">, "refresh" | "async">

/** A query: the text of an SQL statement, or a whole body with a query of any kind. */
export type Question = string | QuestionBody

/** The answer of an SQL statement. */
export interface SqlAnswer {
  /** The rows, each a list of its cells in the order of `columns`. */
  readonly results: ReadonlyArray<ReadonlyArray<Json>>
  readonly columns: ReadonlyArray<string>
  /** The name and the type of each column. */
  readonly types: ReadonlyArray<readonly [name: string, type: string]>
  /** Whether there are more rows than `limit`. */
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
  /** Where the next page begins, of a query that has `after`; null on the last page. */
  readonly after?: string | null
  readonly is_cached: boolean
  /** What a reader should know, such as that rows were left out. */
  readonly warnings?: ReadonlyArray<Json>
  readonly [name: string]: unknown
}

/** The answer of a query of another kind; its `results` are described with the kind. */
export interface QueryAnswer {
  readonly results: unknown
  readonly is_cached: boolean
  readonly [name: string]: unknown
}

/** The answer to a question: that of SQL for a text. */
export type AnswerTo<Q extends Question> = Q extends string ? SqlAnswer : QueryAnswer

export const bodyOf = (question: Question): QuestionBody =>
  typeof question === "string" ? { query: { kind: "ServiceSqlQuery", query: question } } : question
