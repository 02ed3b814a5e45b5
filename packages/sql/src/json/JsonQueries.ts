import type { AstExpr, CommonTable, FromClause, SelectStatement, SetStatement, Statement } from "../ast/Ast.ts"
import { jsonOrder, jsonWindow } from "./JsonCalls.ts"
import { jsonExpression } from "./JsonExpressions.ts"
import { jsonFrom } from "./JsonFrom.ts"
import type { JsonNode } from "./JsonNode.ts"

const at = { start: 0, end: 0 }

const read = (node: JsonNode): AstExpr => jsonExpression(node, jsonQuery)

const optional = (node: JsonNode, key: string): AstExpr | undefined => {
  const found = node.optional(key)
  return found === undefined ? undefined : read(found)
}

/** A query of the reference's tree. */
export const jsonQuery = (node: JsonNode): Statement => {
  if (node.tag === "SelectQuery") return select(node)
  if (node.tag === "SelectSetQuery") return set(node)
  return node.fail("A query is a SelectQuery or a SelectSetQuery.", "node")
}

const tail = (node: JsonNode): Pick<SetStatement, "orderBy" | "limit" | "offset"> => ({
  orderBy: node.nodes("order_by").map((term) => jsonOrder(term, read)),
  limit: optional(node, "limit"),
  offset: optional(node, "offset")
})

const select = (node: JsonNode): SelectStatement => {
  const qualify = optional(node, "qualify")
  const statement: SelectStatement = {
    _tag: "Select",
    with: tables(node),
    distinct: node.flag("distinct"),
    columns: node.nodes("select").map(read),
    from: from(node),
    prewhere: optional(node, "prewhere"),
    where: optional(node, "where"),
    groupBy: groupBy(node),
    having: optional(node, "having"),
    ...(qualify === undefined ? {} : { qualify }),
    ...tail(node),
    limitBy: limitBy(node),
    withTies: node.flag("limit_with_ties"),
    windows: node.named("window_exprs").map(([name, window]) => ({ name, window: jsonWindow(window, read) })),
    arrayJoin: arrayJoin(node),
    ...at
  }
  if (statement.columns.length === 0) return node.fail("A SELECT has columns.", "select")
  node.done()
  return statement
}

const from = (node: JsonNode): FromClause | undefined => {
  const found = node.optional("select_from")
  return found === undefined ? undefined : jsonFrom(found, read, jsonQuery)
}

const groupBy = (node: JsonNode): ReadonlyArray<AstExpr> | undefined => {
  const mode = node.optionalText("group_by_mode")
  if (mode === "all") return [{ _tag: "Field", path: ["ALL"], ...at }]
  if (mode !== undefined) {
    return node.fail(`GROUP BY ${mode.toUpperCase().slice(0, 20)} is not supported.`, "group_by_mode")
  }
  return node.value("group_by") === undefined ? undefined : node.nodes("group_by").map(read)
}

const limitBy = (node: JsonNode): SelectStatement["limitBy"] => {
  const found = node.optional("limit_by")
  if (found === undefined) return undefined
  const clause = {
    limit: read(found.node("n")),
    offset: optional(found, "offset_value"),
    by: found.nodes("exprs").map(read)
  }
  found.done()
  return clause
}

const arrayJoin = (node: JsonNode): SelectStatement["arrayJoin"] => {
  const op = node.optionalText("array_join_op")?.toUpperCase()
  if (op === undefined) return undefined
  return { kind: op.startsWith("LEFT") ? "left" : "inner", columns: node.nodes("array_join_list").map(read) }
}

/** A list as the parser has it, or an object by name. */
const tables = (node: JsonNode): ReadonlyArray<CommonTable> =>
  (Array.isArray(node.value("ctes")) ? node.nodes("ctes") : node.named("ctes").map(([, one]) => one)).map(table)

const table = (node: JsonNode): CommonTable => {
  const [name, recursive, type] = [node.text("name"), node.flag("recursive"), node.optionalText("cte_type")]
  // Whether a table is materialised is the engine's choice.
  node.value("materialized")
  const expr = node.node("expr")
  node.done()
  return type === "column" || (type === undefined && !expr.tag.startsWith("Select"))
    ? { _tag: "CteExpr", name, expr: read(expr), ...at }
    : { _tag: "CteQuery", name, query: jsonQuery(expr), recursive, ...at }
}

const operators: Readonly<Record<string, SetStatement["operator"]>> = {
  "union all": "union all",
  "union": "union distinct",
  "union distinct": "union distinct",
  "intersect": "intersect",
  "intersect distinct": "intersect distinct",
  "except": "except",
  "except distinct": "except"
}

const operatorOf = (node: JsonNode): SetStatement["operator"] => {
  const name = node.text("set_operator").toLowerCase()
  const found = Object.hasOwn(operators, name) ? operators[name] : undefined
  return found ?? node.fail(`${name.toUpperCase().slice(0, 20)} is not supported.`, "set_operator")
}

const joined = (operator: SetStatement["operator"], left: Statement, right: Statement): SetStatement => ({
  _tag: "Set",
  operator,
  left,
  right,
  orderBy: [],
  limit: undefined,
  offset: undefined,
  ...at
})

/** The list of branches, of which INTERSECT binds tighter than UNION and EXCEPT, as it does in a text. */
const set = (node: JsonNode): Statement => {
  const first = jsonQuery(node.node("initial_select_query"))
  const terms: Array<{ readonly operator: SetStatement["operator"]; statement: Statement }> = []
  let head: Statement = first
  for (const next of node.nodes("subsequent_select_queries")) {
    const [operator, statement] = [operatorOf(next), jsonQuery(next.node("select_query"))]
    next.done()
    const last = terms.at(-1)
    if (!operator.startsWith("intersect")) terms.push({ operator, statement })
    else if (last === undefined) head = joined(operator, head, statement)
    else last.statement = joined(operator, last.statement, statement)
  }
  const whole = terms.reduce((left, { operator, statement }) => joined(operator, left, statement), head)
  const ending = tail(node)
  node.done()
  return whole._tag === "Set" && whole !== first
    ? { ...whole, ...ending }
    : node.fail("A set of queries has several.", "subsequent_select_queries")
}
