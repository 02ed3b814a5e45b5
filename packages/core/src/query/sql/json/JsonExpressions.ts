import type { AstExpr, BinaryOperator, FrameBound, OrderTerm, Statement, WindowSpec } from "../Ast.ts"
import { callOf } from "../AstCall.ts"
import type { JsonNode } from "./JsonNode.ts"

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

type Read = (node: JsonNode) => AstExpr

const all = (node: JsonNode, key: string, read: Read): ReadonlyArray<AstExpr> => node.nodes(key).map(read)

const optional = (node: JsonNode, key: string, read: Read): AstExpr | undefined => {
  const found = node.optional(key)
  return found === undefined ? undefined : read(found)
}

/** The reference has numbers beyond JSON as texts. */
const numbers: Readonly<Record<string, string>> = { Infinity: "inf", "-Infinity": "-inf", NaN: "nan" }

const constant = (node: JsonNode): AstExpr => {
  const value = node.value("value")
  const type = node.optionalText("value_type")
  switch (typeof value) {
    case "undefined":
      return { _tag: "Null", ...at }
    case "boolean":
      return { _tag: "Boolean", value, ...at }
    case "number":
      return { _tag: "Number", text: String(value), ...at }
    case "string":
      if (type !== "number") return { _tag: "Text", value, ...at }
      return /^-?[0-9][0-9.eE+-]*$/.test(value) || Object.hasOwn(numbers, value)
        ? { _tag: "Number", text: numbers[value] ?? value, ...at }
        : node.fail("A number is needed.", "value")
    default:
      return node.fail("A constant is a text, a number, true, false or null.", "value")
  }
}

const field = (node: JsonNode): AstExpr => {
  const chain = node.names("chain")
  if (chain.length === 0) return node.fail("A field has a name.", "chain")
  return chain.at(-1) === "*"
    ? { _tag: "Star", path: chain.slice(0, -1), ...at }
    : { _tag: "Field", path: chain, ...at }
}

const binary = (node: JsonNode, read: Read, operators: Readonly<Record<string, BinaryOperator>>): AstExpr => {
  const op = node.text("op").toLowerCase()
  const operator = Object.hasOwn(operators, op) ? operators[op] : undefined
  const [left, right] = [read(node.node("left")), read(node.node("right"))]
  return operator === undefined
    ? node.fail("There is no such operator.", "op")
    : { _tag: "Binary", operator, left, right, ...at }
}

const arithmetic: Readonly<Record<string, BinaryOperator>> = { "+": "+", "-": "-", "*": "*", "/": "/", "%": "%" }

const comparisons: Readonly<Record<string, BinaryOperator>> = {
  "==": "=",
  "=": "=",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "like": "like",
  "not like": "not like",
  "ilike": "ilike",
  "not ilike": "not ilike",
  "=~": "=~",
  "!~": "!~",
  "=~*": "=~*",
  "!~*": "!~*"
}

const memberships: Readonly<Record<string, { readonly negated: boolean; readonly cohort: boolean }>> = {
  "in": { negated: false, cohort: false },
  "not in": { negated: true, cohort: false },
  "global in": { negated: false, cohort: false },
  "global not in": { negated: true, cohort: false },
  "in cohort": { negated: false, cohort: true },
  "not in cohort": { negated: true, cohort: true }
}

const comparison = (node: JsonNode, read: Read): AstExpr => {
  const op = node.text("op").toLowerCase()
  const member = Object.hasOwn(memberships, op) ? memberships[op] : undefined
  if (member !== undefined) {
    return { _tag: "In", expr: read(node.node("left")), set: read(node.node("right")), ...member, ...at }
  }
  const isNullStyle = node.flag("is_null_comparison_style")
  const compared = binary(node, read, comparisons)
  return isNullStyle && compared._tag === "Binary"
    ? { _tag: "IsNull", expr: compared.left, negated: compared.operator === "!=", ...at }
    : compared
}

/** `CASE x WHEN …`: the subject, each condition and its value, and what is left. */
const cases = ([subject, ...rest]: ReadonlyArray<AstExpr>, node: JsonNode): AstExpr => {
  const branches = Array.from({ length: Math.floor(rest.length / 2) }, (_, i) => rest.slice(2 * i, 2 * i + 2))
    .flatMap(([when, then]) => when === undefined || then === undefined ? [] : [{ when, then }])
  if (subject === undefined || branches.length === 0) return node.fail("A CASE has a subject and branches.", "args")
  return { _tag: "Case", subject, branches, else: rest.length % 2 === 1 ? rest.at(-1) : undefined, ...at }
}

const call = (node: JsonNode, read: Read): AstExpr => {
  const [name, filter] = [node.text("name"), optional(node, "filter_expr", read)]
  const args = all(node, "args", read)
  if (name === "_caseWithExpression") return cases(args, node)
  const orderBy = node.nodes("order_by").map((term) => jsonOrder(term, read))
  return {
    ...callOf(filter === undefined ? name : `${name}If`, filter === undefined ? args : [...args, filter], at),
    params: node.value("params") === undefined ? undefined : all(node, "params", read),
    distinct: node.flag("distinct"),
    ...(orderBy.length === 0 ? {} : { orderBy })
  }
}

/** With two lists of arguments the first is called `exprs`, and the second `args`. */
const windowCall = (node: JsonNode, read: Read): AstExpr => {
  const [first, second] = [all(node, "exprs", read), all(node, "args", read)]
  const [name, spec] = [node.optionalText("over_identifier"), node.optional("over_expr")]
  const window = name ??
    (spec === undefined ? node.fail("This field is required.", "over_expr") : jsonWindow(spec, read))
  return {
    ...callOf(node.text("name"), second.length === 0 ? first : second, at),
    params: second.length === 0 ? undefined : first,
    over: { window }
  }
}

const columns = (node: JsonNode, read: Read): AstExpr => {
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

const dict = (node: JsonNode, read: Read): AstExpr => {
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

const subquery = (node: JsonNode, _: Read, query: ReadQuery): AstExpr => ({
  _tag: "Subquery",
  query: query(node),
  ...at
})

const forms: Readonly<Record<string, (node: JsonNode, read: Read, query: ReadQuery) => AstExpr>> = {
  Constant: constant,
  Field: field,
  Placeholder: placeholder,
  Alias: (node, read) => ({ _tag: "Alias", expr: read(node.node("expr")), name: node.text("alias"), ...at }),
  Call: call,
  WindowFunction: windowCall,
  ArithmeticOperation: (node, read) => binary(node, read, arithmetic),
  CompareOperation: comparison,
  IsDistinctFrom: (node, read) =>
    callOf(node.flag("negated") ? "isNotDistinctFrom" : "isDistinctFrom", [
      read(node.node("left")),
      read(node.node("right"))
    ], at),
  And: (node, read) => logical("and", all(node, "exprs", read), node),
  Or: (node, read) => logical("or", all(node, "exprs", read), node),
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

const logical = (operator: "and" | "or", operands: ReadonlyArray<AstExpr>, node: JsonNode): AstExpr =>
  operands.length === 0 ? node.fail("Conditions are needed.", "exprs") : { _tag: "Logical", operator, operands, ...at }

/** The name of a type is written into the text of the query, so that it may have no more than types are made of. */
const typeName = (node: JsonNode): string => {
  const name = node.text("type_name")
  return /^[A-Za-z_][\w(), ']*$/.test(name)
    ? name
    : node.fail("A type is needed, such as Nullable(String).", "type_name")
}

/** A term of an order. */
export const jsonOrder = (node: JsonNode, read: Read): OrderTerm => {
  const order = node.optionalText("order") ?? "ASC"
  if (order !== "ASC" && order !== "DESC") return node.fail("ASC or DESC is needed.", "order")
  const term: OrderTerm = { expr: read(node.node("expr")), descending: order === "DESC", nulls: undefined, ...at }
  node.done()
  return term
}

const bound = (node: JsonNode): FrameBound => {
  const type = node.text("frame_type").toLowerCase()
  const value = node.value("frame_value")
  node.done()
  if (type === "current row") return { kind: "current row" }
  if (type !== "preceding" && type !== "following") return node.fail("There is no such bound.", "frame_type")
  if (value === undefined) return { kind: type, count: "unbounded" }
  return Number.isSafeInteger(value)
    ? { kind: type, count: Number(value) }
    : node.fail("A whole number is needed.", "frame_value")
}

/** A window as it stands after OVER. */
export const jsonWindow = (node: JsonNode, read: Read): WindowSpec => {
  const method = node.optionalText("frame_method")?.toLowerCase()
  const [start, end] = [node.optional("frame_start"), node.optional("frame_end")]
  if (method !== undefined && method !== "rows" && method !== "range") {
    return node.fail("ROWS or RANGE is needed.", "frame_method")
  }
  const frame = method === undefined || start === undefined
    ? undefined
    : { unit: method, start: bound(start), end: end === undefined ? undefined : bound(end) } as const
  const spec: WindowSpec = {
    partitionBy: all(node, "partition_by", read),
    orderBy: node.nodes("order_by").map((term) => jsonOrder(term, read)),
    frame,
    ...at
  }
  node.done()
  return spec
}
