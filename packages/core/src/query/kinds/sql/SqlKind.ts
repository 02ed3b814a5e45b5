import { Effect } from "effect"
import { decodeNode } from "../../DecodeNode.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { resolveVariables } from "./ResolvedVariables.ts"
import { runSql, type SqlOutcome } from "./RunSql.ts"
import { SqlAnswer } from "./SqlAnswer.ts"
import { sqlKindNames, SqlNode } from "./SqlNode.ts"
import { failureResponse, successResponse } from "./SqlResponse.ts"
import { streamSql } from "./StreamSql.ts"

const decode = decodeNode(SqlNode)

const [kind, ...aliases] = sqlKindNames

/** A query given as SQL text. */
export const sqlQuery: QueryKind<SqlNode, SqlOutcome> = {
  kind,
  aliases,
  scopes: ["query:read"],
  rate: "sql",
  limits: (every) => every,
  upgrades: [],
  node: SqlNode,
  answer: SqlAnswer,
  freshness: () => ({ interval: "none", until: undefined }),
  decode: Effect.fnUntraced(function*(sent, path, asked) {
    const node = yield* decode(sent, path)
    const variables = yield* resolveVariables(node.variables, asked)
    return variables === undefined ? node : { ...node, variables }
  }),
  isSelfContained: ({ variables }) => Object.keys(variables ?? {}).length === 0,
  significant: ({ after, explain, filters, query, values, variables }) => ({
    after,
    query,
    values,
    filters,
    variables,
    ...(explain === true ? { explain } : undefined)
  }),
  run: runSql,
  stream: streamSql,
  encode: (outcome, answering) => {
    const response = successResponse(outcome, answering)
    return outcome.written === undefined ? response : { ...response, results: outcome.written }
  },
  encodeFailure: failureResponse
}
