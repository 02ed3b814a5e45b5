import { assert, it } from "@effect/vitest"
import { Api } from "@hedgerow/http/contract/Api"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { call, create, FlagApi, refusal } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const root = "/api/projects/:project_id/"

/** The methods of every path of the contract. */
const contract = new Map<string, Set<string>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => {
    contract.set(path, (contract.get(path) ?? new Set()).add(method))
  }
})

const literals = [...contract].filter(([path]) => path.startsWith(`${root}feature_flags/`) && !path.includes(":id"))

it("the paths under test are those of the contract", () => {
  const names = literals.map(([path]) => path.slice(`${root}feature_flags/`.length)).toSorted()
  assert.deepStrictEqual(names, [
    "",
    "activity/",
    "bulk_delete/",
    "bulk_keys/",
    "evaluation_reasons/",
    "local_evaluation/",
    "matching_ids/",
    "my_flags/",
    "stream/",
    "user_blast_radius/"
  ])
})

const allowed = (methods: ReadonlySet<string>) =>
  [...methods, "OPTIONS", ...(methods.has("GET") ? ["HEAD"] : [])].toSorted().join(", ")

it.effect("a method that a path has not is 405 with those it has, not a flag called like the path", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    for (const [path, methods] of literals) {
      for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"]) {
        if (methods.has(method)) continue
        const own = path.slice(root.length)
        for (const url of [own, own.slice(0, -1), `/api/environments/${project.id}/${own}`]) {
          const body = method === "GET" ? undefined : {}
          const answer = yield* call(method, url, body)
          assert.deepStrictEqual(
            refusal(answer),
            [405, "invalid_request", "method_not_allowed", null, `Method "${method}" not allowed.`],
            `${method} ${url}`
          )
          assert.strictEqual(answer.headers.get("allow"), allowed(methods), url)
        }
      }
    }
    const head = yield* call("HEAD", "feature_flags/bulk_keys/")
    assert.deepStrictEqual([head.status, head.text, head.headers.get("allow")], [405, "", "OPTIONS, POST"])
    const flag = yield* create("bulk_keys")
    assert.strictEqual((yield* call("GET", `feature_flags/${String(flag["id"])}/`)).status, 200)
    assert.strictEqual((yield* call("GET", "feature_flags/other/")).status, 404)
  })))

it("the document names what `matching_ids` takes: the filters of the list, neither order nor pages", () => {
  const { paths } = openApiDocument() as {
    readonly paths: Record<string, { readonly get: { readonly parameters: ReadonlyArray<{ readonly name: string }> } }>
  }
  const named = (path: string) =>
    paths[`/api/projects/{project_id}/feature_flags/${path}`]?.get.parameters.map(({ name }) => name).toSorted() ?? []
  const only = new Set(["limit", "offset", "order"])
  assert.includeMembers(named(""), [...only])
  assert.deepStrictEqual(named("matching_ids/"), named("").filter((name) => !only.has(name)))
})

it.effect("a key of 400 characters is a part of a path: remote configuration, and OpenFeature", () =>
  inWorld(Effect.gen(function*() {
    const key = "k".repeat(400)
    yield* create(key, {
      active: true,
      is_remote_configuration: true,
      filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: "\"here\"" } }
    })
    const config = yield* call("GET", `feature_flags/${key}/remote_config/`)
    assert.deepStrictEqual([config.status, config.json], [200, "\"here\""])
    const headers = { authorization: `Bearer ${(yield* FlagApi).project.api_token}` }
    const context = { context: { targetingKey: "ann" } }
    const flag = yield* call("POST", `/ofrep/v1/evaluate/flags/${key}`, context, { headers })
    assert.deepInclude(flag.body, { key, value: true })
  })))
