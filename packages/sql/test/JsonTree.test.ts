import { assert, describe, it } from "@effect/vitest"
import { readJsonTree } from "@hedgerow/sql/json/JsonTree"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import createParser from "@posthog/hogql-parser"
import { Result } from "effect"
import { commonTree } from "./support/CommonTree.ts"
import { agreed } from "./support/Corpus.ts"
import { isTree } from "./support/Trees.ts"

const reference = await createParser()

const one = { node: "Constant", value: 1 }
const field = (...chain: ReadonlyArray<unknown>) => ({ node: "Field", chain })
const select = (...columns: ReadonlyArray<unknown>) => ({ node: "SelectQuery", select: columns })

const textOf = (tree: unknown): string =>
  Result.match(readJsonTree(tree), {
    onFailure: ({ message, path }) => `${path.join(".")}: ${message}`,
    onSuccess: ({ text }) => text.replaceAll(/\s+/g, " ")
  })

describe("trees of the reference's parser", () => {
  it("mean what their texts mean", () => {
    let read = 0
    for (const sql of agreed) {
      const tree: unknown = JSON.parse(reference.parseSelect(sql, true))
      const parsed = parseStatement(sql)
      if (isTree(tree) && tree["error"] === true || Result.isFailure(parsed)) continue
      read++
      const again = parseStatement(textOf(tree))
      assert.deepStrictEqual(Result.map(again, commonTree), Result.map(parsed, commonTree), sql)
    }
    assert.isAbove(read, 300)
  })

  it("may have places in the text and the tags of programs", () => {
    assert.strictEqual(
      textOf(JSON.parse(reference.parseSelect("select a.b, 'x' from events", false))),
      textOf({
        __hx_ast: "SelectQuery",
        select: [field("a", "b"), { __hx_ast: "Constant", value: "x" }],
        select_from: { __hx_ast: "JoinExpr", table: { __hx_ast: "Field", chain: ["events"] } }
      })
    )
  })

  it("keep the order and the limit of each branch of a set", () => {
    const branch = { ...select(one), limit: { node: "Constant", value: 2 } }
    const set = (set_operator: string, select_query: unknown) => ({ node: "SelectSetNode", set_operator, select_query })
    assert.strictEqual(
      textOf({
        node: "SelectSetQuery",
        initial_select_query: select(one),
        subsequent_select_queries: [set("UNION ALL", branch), set("INTERSECT", select(one))],
        limit: { node: "Constant", value: 3 }
      }),
      "SELECT 1 UNION ALL (SELECT 1 LIMIT 2) INTERSECT SELECT 1 LIMIT 3"
    )
  })

  it("are never read as text", () => {
    const evil = "x' or 1 = 1 -- "
    assert.strictEqual(
      textOf(select(field(evil), { node: "Call", name: evil, args: [] }, { node: "Constant", value: evil })),
      "SELECT `x' or 1 = 1 -- `, `x' or 1 = 1 -- `(), 'x\\' or 1 = 1 -- '"
    )
  })

  it("are refused at the place of what has no meaning", () => {
    let deep: unknown = one
    for (let i = 0; i < 500; i++) deep = { node: "Not", expr: deep }
    const cases: ReadonlyArray<readonly [tree: unknown, text: string]> = [
      [[], ": A node of a query is an object."],
      [{}, "node: This field is required: the name of the node."],
      [one, "node: A query is a SelectQuery or a SelectSetQuery."],
      [select(), "select: A SELECT has columns."],
      [
        select({ node: "HogQLXTag", kind: "a" }),
        "select.0.node: The node HogQLXTag is not supported in an expression."
      ],
      [select({ node: "constructor" }), "select.0.node: The node constructor is not supported in an expression."],
      [select({ node: "Field", chain: [{}] }), "select.0.chain.0: A text is needed."],
      [select({ node: "Field", chain: "a" }), "select.0.chain: A list is needed."],
      [select({ node: "Constant", value: [] }), "select.0.value: A constant is a text, a number, true, false or null."],
      [select({ node: "Constant", value: "1)", value_type: "number" }), "select.0.value: A number is needed."],
      [
        select({ node: "ArithmeticOperation", op: "^", left: one, right: one }),
        "select.0.op: There is no such operator."
      ],
      [
        select({ node: "TypeCast", expr: one, type_name: "Int), (select 1 -- " }),
        "select.0.type_name: A type is needed, such as Nullable(String)."
      ],
      [
        { ...select(one), select_from: { node: "JoinExpr", table: field("events"), column_aliases: ["a"] } },
        "select_from.column_aliases: A JoinExpr with this field is not supported."
      ],
      [{ ...select(one), settings: { limit: 1 } }, "settings: A SelectQuery with this field is not supported."],
      [{ ...select(one), group_by_mode: "cube" }, "group_by_mode: GROUP BY CUBE is not supported."],
      [
        select(deep),
        `${
          ["select", 0, ...Array.from({ length: 399 }, () => "expr")].join(".")
        }: The query is nested too deeply (limit 200)`
      ],
      [
        select({ node: "Array", exprs: Array.from({ length: 20_001 }, () => one) }),
        "select.0.exprs.19998: The query is too large (limit 20000 names, values and operators)"
      ]
    ]
    for (const [tree, text] of cases) assert.strictEqual(textOf(tree), text)
  })
})
