import { assert, describe, it } from "@effect/vitest"
import { Users } from "@hedgerow/core/access/Users"
import { Queries } from "@hedgerow/core/query/Queries"
import { type Embedded, Hedgerow, type Login } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import { sender, sql } from "./Embedding.ts"
import { listening } from "./Listening.ts"

const project = "/api/projects/@current/"

const withHedgerow = async (auth: Login | undefined, use: (hedgerow: Embedded) => Promise<void>): Promise<void> => {
  const hedgerow = await Hedgerow.make({ storage: MemoryStorage.layer, auth })
  try {
    await use(hedgerow)
  } finally {
    await hedgerow.close()
  }
}

const ownLogin: Login = ({ headers }) => {
  const name = headers["x-signed-in-as"]
  return name === undefined ? undefined : { email: `${name}@hedgerow.local` }
}

describe("an own login", () => {
  it("says who calls, by the email or the id of a user", () =>
    withHedgerow((request) => request.headers["x-user"] === "1" ? { id: 1 } : ownLogin(request), async (hedgerow) => {
      const send = sender(hedgerow, undefined)
      assert.strictEqual((await send("GET", project, undefined, { "x-signed-in-as": "owner" })).status, 200)
      assert.strictEqual((await send("GET", project, undefined, { "x-user": "1" })).status, 200)
      assert.strictEqual((await send("GET", project, undefined, { "x-signed-in-as": "stranger" })).status, 401)
      assert.strictEqual((await send("GET", project)).status, 401)
    }))

  it("of a person in no organisation opens nothing", () =>
    withHedgerow(ownLogin, async (hedgerow) => {
      await hedgerow.run(Effect.flatMap(Users, (users) => users.create({ email: "guest@hedgerow.local" })))
      const asked = await sender(hedgerow, undefined)("GET", "/api/projects/1/", undefined, {
        "x-signed-in-as": "guest"
      })
      assert.include([403, 404], asked.status)
    }))

  it("leaves API keys at work", () =>
    withHedgerow(ownLogin, async (hedgerow) => {
      assert.strictEqual((await sender(hedgerow, hedgerow.first?.personalApiKey)("GET", project)).status, 200)
      assert.strictEqual((await sender(hedgerow, "phx_unknown")("GET", project)).status, 401)
    }))

  it("sees the request as the web server has it", async () => {
    const login: Login = ({ source }) =>
      (source as IncomingMessage & { session?: { user: number } }).session?.user === 1
        ? { id: 1 }
        : undefined
    await withHedgerow(login, async (hedgerow) => {
      const handle = nodeHandler(hedgerow)
      const { close, url } = await listening(createServer((request, response) => {
        if (request.headers.cookie === "session=ada") Object.assign(request, { session: { user: 1 } })
        handle(request, response)
      }))
      assert.strictEqual((await fetch(url + project, { headers: { cookie: "session=ada" } })).status, 200)
      assert.strictEqual((await fetch(url + project)).status, 401)
      await close()
    })
  })
})

describe("the first start", () => {
  it("makes a project with the token and the key that are given", async () => {
    const first = { project: "Shop", token: "phc_shop", key: "phx_0123456789012345678901" }
    const hedgerow = await Hedgerow.make({ storage: MemoryStorage.layer, first })
    assert.strictEqual(hedgerow.first?.project.name, "Shop")
    assert.strictEqual(hedgerow.first?.project.api_token, "phc_shop")
    assert.strictEqual((await sender(hedgerow, first.key)("GET", project)).status, 200)
    await hedgerow.close()
  })
})

describe("calls without HTTP", () => {
  it("run over the services of the domain", () =>
    withHedgerow(undefined, async ({ first, run }) => {
      if (first === undefined) throw new Error("the storage was not empty")
      const answer = await run(Effect.flatMap(Queries, (queries) => queries.run(first.project, sql("SELECT 1 + 1"))))
      assert.deepStrictEqual(answer.results, [[2]])
      const wrong = run(Effect.flatMap(Queries, (queries) => queries.run(first.project, sql("SELECT nothing"))))
      assert.strictEqual(await wrong.catch((error: { readonly _tag: string }) => error._tag), "SqlSemanticError")
    }))
})

describe("close", () => {
  it("ends streams of events, refuses new requests, and can be called again", async () => {
    const hedgerow = await Hedgerow.make({ storage: MemoryStorage.layer })
    const { personalApiKey: key, project: { api_token: token } } = hedgerow.first ?? assert.fail("not the first start")
    const stream = await hedgerow.fetch(
      new Request(`http://hedgerow.test/flags/definitions/stream?token=${token}`, {
        headers: { authorization: `Bearer ${key}` }
      })
    )
    const text = stream.text()
    await hedgerow.close()
    assert.include(await text, "retry: ")
    const refused = await sender(hedgerow, key)("GET", project)
    assert.strictEqual(refused.status, 503)
    assert.include(String(refused.body?.["detail"]), "stopping")
    await hedgerow.close()
  })

  it("that fails closes what it had opened", async () => {
    const steps: Array<string> = []
    const opened = Layer.effectDiscard(
      Effect.acquireRelease(
        Effect.sync(() => void steps.push("opened")),
        () => Effect.sync(() => void steps.push("closed"))
      )
    )
    const failing = Layer.effectDiscard(Effect.fail("no storage"))
    const storage = MemoryStorage.layer.pipe(Layer.provide(failing), Layer.provide(opened))
    const outcome = await Hedgerow.make({ storage }).then(() => "made", (failure: unknown) => String(failure))
    assert.include(outcome, "no storage")
    assert.deepStrictEqual(steps, ["opened", "closed"])
  })
})
