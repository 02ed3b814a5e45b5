import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type GateAnswer, gateApi, passedText } from "./support/GateApi.ts"
import {
  expectedRefusal,
  gateCallers,
  type GatedEndpoint,
  gatedEndpoints,
  gateSecrets,
  grantableScopes,
  pathFor
} from "./support/GateTable.ts"

const { ask, dispose } = gateApi(gateCallers)
afterAll(dispose)

const keys = [undefined, "unknown", ...gateCallers.keys(), ...gateSecrets.keys()]

/** The refusal of a request; undefined when it reached the handler. */
const outcomeOf = ({ status, text }: GateAnswer): unknown => {
  if (text === passedText) return undefined
  const { attr, code, detail, type } = JSON.parse(text) as Record<string, unknown>
  assert.isNull(attr)
  return { status, type, code, detail }
}

const walk = Effect.fnUntraced(function*(endpoint: GatedEndpoint, project: string) {
  let refusals = 0
  for (const key of keys) {
    const outcome = outcomeOf(yield* ask(endpoint.method, pathFor(endpoint, project), key))
    assert.deepStrictEqual(outcome, expectedRefusal(endpoint, project, key), `key: ${key ?? "none"}`)
    if (outcome !== undefined) refusals++
  }
  return refusals
})

describe("the gate of every endpoint answers keys of every scope as the contract does", () => {
  it("of a contract with endpoints and scopes", () => {
    assert.isAbove(gatedEndpoints.length, 20)
    assert.isAbove(grantableScopes.length, 20)
  })

  it("where a project's secret opens exactly what servers need that evaluate flags", () => {
    assert.deepStrictEqual(
      gatedEndpoints.filter(({ takesProjectSecrets }) => takesProjectSecrets).map(({ path }) => path).toSorted(),
      [
        "/api/feature_flag/local_evaluation/",
        "/api/projects/:project_id/feature_flags/:id/remote_config/",
        "/api/projects/:project_id/feature_flags/local_evaluation/",
        "/api/projects/:project_id/feature_flags/stream/",
        "/flags/definitions/",
        "/flags/definitions/stream/"
      ]
    )
  })

  for (const endpoint of gatedEndpoints) {
    it.effect(`${endpoint.name}: ${endpoint.access}`, () =>
      Effect.gen(function*() {
        const refusals = yield* walk(endpoint, "1")
        assert.strictEqual(refusals === 0, endpoint.access === "public")
        if (endpoint.path.includes(":project_id")) yield* walk(endpoint, "99")
      }))
  }
})
