/** Errors of statements, as those of the parts of a request that they are made of. */
import type { AstExpr, Statement } from "@hedgerow/sql/ast/Ast"
import { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { Result } from "effect"
import { type Sql, statementWith } from "../../filters/SqlFragment.ts"

type SqlError = SqlSyntaxError | SqlSemanticError

/** The positions of each part have this many numbers for themselves: more than the texts of a request. */
const partSize = 2 ** 24

const beginOf = (index: number): number => (index + 1) * partSize

const moved = (node: unknown, by: number): unknown => {
  if (Array.isArray(node)) return node.map((one) => moved(one, by))
  if (typeof node !== "object" || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]: [string, unknown]) => [
      name,
      (name === "start" || name === "end") && typeof value === "number" ? value + by : moved(value, by)
    ])
  )
}

const textOfPart = (part: Sql["parts"][number]): string | undefined =>
  part._tag === "Value" ? Array.isArray(part.value) ? undefined : String(part.value) : part.text

/**
 * The error of a statement as one of the part that is meant: its text, and the positions in it. The statement is made
 * again with positions that identify the parts; `resolve` fails on it as it did before.
 */
export const placed = (
  piece: Sql,
  error: SqlError,
  resolve: (statement: Statement) => SqlError | undefined
): SqlError => {
  const begins = statementWith(piece, {
    spanAt: (index) => ({ start: beginOf(index), end: beginOf(index) }),
    treeAt: (index, tree) => moved(tree, beginOf(index)) as AstExpr
  })
  const again = Result.match(begins, { onFailure: () => undefined, onSuccess: resolve })
  const index = Math.floor((again?.start ?? 0) / partSize) - 1
  const part = piece.parts[index]
  const text = part === undefined ? undefined : textOfPart(part)
  if (again === undefined || part === undefined || text === undefined) return error
  const [start, end] = part._tag === "Value"
    ? [0, text.length]
    : [again.start - beginOf(index), again.end - beginOf(index)]
  return error._tag === "SqlSyntaxError"
    ? new SqlSyntaxError({ ...error, start, end, text })
    : new SqlSemanticError({ ...error, start, end, text })
}
