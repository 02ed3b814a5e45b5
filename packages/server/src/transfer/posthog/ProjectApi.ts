// The web's `fetch` has promises.
// @effect-diagnostics asyncFunction:off
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The API of a project is not reached any more; the message names the address and never the key. */
export class ProjectApiFailed extends Schema.TaggedError<ProjectApiFailed>()("ProjectApiFailed", {
  name: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.name} ${this.reason} What was made before stays: the same command goes on.`
  }
}

/** What a request was answered. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The API of one project, of the reference service or of Hedgerow: both speak the same one. */
export interface ProjectApi {
  /** What it is, in words. */
  readonly name: string
  /**
   * Sends a request to a path below the project's. 429, 503 and failures of reading are tried again first; then any
   * answer is an answer, of 4xx and 5xx too.
   */
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

/** The most attempts of a request that is to be sent later, or has no answer. */
const mostAttempts = 12
/** The most attempts of a request that is answered by a failure. */
const mostFailures = 4
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

const isLater = (status: number): boolean => status === 429 || status === 503

/** The most attempts at an address that has not answered yet: it may be a wrong one. */
const firstAttempts = 3

/** The most attempts after an answer. A change that may have been made is not sent again: the next run looks for it. */
const attemptsOf = (method: string, status: number, hasAnswered: boolean): number => {
  if (isLater(status)) return mostAttempts
  if (method !== "GET") return 1
  if (status > 0) return mostFailures
  return hasAnswered ? mostAttempts : firstAttempts
}

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

  let hasAnswered = false

  const send = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
    for (let attempts = 1;; attempts++) {
      const { body: answered, retryAfter, status } = yield* attempt(method, path, body)
      if (status > 0) hasAnswered = true
      const isFailure = status === 0 || status === 429 || status >= 500
      if (!isFailure || attempts >= attemptsOf(method, status, hasAnswered)) {
        if (status > 0) return { status, body: answered } satisfies Answer
        return yield* new ProjectApiFailed({ name, reason: "does not answer, or leads elsewhere." })
      }
      const now = yield* Clock.currentTimeMillis
      yield* Effect.sleep(`${namedWait(retryAfter, now) ?? Math.min(2 ** (attempts - 1), 60)} seconds`)
    }
  })

  return { name, send }
}

/** An answer was not what was asked for: the project has no such thing, the key may not, or the service failed. */
export class AnswerRefused extends Schema.TaggedError<AnswerRefused>()("AnswerRefused", {
  status: Schema.Int,
  reason: Schema.String
}) {}

/** A detail of an answer, for people. */
export const detailOf = ({ body, status }: Answer): string => {
  const { attr = null, detail = null } = isJsonRecord(body) ? body : {}
  if (typeof detail !== "string") return `it was answered ${status}`
  return typeof attr === "string" ? `${attr}: ${detail}` : detail
}

/** The record that a request is answered with; any other answer is a refusal. */
export const ask = Effect.fnUntraced(function*(api: ProjectApi, method: string, path: string, body?: unknown) {
  const answer = yield* api.send(method, path, body)
  if (answer.status >= 200 && answer.status < 300 && isJsonRecord(answer.body)) return answer.body
  return yield* new AnswerRefused({ status: answer.status, reason: detailOf(answer) })
})
