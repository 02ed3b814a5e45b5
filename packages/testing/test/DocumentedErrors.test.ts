import { assert, it } from "@effect/vitest"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Effect } from "effect"
import { call, FlagApi, good } from "./flags/FlagApi.ts"

const document = openApiDocument() as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >
}

const schemasOf = (path: string, method: string, status: number): ReadonlyArray<string> => {
  const response = document.paths[path]?.[method]?.responses[String(status)]
  return [...JSON.stringify(response).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name)
}

const flag = "/api/projects/{project_id}/feature_flags/{id}/"

const cases = [
  { path: `${flag}status/`, method: "get", status: 404, schema: "FeatureFlagStatusUnknown" },
  { path: `${flag}dashboard/`, method: "post", status: 400, schema: "UsageDashboardRefused" },
  {
    path: "/api/projects/{project_id}/feature_flags/bulk_keys/",
    method: "post",
    status: 400,
    schema: "FeatureFlagIdsRefused"
  },
  { path: "/ofrep/v1/evaluate/flags/", method: "post", status: 400, schema: "OfrepRequestRefused" },
  { path: "/ofrep/v1/evaluate/flags/{key}/", method: "post", status: 400, schema: "OfrepRequestRefused" },
  { path: "/ofrep/v1/evaluate/flags/{key}/", method: "post", status: 404, schema: "OfrepFlagNotFound" }
]

it.each(cases)(
  "$method $path documents its own body of $status beside the common one",
  ({ method, path, schema, status }) => {
    assert.includeMembers([...schemasOf(path, method, status)], [schema, "ErrorBody"])
  }
)

it.effect("and that is how they look", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    yield* good("POST", "feature_flags/", { key: "gate" })
    const headers = { authorization: `Bearer ${project.api_token}` }
    const context = { context: { targetingKey: "ada" } }
    const answers = [
      yield* call("GET", "feature_flags/999/status/"),
      yield* call("POST", "/ofrep/v1/evaluate/flags/gate/", {}, { headers }),
      yield* call("POST", "/ofrep/v1/evaluate/flags/none/", context, { headers })
    ]
    assert.deepStrictEqual(answers.map(({ json, status }) => [status, json]), [
      [404, { status: "unknown", reason: "Flag could not be found" }],
      [400, { key: "gate", errorCode: "TARGETING_KEY_MISSING", errorDetails: "The context has no targetingKey." }],
      [404, { key: "none", errorCode: "FLAG_NOT_FOUND", errorDetails: "The project has no active flag \"none\"." }]
    ])
  }).pipe(Effect.provide(FlagApi.layer)))
