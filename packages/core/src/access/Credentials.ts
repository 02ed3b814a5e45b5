import { Effect } from "effect"
import type { CallerRequest } from "./CallerResolver.ts"

/** A key and where it was found. */
export interface Credential {
  readonly source: "header" | "body" | "query"
  readonly token: string
}

const bearer = /^Bearer\s+(\S.*)$/

/**
 * The first key a request carries: `Authorization: Bearer <key>`, else the body field `personal_api_key`, else the query
 * parameter of that name. "Bearer" is case-sensitive; blanks around the key are cut.
 */
export const findCredential = (request: CallerRequest): Effect.Effect<Credential | undefined> => {
  const header = bearer.exec(request.headers["authorization"]?.trim() ?? "")?.[1]
  if (header !== undefined) return Effect.succeed({ source: "header", token: header.trim() })
  return Effect.map(request.body, (body) => {
    const field = body?.["personal_api_key"]
    if (typeof field === "string" && field !== "") return { source: "body", token: field }
    const query = request.query("personal_api_key")
    return query === undefined || query === "" ? undefined : { source: "query", token: query }
  })
}
