import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { Result } from "effect"
import { type ResolveContext, resolveStatement } from "../tables/Resolver.ts"

/** The text, when it is a statement of the dialect that can run in the project. */
export const checkDraft = (
  sql: string,
  context: ResolveContext
): Result.Result<string, SqlSyntaxError | SqlSemanticError> =>
  parseStatement(sql).pipe(
    Result.flatMap((statement) => resolveStatement(statement, context)),
    Result.map(() => sql)
  )
