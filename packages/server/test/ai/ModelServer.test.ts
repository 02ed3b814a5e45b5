import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import { fakeModel, saying } from "./FakeModel.ts"

it.live("a server asks the language model that its settings name", () =>
  Effect.gen(function*() {
    const model = yield* fakeModel
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        runServer(["serve"], {
          HEDGEROW_STORAGE: "memory",
          HEDGEROW_AI_BASE_URL: model.baseUrl,
          HEDGEROW_AI_API_KEY: "sk-secret",
          HEDGEROW_AI_MODEL: "small-1"
        })
      ),
      (running) => Effect.promise(() => stopServer(running))
    )
    yield* Effect.promise(() => server.ready)
    const { baseUrl, key } = parsePrinted(server.output())
    const draft = Effect.promise(async () => {
      const url = `${baseUrl}/api/projects/1/query/draft_sql/?prompt=how+is+business`
      const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
      const body = await response.json() as { readonly sql?: string; readonly code?: string }
      return [response.status, body.sql ?? body.code]
    })
    model.answerWith(saying("```sql\nSELECT count() FROM events\n```"))
    assert.deepStrictEqual(yield* draft, [200, "SELECT count() FROM events"])
    model.answerWith((response) => response.writeHead(500).end())
    assert.deepStrictEqual(yield* draft, [400, "unclear"])
    assert.deepStrictEqual(model.asked.map(({ authorization }) => authorization), Array(2).fill("Bearer sk-secret"))
    assert.include(server.output(), "left to the grammar")
    assert.notInclude(server.output(), "sk-secret")
  }))
