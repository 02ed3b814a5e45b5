import type { ApiClient } from "@hedgerow/http/contract/ApiClient"

/** The body of a request to run a query, but for its mode. */
export type QuestionBody = Omit<Parameters<ApiClient["query"]["run"]>[0]["payload"], "refresh" | "async">

/** A query: the text of an SQL statement, or a whole body. */
export type Question = string | QuestionBody

export const bodyOf = (question: Question): QuestionBody =>
  typeof question === "string" ? { query: { kind: "ServiceSqlQuery", query: question } } : question
