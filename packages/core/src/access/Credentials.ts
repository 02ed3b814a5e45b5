import { Effect } from "effect"
import type { CallerRequest } from "./CallerResolver.ts"
import { secretKeyPrefix } from "./ProjectSecretKey.ts"

/** A key and where it was found. */
export interface Credential {
  readonly source: "header" | "body" | "query"
  readonly token: string
}

type Where = "personal_api_key" | "secret_api_key"

const inBodyOrQuery = (request: CallerRequest, names: ReadonlyArray<Where>): Effect.Effect<Credential | undefined> =>
  Effect.map(request.body, (body) => {
    const field = names.map((name) => body?.[name]).find((value) => typeof value === "string" && value !== "")
    if (typeof field === "string") return { source: "body", token: field }
    const query = names.map(request.query).find((value) => value !== undefined && value !== "")
    return query === undefined ? undefined : { source: "query", token: query }
  })

/**
 * The first key a request carries: the one it is signed with, else the body field `personal_api_key`, else the query
 * parameter of that name.
 */
export const findCredential = (request: CallerRequest): Effect.Effect<Credential | undefined> =>
  request.bearer === undefined
    ? inBodyOrQuery(request, ["personal_api_key"])
    : Effect.succeed({ source: "header", token: request.bearer })

/**
 * The project secret that a request carries instead of a key: in the same places, beside `personal_api_key` as
 * `secret_api_key` too. A value without its prefix is none.
 */
export const findProjectSecret = (request: CallerRequest): Effect.Effect<Credential | undefined> => {
  if (request.bearer !== undefined) return Effect.succeed(secretIn({ source: "header", token: request.bearer }))
  return Effect.map(inBodyOrQuery(request, ["personal_api_key", "secret_api_key"]), secretIn)
}

const secretIn = (credential: Credential | undefined): Credential | undefined =>
  credential?.token.startsWith(secretKeyPrefix) === true ? credential : undefined
