import { clientQueryId } from "@hedgerow/core/query/QueryRequest"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"

/** Ids that no path can name: they are the names of other endpoints, or are resolved within a URL. */
const unreachable: ReadonlySet<string> = new Set([".", "..", "check_auth_for_async", "draft_sql", "upgrade"])

/** Fails for an id by which the query could be neither polled nor cancelled. */
export const requireReachableId = (body: unknown): Effect.Effect<void, InvalidInput> => {
  const id = clientQueryId(body)
  return id === undefined || !unreachable.has(id)
    ? Effect.void
    : Effect.fail(InvalidInput.at(["client_query_id"], "invalid_value", `"${id}" cannot be the id of a query.`))
}
