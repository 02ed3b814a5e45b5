import type { Body } from "../calls/Call.ts"
import type { QueryAnswer, QueryAnswers } from "../contract/Contract.ts"

/** Any value of JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** The body of a request to run a query, but for its mode: each way to run one has its own. */
export type QuestionBody = Omit<Body<"query.run">, "refresh" | "async">

/** A query: the text of an SQL statement, or a whole body with a query of any kind. */
export type Question = string | QuestionBody

/** The answer of an SQL statement. */
export interface SqlAnswer extends Omit<QueryAnswers["ServiceSqlQuery"], "results"> {
  /** The rows, each a list of its cells in the order of `columns`. */
  readonly results: ReadonlyArray<ReadonlyArray<Json>>
}

type SqlKind = "ServiceSqlQuery" | "HogQLQuery" | "HogQLASTQuery"

type OfKind<Kind> = Kind extends SqlKind ? SqlAnswer
  : Kind extends keyof QueryAnswers ? QueryAnswers[Kind]
  : QueryAnswer

/** The answer of a query: that of its kind, or of the query that it presents. */
type AnswerOf<Node> = Node extends { readonly kind: SqlKind | keyof QueryAnswers } ? OfKind<Node["kind"]>
  : Node extends { readonly source: { readonly kind: infer Kind } } ? OfKind<Kind>
  : QueryAnswer

/** The answer to a question: that of SQL for a text, that of its kind for a query. */
export type AnswerTo<Q extends Question> = Q extends { readonly query: infer Node } ? AnswerOf<Node> : SqlAnswer

export const bodyOf = (question: Question): QuestionBody =>
  typeof question === "string" ? { query: { kind: "ServiceSqlQuery", query: question } } : question
