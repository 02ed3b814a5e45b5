import { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import type { QueryError } from "./QueryKind.ts"

type Path = ReadonlyArray<string | number>

/** The fields of structured queries that have expressions, and values that become a part of a statement. */
const fields: ReadonlySet<string> = new Set([
  "breakdown",
  "funnelAggregateByHogQL",
  "having",
  "key",
  "math_hogql",
  "orderBy",
  "pathsHogQLExpression",
  "property",
  "select",
  "value",
  "where"
])

const isText = (value: unknown, text: string): boolean =>
  (typeof value === "string" || typeof value === "number") && String(value) === text

/** The key of a condition is an expression where its type says so. */
const isWritten = (name: string, node: JsonRecord): boolean =>
  fields.has(name) && (name !== "key" || node["type"] === "hogql")

/** The first field of a node that has a text as an expression or as a value. */
const fieldWith = (node: unknown, text: string, path: Path): Path | undefined => {
  const entries: ReadonlyArray<readonly [string | number, unknown]> = Array.isArray(node)
    ? [...node.entries()]
    : isJsonRecord(node)
    ? Object.entries(node)
    : []
  for (const [name, value] of entries) {
    const at = [...path, name]
    if (typeof name === "string" && isJsonRecord(node) && isWritten(name, node)) {
      if (isText(value, text)) return at
      const item = Array.isArray(value) ? value.findIndex((one) => isText(one, text)) : -1
      if (item >= 0) return [...at, item]
    }
    const within = fieldWith(value, text, at)
    if (within !== undefined) return within
  }
  return undefined
}

/** Names the field of the request in the errors of expressions that a node has; `path` is where the node stands. */
export const inRequest = (node: JsonRecord, path: Path) => (error: QueryError): QueryError => {
  if (error._tag !== "SqlSyntaxError" && error._tag !== "SqlSemanticError") return error
  const found = error.text === undefined ? undefined : fieldWith(node, error.text, path)
  if (found === undefined) return error
  const field = found.join("__")
  return error._tag === "SqlSyntaxError"
    ? new SqlSyntaxError({ ...error, field })
    : new SqlSemanticError({ ...error, field })
}
