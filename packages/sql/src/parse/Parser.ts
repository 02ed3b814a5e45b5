import { Result } from "effect"
import type { AstExpr, OrderTerm, Statement } from "../ast/Ast.ts"
import type { SqlSyntaxError } from "../ast/SqlErrors.ts"
import { readExpression } from "./ExpressionParser.ts"
import { tokenize } from "./Lexer.ts"
import { maximumQueryLength } from "./Limits.ts"
import { anyExpression } from "./Lists.ts"
import { readStatement } from "./StatementParser.ts"
import { emptyQuery, SyntaxFailure, toSqlSyntaxError } from "./SyntaxFailure.ts"
import { TokenStream } from "./TokenStream.ts"
import { readOrderTerms } from "./WindowParser.ts"

/** The one statement of the text, which a semicolon may end. */
export const parseStatement = (text: string): Result.Result<Statement, SqlSyntaxError> => parse(text, readOnly)

/** A statement, or the question of how it would be run: `EXPLAIN SELECT …`. */
export interface Asking {
  readonly statement: Statement
  readonly isExplained: boolean
}

/** The one statement of the text, which may stand after EXPLAIN. */
export const parseAsking = (text: string): Result.Result<Asking, SqlSyntaxError> =>
  parse(text, (stream) => {
    const isExplained = stream.acceptWords("explain")
    return { isExplained, statement: readOnly(stream) }
  })

const readOnly = (stream: TokenStream): Statement => {
  refuseCommands(stream)
  const statement = readStatement(stream)
  if (stream.acceptSymbol(";") && stream.peek().kind !== "end") {
    stream.fail("Only one statement is allowed", stream.peek())
  }
  return statement
}

/** The one expression of the text, `AS name` included. */
export const parseExpression = (text: string): Result.Result<AstExpr, SqlSyntaxError> =>
  parse(text, (stream) => readExpression(stream, anyExpression))

/** The terms of an order, as they stand after ORDER BY. */
export const parseOrder = (text: string): Result.Result<ReadonlyArray<OrderTerm>, SqlSyntaxError> =>
  parse(text, readOrderTerms)

const rules = { expression: readExpression, statement: readStatement }

const parse = <A>(text: string, read: (stream: TokenStream) => A): Result.Result<A, SqlSyntaxError> => {
  try {
    if (text.length > maximumQueryLength) {
      throw new SyntaxFailure(`The query is longer than ${maximumQueryLength} characters`, 0, text.length)
    }
    const stream = new TokenStream(tokenize(text), rules)
    if (stream.peek().kind === "end") throw new SyntaxFailure(emptyQuery, 0, text.length)
    const result = read(stream)
    return stream.peek().kind === "end" ? Result.succeed(result) : stream.unexpected("the end of the query")
  } catch (failure) {
    if (failure instanceof SyntaxFailure) return Result.fail(toSqlSyntaxError(failure, text))
    throw failure
  }
}

const commands: ReadonlySet<string> = new Set(
  ("alter analyze attach begin call check commit copy create delete describe detach drop exchange execute explain grant " +
    "insert kill merge optimize pragma rename replace revoke rollback set show start system truncate update use vacuum " +
    "watch").split(" ")
)

const refuseCommands = (stream: TokenStream): void => {
  const token = stream.peek()
  if (commands.has(token.keyword)) {
    stream.fail(`Only SELECT statements are allowed, found "${token.keyword.toUpperCase()}"`, token)
  }
}
