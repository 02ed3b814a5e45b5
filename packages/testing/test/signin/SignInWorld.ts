import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi } from "@hedgerow/testing"
import { Context, Effect, Layer, Option } from "effect"

/** The answer as a browser sees it. */
export interface Answer {
  readonly status: number
  readonly json: JsonRecord
  readonly text: string
  readonly headers: Headers
}

/** A browser on the server's own pages: it keeps cookies, and sends the token that the server told it. */
export interface Browser {
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | undefined>>
  ) => Effect.Effect<Answer>
  readonly cookies: Map<string, string>
  csrf: string | undefined
}

export const ada = { email: "ada@example.com", password: "correct horse battery" }

const ownPage = { "sec-fetch-site": "same-origin", "content-type": "application/json" }

/** The API in memory, with browsers. */
export class SignInWorld extends Context.Service<SignInWorld, {
  readonly browser: () => Browser
  /** A browser of the first person, who has set their account up. */
  readonly owner: Effect.Effect<Browser>
}>()("@hedgerow/testing/test/signin/SignInWorld") {
  static readonly layer = Layer.suspend(() => Layer.effect(SignInWorld, make).pipe(Layer.provideMerge(TestApi.layer)))
}

const keep = (cookies: Map<string, string>, headers: Headers): void => {
  for (const line of headers.getSetCookie()) {
    const [name, value] = (line.split(";")[0] ?? "").split("=")
    if (name === undefined) continue
    if (value === undefined || value === "") cookies.delete(name)
    else cookies.set(name, value)
  }
}

const make = Effect.gen(function*() {
  const { request } = yield* TestApi
  const links = yield* AccountLinks

  const browser = (): Browser => {
    const cookies = new Map<string, string>()
    const own: Browser = {
      cookies,
      csrf: undefined,
      call: Effect.fnUntraced(function*(method, path, body, given = {}) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
        const all = { ...ownPage, cookie, "x-csrf-token": own.csrf, ...given }
        const headers = Object.entries(all).flatMap(([name, value]) => value ? [[name, value] as [string, string]] : [])
        const response = yield* request(path, {
          method,
          headers,
          ...(body === undefined ? undefined : { body: typeof body === "string" ? body : JSON.stringify(body) })
        })
        keep(cookies, response.headers)
        const text = yield* Effect.promise(() => response.text())
        const json = (text.startsWith("{") ? JSON.parse(text) : {}) as JsonRecord
        if (typeof json["csrf_token"] === "string") own.csrf = json["csrf_token"]
        return { status: response.status, json, text, headers: response.headers }
      })
    }
    return own
  }

  const owner = Effect.gen(function*() {
    const one = browser()
    const token = Option.getOrThrow(yield* links.issueSetup)
    const answer = yield* one.call("POST", "/api/setup/", { ...ada, token, first_name: "Ada" })
    if (answer.status !== 200) return yield* Effect.die(answer.json)
    return one
  })

  return SignInWorld.of({ browser, owner })
})

/** The user with this email. */
export const userWith = (email: string) =>
  Effect.flatMap(UserRepository, (users) => Effect.map(users.findByEmail(email), Option.getOrThrow))

/** The parts of an error answer. */
export const errorOf = ({ json, status }: Answer) => [status, json["code"], json["attr"]]
