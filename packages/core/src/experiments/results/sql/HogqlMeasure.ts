/** A measure that a user writes: an expression of aggregates over the events, such as `sum(properties.price) / count()`. */
import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { unaliased } from "@hedgerow/sql/ast/AstWalk"
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { aggregateEntries } from "@hedgerow/sql/catalogue/CatalogueAggregates"
import { parseExpression } from "@hedgerow/sql/parse/Parser"
import { Result } from "effect"
import { expressionOf, read, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { EntityNumber } from "./Measure.ts"

type CallExpr = Extract<AstExpr, { readonly _tag: "Call" }>

const isAggregate = (node: object): node is CallExpr =>
  "_tag" in node && node._tag === "Call" && "name" in node && typeof node.name === "string" &&
  Object.hasOwn(aggregateEntries, node.name)

/** The arguments of all aggregates, in the order in which they are written. */
const argumentsOf = (node: unknown): ReadonlyArray<AstExpr> => {
  if (typeof node !== "object" || node === null) return []
  return isAggregate(node) ? node.args : Object.values(node).flatMap(argumentsOf)
}

/** The expression with other arguments, each aggregate over the events that count alone. */
const rewritten = (node: unknown, next: () => AstExpr, counts: AstExpr): unknown => {
  if (Array.isArray(node)) return node.map((item) => rewritten(item, next, counts))
  if (typeof node !== "object" || node === null) return node
  if (isAggregate(node)) return counted(node, node.args.map(next), counts)
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, rewritten(item, next, counts)]))
}

const counted = (call: CallExpr, args: ReadonlyArray<AstExpr>, counts: AstExpr): AstExpr => {
  if (aggregateEntries[call.name]?.filtered !== true) {
    return { ...call, name: `${call.name}If`, args: [...args, counts] }
  }
  const own = args.at(-1) ?? counts
  const both: AstExpr = { _tag: "Logical", operator: "and", operands: [own, counts], start: call.start, end: call.end }
  return { ...call, args: [...args.slice(0, -1), both] }
}

/** The measure of an expression of aggregates. */
export const aggregateOf = (
  text: string
): Result.Result<EntityNumber, SqlSyntaxError | SqlSemanticError> =>
  Result.map(parseExpression(text), (parsed) => {
    const tree = unaliased(parsed)
    return {
      values: argumentsOf(tree).map((argument) => read(argument)),
      aggregate: (values, counts) => {
        const columns = values.map(treeOf)[Symbol.iterator]()
        return read(rewritten(tree, () => columns.next().value ?? treeOf(counts), treeOf(counts)) as AstExpr)
      }
    }
  })

/** The tree of a piece of this house's own, which can be read. */
const treeOf = (piece: Sql): AstExpr =>
  Result.getOrElse(expressionOf(piece), () => Result.getOrThrow(expressionOf(sql`0`)))
