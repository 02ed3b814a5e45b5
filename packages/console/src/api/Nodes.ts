import type { Client, QuestionBody } from "@hedgerow/client"

type Node = NonNullable<QuestionBody["query"]>

/** A node that was built or stored, as the client takes it. The API reads it, and says what is wrong with it. */
export const asNode = (node: object): Node => node as Node

interface AskOptions {
  readonly signal?: AbortSignal
  /** Whether a cached answer is too old. */
  readonly isFresh?: boolean
}

/** The answer to a node. */
export const askNode = (client: Client, node: object, { isFresh = false, signal }: AskOptions = {}): Promise<object> =>
  client.query.ask({ query: asNode(node) }, {
    refresh: isFresh ? "force_blocking" : "blocking",
    ...signal === undefined ? {} : { signal }
  })

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** The rows of an answer that is a list of lists. */
export const rowsOf = (answer: object): ReadonlyArray<ReadonlyArray<unknown>> =>
  "results" in answer && isList(answer.results) ? answer.results.filter(isList) : []

/** Whether an answer has more rows than it shows. */
export const hasMore = (answer: object): boolean => "hasMore" in answer && answer.hasMore === true
