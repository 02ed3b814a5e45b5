import type { SetStatement, Statement } from "../ast/Ast.ts"
import { readSelect } from "./SelectParser.ts"
import { hasTail, readTail, type Tail, withTail } from "./TailParser.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readWith } from "./WithParser.ts"

/** A branch of a set statement; `closed` when parentheses keep its ORDER BY and LIMIT for itself. */
interface Branch {
  readonly statement: Statement
  readonly closed: boolean
}

/**
 * A SELECT, or several joined by UNION, EXCEPT and (tighter) INTERSECT. ORDER BY, LIMIT and OFFSET after the last branch
 * bind to the whole, unless parentheses around that branch hold them.
 */
export const readStatement = (stream: TokenStream): Statement =>
  stream.nested(() => {
    let left = readIntersect(stream)
    while (true) {
      const operator = readUnion(stream)
      if (operator === undefined) break
      left = join(stream, operator, left, readIntersect(stream))
    }
    if (!left.closed) return hoist(stream, left.statement)
    const tail = readTail(stream)
    return hasTail(tail) ? withTail(stream, left.statement, tail) : left.statement
  })

const readUnion = (stream: TokenStream): SetStatement["operator"] | undefined => {
  if (stream.acceptWords("union")) {
    if (stream.acceptWords("all")) return "union all"
    stream.acceptWords("distinct")
    return "union distinct"
  }
  if (!stream.acceptWords("except")) return undefined
  refuseAll(stream, "EXCEPT")
  stream.acceptWords("distinct")
  return "except"
}

const readIntersect = (stream: TokenStream): Branch => {
  let left = readBranch(stream)
  while (stream.acceptWords("intersect")) {
    refuseAll(stream, "INTERSECT")
    const operator = stream.acceptWords("distinct") ? "intersect distinct" : "intersect"
    left = join(stream, operator, left, readBranch(stream))
  }
  return left
}

const refuseAll = (stream: TokenStream, operator: string): void => {
  if (stream.isWord("all")) stream.fail(`${operator} ALL is not supported`, stream.peek())
}

const readBranch = (stream: TokenStream): Branch => {
  const { start } = stream.peek()
  const tables = readWith(stream)
  if (!stream.acceptSymbol("(")) return { statement: readSelect(stream, tables, start), closed: false }
  const statement = stream.rules.statement(stream)
  stream.expectSymbol(")")
  return { statement: tables.length === 0 ? statement : before(statement, tables), closed: true }
}

/** `WITH … (SELECT …)`: the tables belong to the first SELECT, where those written inside the parentheses would be. */
const before = (statement: Statement, tables: ReturnType<typeof readWith>): Statement =>
  statement._tag === "Select"
    ? { ...statement, with: [...tables, ...statement.with] }
    : { ...statement, left: before(statement.left, tables) }

const join = (stream: TokenStream, operator: SetStatement["operator"], left: Branch, right: Branch): Branch => {
  const statement: SetStatement = {
    _tag: "Set",
    operator,
    left: left.statement,
    right: right.statement,
    orderBy: [],
    limit: undefined,
    offset: undefined,
    start: left.statement.start,
    end: stream.lastEnd
  }
  stream.grow()
  return { statement, closed: right.closed }
}

/** Moves ORDER BY, LIMIT and OFFSET of the last branch, which has no parentheses, to the whole. */
const hoist = (stream: TokenStream, whole: Statement): Statement => {
  if (whole._tag === "Select") return whole
  const { statement, tail } = strip(stream, whole.right)
  return { ...whole, ...tail, right: statement }
}

const strip = (
  stream: TokenStream,
  statement: Statement
): { statement: Statement; tail: Omit<Tail, "start" | "end"> } => {
  if (statement._tag === "Set") {
    const inner = strip(stream, statement.right)
    return { statement: { ...statement, right: inner.statement }, tail: inner.tail }
  }
  const { limit, limitBy, offset, orderBy, withTies } = statement
  if (limitBy !== undefined || withTies) {
    const { start } = limitBy?.limit ?? limit ?? statement
    const clause = withTies ? "WITH TIES" : "LIMIT BY"
    stream.fail(`${clause} needs parentheses around the last SELECT of a UNION`, { start, end: stream.lastEnd })
  }
  return {
    statement: { ...statement, orderBy: [], limit: undefined, offset: undefined },
    tail: { orderBy, limit, offset }
  }
}
