import { type Answer, type Body, createClient, HedgerowError } from "@hedgerow/client"
import { basePath } from "../browser/Base.ts"

/** The session of the browser as the API returns it. */
export type Session = Answer<"signIn.session">

/** A server that knows no sessions is asked by other means of signing in. */
const none: Session = { user: null, csrf_token: null, expires_at: null, provider: null, setup_required: false }

/** The token of the session, which requests need where they change something. */
let token: string | null = null

/** Sends requests of a client with the session's token where they change something; renews it once where it is over. */
export const send = async (url: string, init: RequestInit): Promise<Response> => {
  const isSafe = init.method === undefined || init.method === "GET"
  const sent = () => {
    const csrf = isSafe || token === null ? {} : { "x-csrf-token": token }
    return fetch(url, { ...init, headers: { ...init.headers as Record<string, string>, ...csrf } })
  }
  const answer = await sent()
  if (answer.status !== 403 || isSafe) return answer
  const { code } = await answer.clone().json() as { readonly code?: unknown }
  if (code !== "csrf_failed") return answer
  await readSession()
  return sent()
}

/** Who signs in is told at once where it fails, and tries again by hand. */
const { account, inviteLinks, provider, signIn } = createClient({ url: basePath, retries: 0, fetch: send })

/** Reads the session of this browser. */
export const readSession = async (): Promise<Session> => {
  const session = await signIn.session().catch((error: unknown) => {
    if (error instanceof HedgerowError && error.status === 404) return none
    throw error
  })
  token = session.csrf_token
  return session
}

/** The token of the second step of signing in, where there is one; the session's is kept where there is none. */
const secondStepOf = (answer: Answer<"signIn.login">): string | undefined => {
  if (!answer.success) return answer.second_factor_token
  token = answer.csrf_token
  return undefined
}

/** Signs in by e-mail and password; the token of a second step where one follows. */
export const logIn = async (body: Body<"signIn.login">): Promise<string | undefined> =>
  secondStepOf(await signIn.login({ body }))

/** The second step of signing in. */
export const completeLogIn = async (body: Body<"signIn.complete">): Promise<void> => {
  const { csrf_token } = await signIn.complete({ body })
  token = csrf_token
}

/** The address of the provider's page at which one logs in. */
export const providerAddress = async (next: string): Promise<string> => {
  const { url } = await provider.start({ body: { next } })
  return url
}

/** Comes back from the provider: where to go, and the token of a second step where one follows. */
export const comeBack = async (
  search: string
): Promise<{ readonly next: string; readonly secondStep: string | undefined }> => {
  // Who connects an account is signed in, and the request needs their session's token.
  await readSession()
  const answer = await provider.complete({ body: { search } })
  return { next: answer.next, secondStep: secondStepOf(answer) }
}

/** What the link of an invitation is for. */
export const readInvite = (linkToken: string): Promise<Answer<"inviteLinks.read">> =>
  inviteLinks.read({ body: { token: linkToken } })

/** Makes the account of an invited person, and signs in with it. */
export const acceptInvite = async (body: Body<"inviteLinks.accept">): Promise<void> => {
  const { csrf_token } = await inviteLinks.accept({ body })
  token = csrf_token
}

/** Changes the own password; other sessions end. */
export const changePassword = async (body: Body<"account.changePassword">): Promise<void> => {
  const { csrf_token } = await account.changePassword({ body })
  token = csrf_token
}

/** Makes the first account, and signs in with it. */
export const setUp = async (body: Body<"signIn.setUp">): Promise<void> => {
  const { csrf_token } = await signIn.setUp({ body })
  token = csrf_token
}

/** Signs out in this browser. */
export const logOut = async (): Promise<void> => {
  await signIn.logout({ body: {} })
  token = null
}

/** Asks for a link to a new password by mail. */
export const askReset = async (body: Body<"signIn.askReset">): Promise<void> => {
  await signIn.askReset({ body })
}

/** Sets a new password by a link. */
export const resetPassword = async (body: Body<"signIn.reset">): Promise<void> => {
  await signIn.reset({ body })
}
