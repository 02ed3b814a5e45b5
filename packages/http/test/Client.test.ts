import { assert, describe, layer } from "@effect/vitest"
import { Api } from "@hedgerow/http/contract/Api"
import { signedBy } from "@hedgerow/http/contract/ApiClient"
import { handlers, middleware } from "@hedgerow/http/Http"
import { SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiTest } from "effect/http-api"
import { fakeServices } from "./support/Fakes.ts"

const services = fakeServices({ run: () => Effect.fail(new SqlSyntaxError({ detail: "no", start: 1, end: 2 })) })

const makeClient = HttpApiTest.groups(Api, ["query", "identity", "project"])

describe("the client the contract derives", () => {
  layer(Layer.merge(handlers.pipe(Layer.provideMerge(middleware), Layer.provide(services)), HttpServer.layerServices))(
    (it) => {
      it.effect("reads records", () =>
        Effect.gen(function*() {
          const client = yield* makeClient
          const project = yield* client.project.project({ params: { project_id: "@current" } })
          assert.strictEqual(project.id, 1)
          const page = yield* client.identity.projects({ query: { limit: 1 } })
          assert.deepStrictEqual([page.count, page.results.length], [2, 1])
        }).pipe(Effect.provide(signedBy("phx_all"))))

      it.effect("fails with ApiError", () =>
        Effect.gen(function*() {
          const client = yield* makeClient
          const error = yield* client.query.run({
            params: { project_id: "1" },
            payload: { query: { kind: "HogQLQuery" } }
          })
            .pipe(Effect.flip)
          assert.strictEqual(error._tag, "ApiError")
          if (error._tag !== "ApiError") return
          assert.deepStrictEqual([error.status, error.body.code, error.body.extra], [
            400,
            "hogql_syntax_error",
            {
              start: 1,
              end: 2,
              hint: "The text is read up to `start`: look there and just before it.",
              retryable: false
            }
          ])
        }).pipe(Effect.provide(signedBy("phx_query"))))
    }
  )
})
