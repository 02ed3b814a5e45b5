// The web's `fetch` has promises.
// @effect-diagnostics asyncFunction:off
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** The API of a project cannot go on; the message names the address and never the key. */
export class ProjectApiFailed extends Schema.TaggedError<ProjectApiFailed>()("ProjectApiFailed", {
  name: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.name} ${this.reason} What was made before stays: the same command goes on.`
  }
}

/** A list was refused: the project has no such records, or the key may not read them. */
export class ListRefused extends Schema.TaggedError<ListRefused>()("ListRefused", {
  status: Schema.Int,
  reason: Schema.String
}) {}

/** What a request was answered. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The API of one project, of the reference service or of Hedgerow: both speak the same one. */
export interface ProjectApi {
  /** What it is, in words. */
  readonly name: string
  /** Sends a request to a path below the project's. Answers of 4xx are answers; 429 and failures are tried again. */
  readonly send: (method: string, path: string, body?: unknown) => Effect.Effect<Answer, ProjectApiFailed>
}

/** What an API is made of. */
export interface ApiParts {
  readonly name: string
  /** The address of the project, with a slash at its end. */
  readonly base: string
  readonly key: Redacted.Redacted<string> | undefined
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
}

/** The most attempts of one request. */
const mostAttempts = 12
const mostWaitSeconds = 3_600

/** The seconds that an answer asks to wait for: a number, or a date. */
export const namedWait = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === "") return undefined
  const seconds = Number(header)
  const named = Number.isNaN(seconds) ? (Date.parse(header) - now) / 1_000 : seconds
  return Number.isNaN(named) ? undefined : Math.min(Math.max(named, 0), mostWaitSeconds)
}

interface Tried extends Answer {
  readonly retryAfter: string | null
}

const parsed = (text: string): unknown => Result.getOrElse(Result.try((): unknown => JSON.parse(text)), () => text)

/** A change that may have been made is not sent again: the next run looks whether it is there. */
const mayRepeat = (method: string, status: number): boolean => status === 429 || status === 503 || method === "GET"

/** The API of a project over `fetch`. */
export const projectApi = ({ base, fetch, key, name }: ApiParts): ProjectApi => {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(key === undefined ? undefined : { authorization: `Bearer ${Redacted.value(key)}` })
  }

  const attempt = (method: string, path: string, body: unknown) =>
    Effect.tryPromise({
      try: async (signal): Promise<Tried> => {
        const response = await fetch(`${base}${path}`, {
          method,
          headers,
          signal,
          // A key is not carried to another address.
          redirect: "error",
          ...(body === undefined ? undefined : { body: JSON.stringify(body) })
        })
        const retryAfter = response.headers.get("retry-after")
        return { status: response.status, body: parsed(await response.text()), retryAfter }
      },
      catch: () => undefined
    }).pipe(Effect.orElseSucceed((): Tried => ({ status: 0, body: null, retryAfter: null })))

  const send = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
    for (let attempts = 1;; attempts++) {
      const tried = yield* attempt(method, path, body)
      const { retryAfter, status } = tried
      if (status >= 200 && status !== 429 && status < 500) {
        return { status, body: tried.body } satisfies Answer
      }
      const reason = status === 0 ? "does not answer, or leads elsewhere." : `answered ${status} to ${method} ${path}.`
      if (attempts === mostAttempts || !mayRepeat(method, status)) return yield* new ProjectApiFailed({ name, reason })
      const now = yield* Clock.currentTimeMillis
      yield* Effect.sleep(`${namedWait(retryAfter, now) ?? Math.min(2 ** (attempts - 1), 60)} seconds`)
    }
  })

  return { name, send }
}

/** A detail of an answer, for people. */
export const detailOf = ({ body, status }: Answer): string => {
  const { attr = null, detail = null } = isJsonRecord(body) ? body : {}
  if (typeof detail !== "string") return `it was answered ${status}`
  return typeof attr === "string" ? `${attr}: ${detail}` : detail
}

/** The search part of a link to the next page. Its path is not followed: the key goes to the project's address alone. */
const searchOf = (next: unknown): string | undefined =>
  typeof next === "string" && URL.canParse(next, "http://list") ? new URL(next, "http://list").search : undefined

const recordsIn = (body: unknown): ReadonlyArray<JsonRecord> => {
  const results = isJsonRecord(body) ? body["results"] : body
  return Array.isArray(results) ? results.filter(isJsonRecord) : []
}

/** The pages of a list, one after the other; a bare list is one page. */
export const listPages = (api: ProjectApi, path: string, parameters: string) =>
  Stream.paginate(`?limit=100${parameters === "" ? "" : `&${parameters}`}`, (search) =>
    Effect.gen(function*() {
      const answer = yield* api.send("GET", `${path}${search}`)
      if (answer.status !== 200) {
        return yield* new ListRefused({ status: answer.status, reason: detailOf(answer) })
      }
      const next = isJsonRecord(answer.body) ? searchOf(answer.body["next"]) : undefined
      if (next === search) {
        return yield* new ProjectApiFailed({ name: api.name, reason: `links ${path} to the same page again.` })
      }
      return [[recordsIn(answer.body)], Option.fromUndefinedOr(next)] as const
    }))

/** All records of a list. */
export const listAll = (api: ProjectApi, path: string, parameters = "") =>
  Effect.map(Stream.runCollect(listPages(api, path, parameters)), (pages) => pages.flat())
