import type { Row } from "@hedgerow/sql/types/Cell"
import { Result } from "effect"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { questionOf, resultName } from "../../CacheKey.ts"
import { orderedQuery } from "../../keyset/KeysetPage.ts"
import { encodeToken, readToken } from "../../keyset/KeysetToken.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { planModifiers } from "../../QueryModifiers.ts"
import { limitRows, type RowLimit } from "../../RowLimit.ts"
import type { ReadStatement } from "./ReadSql.ts"
import type { SqlNode } from "./SqlNode.ts"

/** The limit of an answer, and its token where it is a page. */
export interface SqlPage extends RowLimit {
  /** The token of the page after this one, whose last row is given where another row follows; null on the last page. */
  readonly after?: (last: Row | undefined) => Result.Result<string | null, InvalidInput>
}

const refuse = (message: string) => InvalidInput.at(["query", "after"], "invalid_value", message)

/** The name of the query in tokens; sizes of pages and types of properties do not change it. */
const nameOf = (node: SqlNode, { statement: { limit } }: ReadStatement, { overrides, project }: QueryRun): string => {
  const { filters, modifiers, query, values, variables } = node
  const text = limit === undefined ? query : query.slice(0, limit.start) + query.slice(limit.end)
  const question = questionOf({
    project,
    kind: node.kind,
    query: { text, values, filters, variables },
    modifiers: planModifiers(modifiers),
    overrides,
    types: 0
  })
  return resultName(question)
}

/** The plan of one page: it has a row more than the page, so that it is known whether another follows. */
export const pageOfSql = (
  node: SqlNode,
  read: ReadStatement,
  run: QueryRun
): Result.Result<SqlPage, InvalidInput> => {
  const { after } = node
  const limit = limitRows(read.plan, run.limits)
  if (after === undefined) return Result.succeed(limit)
  const name = nameOf(node, read, run)
  return Result.gen(function*() {
    const { keys, page } = yield* Result.mapError(
      orderedQuery(read.plan),
      (reason) => refuse(`This query cannot be paged with "after": ${reason}.`)
    )
    const place = after === null ? undefined : yield* Result.mapError(readToken(after, name, keys), refuse)
    const { rows, warnings } = limit
    return {
      plan: { ...page(place), limit: rows + 1 },
      rows,
      hasTotals: false,
      isDefault: false,
      warnings,
      after: (last) => {
        if (last === undefined) return Result.succeed(null)
        const token = encodeToken(name, keys.map((_, index) => last[last.length - keys.length + index] ?? null))
        return token === undefined
          ? Result.fail(refuse("This query cannot be paged with \"after\": values of its order are too long."))
          : Result.succeed(token)
      }
    }
  })
}
