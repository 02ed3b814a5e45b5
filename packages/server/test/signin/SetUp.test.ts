import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { baseUrlOf } from "../ServerClient.ts"
import { type RunningServer, runServer, stopServer } from "../ServerProcess.ts"

const ada = { email: "ada@example.com", password: "correct horse battery" }

describe("the first account of a server", () => {
  let server: RunningServer
  let baseUrl = ""
  beforeAll(async () => {
    server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_SMTP_URL: "smtp://127.0.0.1:1" })
    await server.ready
    baseUrl = baseUrlOf(server.output())
  })
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
  })

  const send = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(baseUrl + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) })
    })

  it("is set up by the link that the start prints; its session reads and writes from the server's pages alone", async () => {
    const [, token] = new RegExp(`First account {5}${baseUrl}/setup#(hgl_\\w{43}) `).exec(server.output()) ?? []
    const done = await send("/api/setup/", { ...ada, token, first_name: "Ada" })
    assert.strictEqual(done.status, 200, await done.clone().text())
    const { csrf_token } = await done.json() as { readonly csrf_token: string }
    const cookie = done.headers.getSetCookie()[0]?.split(";")[0] ?? ""
    assert.match(cookie, /^hedgerow_session=hgs_\w{43}$/)

    const own = { cookie, origin: baseUrl, "x-csrf-token": csrf_token }
    const me = await send("/api/users/@me/", undefined, own)
    assert.strictEqual((await me.json() as { readonly email: string }).email, ada.email)
    const query = { query: { kind: "HogQLQuery", query: "select 1" } }
    assert.strictEqual((await send("/api/projects/1/query/", query, own)).status, 200)
    const foreign = { ...own, origin: "https://evil.example" }
    assert.strictEqual((await send("/api/projects/1/query/", query, foreign)).status, 403)
    assert.strictEqual((await send("/api/users/@me/", undefined, foreign)).status, 403)

    assert.strictEqual((await send("/api/setup/", { ...ada, token })).status, 400)
    assert.strictEqual((await send("/api/login/", { ...ada, password: "a wrong guess" })).status, 400)
    assert.strictEqual((await send("/api/login/", ada)).status, 200)
  })

  it("is warned of: without an address of its own the server mails no links", () => {
    assert.include(server.output(), "HEDGEROW_PUBLIC_URL is not set: who forgets a password is sent no link")
  })
})
