import type { AstExpr, FromClause, Statement } from "../ast/Ast.ts"
import type { JsonNode, ReadJson } from "./JsonNode.ts"

const at = { start: 0, end: 0 }

type ReadQuery = (node: JsonNode) => Statement
type Join = Extract<FromClause, { readonly _tag: "Join" }>

/** A table of the reference's tree, and those that are joined to it one after the other. */
export const jsonFrom = (first: JsonNode, read: ReadJson, query: ReadQuery): FromClause => {
  let from = source(first, read, query)
  let node = first
  for (let next = node.optional("next_join"); next !== undefined; next = node.optional("next_join")) {
    node.done()
    from = { ...joinOf(next, read), left: from, right: source(next, read, query) }
    node = next
  }
  node.done()
  return from
}

const source = (node: JsonNode, read: ReadJson, query: ReadQuery): FromClause => {
  const alias = node.optionalText("alias")
  const table = node.node("table")
  const args = node.value("table_args") === undefined ? undefined : node.nodes("table_args").map(read)
  if (table.tag === "Field") {
    const path = table.names("chain")
    table.done()
    return { _tag: "Table", path, args, alias, final: node.flag("table_final"), sample: sample(node, read), ...at }
  }
  if (table.tag === "Placeholder") {
    return { _tag: "PlaceholderTable", name: table.node("expr").names("chain"), alias, ...at }
  }
  return { _tag: "Derived", query: query(table), alias, ...at }
}

const sample = (node: JsonNode, read: ReadJson): Extract<FromClause, { readonly _tag: "Table" }>["sample"] => {
  const found = node.optional("sample")
  if (found === undefined) return undefined
  const offset = found.optional("offset_value")
  const ratio = { ratio: ratioOf(found.node("sample_value"), read), offset: offset && ratioOf(offset, read) }
  found.done()
  return ratio
}

const ratioOf = (node: JsonNode, read: ReadJson): AstExpr => {
  const [left, right] = [read(node.node("left")), node.optional("right")]
  node.done()
  return right === undefined ? left : { _tag: "Binary", operator: "/", left, right: read(right), ...at }
}

const kinds = ["inner", "left", "right", "full", "cross"] as const
const strictnesses = ["all", "any", "asof", "semi", "anti"] as const

const silentWords: ReadonlySet<string> = new Set(["join", "outer", "global"])

const joinOf = (node: JsonNode, read: ReadJson): Omit<Join, "left" | "right"> => {
  const words = node.text("join_type").toLowerCase().split(" ").filter((word) => !silentWords.has(word))
  const kind = kinds.find((one) => words.includes(one))
  const strictness = strictnesses.find((one) => words.includes(one))
  if (words.some((word) => word !== kind && word !== strictness)) {
    return node.fail("There is no such join.", "join_type")
  }
  const constraint = node.optional("constraint")
  const condition = constraint === undefined ? {} : conditionOf(constraint, read)
  return { _tag: "Join", kind: kind ?? "inner", strictness, on: undefined, using: undefined, ...condition, ...at }
}

const conditionOf = (node: JsonNode, read: ReadJson): Partial<Pick<Join, "on" | "using">> => {
  const type = node.optionalText("constraint_type") ?? "ON"
  const expr = read(node.node("expr"))
  node.done()
  if (type === "ON") return { on: expr }
  const fields = expr._tag === "Call" && expr.name === "tuple" ? expr.args : [expr]
  return {
    using: fields.map((one) =>
      one._tag === "Field" && one.path.length === 1 ? one.path.join("") : node.fail("USING names columns.", "expr")
    )
  }
}
