import { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { readJsonTree, type ReadTree } from "@hedgerow/sql/json/JsonTree"
import { Effect, Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { decodeNode } from "../../DecodeNode.ts"
import type { QueryError, QueryKind } from "../../QueryKind.ts"
import { resolveVariables } from "./ResolvedVariables.ts"
import { runSql, type SqlOutcome } from "./RunSql.ts"
import { sqlQuery } from "./SqlKind.ts"
import { SqlNode } from "./SqlNode.ts"
import { streamSql } from "./StreamSql.ts"

const treeKind = "HogQLASTQuery"

/** A query given as a tree in JSON, in the form of the reference's parser. */
const SqlTreeNode = Schema.Struct({
  ...SqlNode.fields,
  kind: field(Schema.Literal(treeKind), "The kind of the query."),
  query: field(
    Schema.Record(Schema.String, Schema.Unknown),
    "The statement as a tree in JSON, in the form of the reference's parser: any node."
  )
}).annotate(component("HogQLASTQuery", "The rows of a statement that is given as a tree."))

/** The node of the text that means the same, and where its parts stand in the tree. */
interface SqlTree extends SqlNode {
  readonly tree: ReadTree
  /** The place of the tree in the request. */
  readonly path: ReadonlyArray<string>
}

const decode = decodeNode(SqlTreeNode)

/** An error of the text, as one of the part of the tree that is meant. */
const placed = ({ path, query, tree }: SqlTree) => (error: QueryError): QueryError => {
  if (error._tag !== "SqlSyntaxError" && error._tag !== "SqlSemanticError" || error.text !== undefined) return error
  const text = query.slice(error.start, error.end)
  const at = { text, start: 0, end: text.length, field: [...path, ...tree.placeOf(text)].join("__") }
  return error._tag === "SqlSyntaxError"
    ? new SqlSyntaxError({ ...error, ...at })
    : new SqlSemanticError({ ...error, ...at })
}

/** A query given as a tree: that of the text which means the same. */
export const sqlTreeQuery: QueryKind<SqlTree, SqlOutcome> = {
  ...sqlQuery,
  kind: treeKind,
  aliases: [],
  node: SqlTreeNode,
  decode: Effect.fnUntraced(function*(sent, path, asked) {
    const node = yield* decode(sent, path)
    const place = [...path, "query"]
    const tree = yield* Effect.mapError(
      Effect.fromResult(readJsonTree(node.query)),
      (refused) => InvalidInput.at([...place, ...refused.path], "invalid_input", refused.message)
    )
    const variables = yield* resolveVariables(node.variables, asked)
    return {
      ...node,
      ...(variables === undefined ? undefined : { variables }),
      kind: "ServiceSqlQuery",
      query: tree.text,
      tree,
      path: place
    }
  }),
  run: (node, run) => Effect.mapError(runSql(node, run), placed(node)),
  stream: (node, run) => Effect.mapError(streamSql(node, run), placed(node))
}
