import { Effect } from "effect"
import type { CallerRequest } from "./CallerResolver.ts"
import { secretKeyPrefix } from "./ProjectSecretKey.ts"

/** A key and where it was found. */
export interface Credential {
  readonly source: "header" | "body" | "query"
  readonly token: string
}

const bearer = /^Bearer\s+(\S.*)$/

const headerToken = ({ headers }: CallerRequest): string | undefined =>
  bearer.exec(headers["authorization"]?.trim() ?? "")?.[1]?.trim()

type Where = "personal_api_key" | "secret_api_key"

const inBodyOrQuery = (request: CallerRequest, names: ReadonlyArray<Where>): Effect.Effect<Credential | undefined> =>
  Effect.map(request.body, (body) => {
    const field = names.map((name) => body?.[name]).find((value) => typeof value === "string" && value !== "")
    if (typeof field === "string") return { source: "body", token: field }
    const query = names.map(request.query).find((value) => value !== undefined && value !== "")
    return query === undefined ? undefined : { source: "query", token: query }
  })

/**
 * The first key a request carries: `Authorization: Bearer <key>`, else the body field `personal_api_key`, else the query
 * parameter of that name. "Bearer" is case-sensitive; blanks around the key are cut.
 */
export const findCredential = (request: CallerRequest): Effect.Effect<Credential | undefined> => {
  const header = headerToken(request)
  return header === undefined
    ? inBodyOrQuery(request, ["personal_api_key"])
    : Effect.succeed({ source: "header", token: header })
}

/**
 * The project secret that a request carries instead of a key: in the same places, beside `personal_api_key` as
 * `secret_api_key` too. A value without its prefix is none.
 */
export const findProjectSecret = (request: CallerRequest): Effect.Effect<Credential | undefined> => {
  const header = headerToken(request)
  if (header !== undefined) return Effect.succeed(secretIn({ source: "header", token: header }))
  return Effect.map(inBodyOrQuery(request, ["personal_api_key", "secret_api_key"]), secretIn)
}

const secretIn = (credential: Credential | undefined): Credential | undefined =>
  credential?.token.startsWith(secretKeyPrefix) === true ? credential : undefined
