import { Effect } from "effect"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { resolveVariables } from "../sql/ResolvedVariables.ts"
import { type Checked, checkText } from "./CheckText.ts"
import { MetadataAnswer } from "./EditorAnswers.ts"
import { MetadataNode } from "./MetadataNode.ts"

const decode = decodeNode(MetadataNode)

const encode = ({ errors, indices, notices, rows, tables, warnings }: Checked, query: string) => ({
  isValid: errors.length === 0,
  errors,
  warnings,
  notices,
  query,
  table_names: tables,
  isUsingIndices: indices,
  estimated_rows: rows ?? null
})

const nothing: Checked = { errors: [], warnings: [], notices: [], tables: [], indices: "undecisive", rows: undefined }

/** Checks whether a text of SQL is a query, without running it. */
export const sqlMetadata: QueryKind<MetadataNode, Checked> = {
  kind: "HogQLMetadata",
  ...plainKind,
  node: MetadataNode,
  answer: MetadataAnswer,
  freshness: () => ({ interval: "none", until: undefined }),
  decode: Effect.fnUntraced(function*(sent, path, asked) {
    const node = yield* decode(sent, path)
    const variables = yield* resolveVariables(node.variables, asked)
    return variables === undefined ? node : { ...node, variables }
  }),
  significant: ({ filters, globals, language, query, sourceQuery, variables }) => ({
    language,
    query,
    filters,
    globals,
    variables,
    sourceQuery
  }),
  run: checkText,
  encode: (outcome, { envelope, node }) => ({ ...envelope, ...encode(outcome, node.query) }),
  encodeFailure: (detail, { envelope, node }) => ({
    ...envelope,
    ...encode({ ...nothing, errors: [{ message: detail }] }, node.query)
  })
}
