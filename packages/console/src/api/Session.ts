import { HedgerowError } from "@hedgerow/client"
import { basePath } from "../browser/Base.ts"

/** A provider of OpenID Connect, with the link that begins a log-in there. */
export interface OpenIdProvider {
  readonly id: string
  readonly name: string
  readonly url: string
}

/** The session of the browser, as `GET /api/session/` has it. */
export interface Session {
  readonly user: { readonly email: string } | null
  readonly csrf_token: string | null
  readonly setup_required: boolean
  readonly second_factor_required: boolean
  readonly openid: ReadonlyArray<OpenIdProvider>
}

/** A server that knows no sessions is asked by other means of signing in. */
const none: Session = {
  user: null,
  csrf_token: null,
  setup_required: false,
  second_factor_required: false,
  openid: []
}

let token: string | null = null

/** The header that requests with a session need where they change something. */
export const csrfHeaders = (): Readonly<Record<string, string>> => token === null ? {} : { "x-csrf-token": token }

/** The body of an answer, or its error as the client throws it. */
const bodyOf = async <A>(answer: Response): Promise<A> => {
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new HedgerowError(answer.status, body, Number(answer.headers.get("retry-after") ?? Number.NaN))
  return body as A
}

/** Reads the session of this browser. */
export const readSession = async (): Promise<Session> => {
  const answer = await fetch(`${basePath}/api/session/`, { headers: { accept: "application/json" } })
  if (answer.status === 404) return none
  const session = await bodyOf<Session>(answer)
  token = session.csrf_token
  return session
}

/** Asks for the token of the session anew. */
export const renewToken = async (): Promise<void> => {
  await readSession()
}

/** Sends a form of signing in; the token that its answer has is that of the requests from then on. */
export const signIn = async <A extends object = object>(path: string, form: object): Promise<A> => {
  const answer = await fetch(`${basePath}/api/${path}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...csrfHeaders() },
    body: JSON.stringify(form)
  })
  const body = await bodyOf<A & { readonly csrf_token?: string }>(answer)
  if (body.csrf_token !== undefined) token = body.csrf_token
  return body
}
