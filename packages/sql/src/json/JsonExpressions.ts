import type { AstExpr, Statement } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { jsonCall, jsonWindowCall } from "./JsonCalls.ts"
import { jsonConstant } from "./JsonConstants.ts"
import type { JsonNode, ReadJson } from "./JsonNode.ts"
import { jsonArithmetic, jsonComparison, jsonLogical } from "./JsonOperators.ts"

const at = { start: 0, end: 0 }

/** Reads a query inside an expression; the module of queries gives it, so that the two do not import each other. */
type ReadQuery = (node: JsonNode) => Statement

/** An expression of the reference's tree. */
export const jsonExpression = (node: JsonNode, query: ReadQuery): AstExpr => {
  const before = node.reading.left
  const read = Object.hasOwn(forms, node.tag) ? forms[node.tag] : undefined
  const expr = read === undefined
    ? node.fail(`The node ${node.tag.slice(0, 100)} is not supported in an expression.`, "node")
    : read(node, (inner) => jsonExpression(inner, query), query)
  node.done()
  node.reading.places.push({ expr, path: node.path, nodes: before - node.reading.left + 1 })
  return expr
}

const all = (node: JsonNode, key: string, read: ReadJson): ReadonlyArray<AstExpr> => node.nodes(key).map(read)

const optional = (node: JsonNode, key: string, read: ReadJson): AstExpr | undefined => {
  const found = node.optional(key)
  return found === undefined ? undefined : read(found)
}

const field = (node: JsonNode): AstExpr => {
  const chain = node.names("chain")
  if (chain.length === 0) return node.fail("A field has a name.", "chain")
  return chain.at(-1) === "*"
    ? { _tag: "Star", path: chain.slice(0, -1), ...at }
    : { _tag: "Field", path: chain, ...at }
}

const columns = (node: JsonNode, read: ReadJson): AstExpr => {
  if (node.flag("all_columns")) {
    const without = node.value("exclude") === undefined ? [] : node.names("exclude")
    return { _tag: "Star", path: [], ...(without.length === 0 ? {} : { without }), ...at }
  }
  const pattern = node.optionalText("regex")
  if (pattern !== undefined) return { _tag: "Columns", pattern, ...at }
  return { _tag: "ColumnList", columns: all(node, "columns", read), ...at }
}

const placeholder = (node: JsonNode): AstExpr => {
  const inner = node.node("expr")
  const path = inner.tag === "Field" ? inner.names("chain") : inner.fail("A placeholder is a name such as {filters}.")
  return { _tag: "Placeholder", path, ...at }
}

const dict = (node: JsonNode, read: ReadJson): AstExpr => {
  const items = node.value("items")
  if (!Array.isArray(items)) return node.fail("A list is needed.", "items")
  const entries = items.map((_, i) => {
    const [key, value] = node.pair("items", i).map(read)
    return key === undefined || value === undefined
      ? node.fail("A key and a value are needed.", "items", i)
      : { key, value }
  })
  return { _tag: "Dict", entries, ...at }
}

const subquery = (node: JsonNode, _: ReadJson, query: ReadQuery): AstExpr => ({
  _tag: "Subquery",
  query: query(node),
  ...at
})

const forms: Readonly<Record<string, (node: JsonNode, read: ReadJson, query: ReadQuery) => AstExpr>> = {
  Constant: jsonConstant,
  Field: field,
  Placeholder: placeholder,
  Alias: (node, read) => ({ _tag: "Alias", expr: read(node.node("expr")), name: node.text("alias"), ...at }),
  Call: jsonCall,
  WindowFunction: jsonWindowCall,
  ArithmeticOperation: jsonArithmetic,
  CompareOperation: jsonComparison,
  IsDistinctFrom: (node, read) =>
    callOf(node.flag("negated") ? "isNotDistinctFrom" : "isDistinctFrom", [
      read(node.node("left")),
      read(node.node("right"))
    ], at),
  And: (node, read) => jsonLogical("and", all(node, "exprs", read), node),
  Or: (node, read) => jsonLogical("or", all(node, "exprs", read), node),
  Not: (node, read) => ({ _tag: "Unary", operator: "not", expr: read(node.node("expr")), ...at }),
  BetweenExpr: (node, read) => ({
    _tag: "Between",
    expr: read(node.node("expr")),
    low: read(node.node("low")),
    high: read(node.node("high")),
    negated: node.flag("negated"),
    ...at
  }),
  ArrayAccess: (node, read) => ({
    _tag: "Index",
    expr: read(node.node("array")),
    index: read(node.node("property")),
    nullSafe: node.flag("nullish"),
    ...at
  }),
  ArraySlice: (node, read) => ({
    _tag: "Slice",
    expr: read(node.node("array")),
    from: optional(node, "start_expr", read),
    to: optional(node, "end_expr", read),
    ...at
  }),
  TupleAccess: (node, read) => {
    const index = node.value("index")
    if (!Number.isSafeInteger(index)) return node.fail("A whole number is needed.", "index")
    return {
      _tag: "Member",
      expr: read(node.node("tuple")),
      name: String(index),
      nullSafe: node.flag("nullish"),
      ...at
    }
  },
  TypeCast: (node, read) => ({ _tag: "Cast", expr: read(node.node("expr")), typeName: typeName(node), ...at }),
  TryCast: (node, read) => ({ _tag: "Cast", expr: read(node.node("expr")), typeName: typeName(node), ...at }),
  Array: (node, read) => ({ _tag: "Array", items: all(node, "exprs", read), ...at }),
  Tuple: (node, read) => callOf("tuple", all(node, "exprs", read), at),
  Dict: dict,
  Lambda: (node, read) => ({ _tag: "Lambda", params: node.names("args"), body: read(node.node("expr")), ...at }),
  ColumnsExpr: columns,
  SelectQuery: subquery,
  SelectSetQuery: subquery
}

/** The name of a type is written into the text of the query, so that it may have no more than types are made of. */
const typeName = (node: JsonNode): string => {
  const name = node.text("type_name")
  return /^[A-Za-z_][\w(), ']*$/.test(name)
    ? name
    : node.fail("A type is needed, such as Nullable(String).", "type_name")
}
