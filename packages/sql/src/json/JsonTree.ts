/** Queries as trees in JSON, as the reference's parser writes them. */
import { Result } from "effect"
import type { Statement } from "../ast/Ast.ts"
import { maximumNodes } from "../parse/Limits.ts"
import { printExpression, printStatement } from "../print/Printer.ts"
import { JsonNode, type JsonPath, type JsonReading, JsonTreeRefused } from "./JsonNode.ts"
import { jsonQuery } from "./JsonQueries.ts"

/** A tree as the text that means the same. */
export interface ReadTree {
  readonly text: string
  /** The path in the tree to the expression that a part of the text is; that of the whole tree for none. */
  readonly placeOf: (part: string) => JsonPath
}

const statementOf = (tree: unknown, reading: JsonReading): Result.Result<Statement, JsonTreeRefused> => {
  try {
    return Result.succeed(jsonQuery(new JsonNode(tree, [], reading)))
  } catch (refused) {
    if (refused instanceof JsonTreeRefused) return Result.fail(refused)
    throw refused
  }
}

/** So many nodes are written to find the place of an error. */
const mostWritten = 100_000

const placeOf = ({ places }: JsonReading, part: string): JsonPath => {
  let left = mostWritten
  for (const { expr, nodes, path } of places) {
    if (nodes > part.length) continue
    left -= nodes
    if (left < 0) return []
    if (printExpression(expr) === part) return path
  }
  return []
}

/** Reads a tree, or says which part of it has no meaning. */
export const readJsonTree = (tree: unknown): Result.Result<ReadTree, JsonTreeRefused> => {
  const reading: JsonReading = { left: maximumNodes, places: [] }
  return Result.map(statementOf(tree, reading), (statement) => ({
    text: printStatement(statement),
    placeOf: (part) => placeOf(reading, part)
  }))
}
