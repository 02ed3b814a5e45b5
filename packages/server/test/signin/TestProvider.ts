import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"

/** What the provider says of whoever logs in there with this name. */
export interface TestAccount {
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
}

/** A provider of OpenID Connect on loopback; people log in there with their names and any password. */
export type TestProvider = Awaited<ReturnType<typeof startProvider>>

export const client = { id: "hedgerow", secret: "a secret of at least 32 characters" }

export const startProvider = async (accounts: Readonly<Record<string, TestAccount>>) => {
  let answer: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Answers from now on, and sends browsers back to this address. */
  const open = (redirectUri: string): void => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
      pkce: { required: () => true },
      cookies: { keys: ["of this test"] }
    })
    answer = provider.callback()
  }

  return {
    issuer,
    open,
    /** Answers no more, as one that is out of order. */
    close: (): void => {
      answer = (_, response) => response.writeHead(503).end()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const keep = (cookies: Map<string, string>, headers: Headers): void => {
  for (const line of headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
    if (value === "") cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** Logs in at the provider as a browser does, by its forms; the address that it sends the browser back to. */
export const logInAt = async (start: string, name: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  const send = async (url: URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ")
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } })
    keep(cookies, answer.headers)
    return answer
  }
  let url = new URL(start)
  for (let step = 0; step < 12; step++) {
    if (url.origin !== origin) return url
    let answer = await send(url)
    if (answer.status === 200) {
      const page = await answer.text()
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? url.href
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "login"
      const body = new URLSearchParams({ prompt, login: name, password: "any" })
      answer = await send(new URL(action, url), { method: "POST", body })
    }
    const location = answer.headers.get("location")
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error("The provider sends the browser around")
}
