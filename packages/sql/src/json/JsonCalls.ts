import type { AstExpr, FrameBound, OrderTerm, WindowSpec } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import type { JsonNode, ReadJson } from "./JsonNode.ts"

const at = { start: 0, end: 0 }

const all = (node: JsonNode, key: string, read: ReadJson): ReadonlyArray<AstExpr> => node.nodes(key).map(read)

/** `CASE x WHEN …`: the subject, each condition and its value, and what is left. */
const cases = ([subject, ...rest]: ReadonlyArray<AstExpr>, node: JsonNode): AstExpr => {
  const branches = Array.from({ length: Math.floor(rest.length / 2) }, (_, i) => rest.slice(2 * i, 2 * i + 2))
    .flatMap(([when, then]) => when === undefined || then === undefined ? [] : [{ when, then }])
  if (subject === undefined || branches.length === 0) return node.fail("A CASE has a subject and branches.", "args")
  return { _tag: "Case", subject, branches, else: rest.length % 2 === 1 ? rest.at(-1) : undefined, ...at }
}

/** A call of a function or an aggregate. */
export const jsonCall = (node: JsonNode, read: ReadJson): AstExpr => {
  const name = node.text("name")
  const filtered = node.optional("filter_expr")
  const filter = filtered && read(filtered)
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

/** A call before OVER. With two lists of arguments the first is called `exprs`, and the second `args`. */
export const jsonWindowCall = (node: JsonNode, read: ReadJson): AstExpr => {
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

/** A term of an order. */
export const jsonOrder = (node: JsonNode, read: ReadJson): OrderTerm => {
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
export const jsonWindow = (node: JsonNode, read: ReadJson): WindowSpec => {
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
