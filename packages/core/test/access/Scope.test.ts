import { assert, describe, it } from "@effect/vitest"
import { grantableOnly, isGrantableScope, type Scope, scopeAllows, scopeObjects } from "@hedgerow/core/access/Scope"

const cases: ReadonlyArray<readonly [granted: ReadonlyArray<string>, required: Scope, allowed: boolean]> = [
  [["*"], "survey:write", true],
  [["survey:read"], "survey:read", true],
  [["survey:write"], "survey:read", true],
  [["survey:read"], "survey:write", false],
  [["survey:write"], "feature_flag:read", false],
  [["experiment_saved_metric:write"], "experiment:read", false],
  [[], "query:read", false],
  [["query:read", "survey:read"], "query:read", true]
]

describe("Scope", () => {
  for (const [granted, required, allowed] of cases) {
    it(`[${granted.join(", ")}] ${allowed ? "allows" : "refuses"} ${required}`, () => {
      assert.strictEqual(scopeAllows(granted, required), allowed)
    })
  }

  it("grants known scopes and * only", () => {
    assert.deepStrictEqual(
      ["*", "survey:read", "insight:invalid", "insight", "", "nothing:read"].map(isGrantableScope),
      [true, true, false, false, false, false]
    )
  })

  it("grants the reference service's other scopes too, which allow nothing", () => {
    const scopes = grantableOnly.flatMap((object) => [`${object}:read`, `${object}:write`])
    assert.includeMembers(scopes, ["annotation:read", "session_recording:write", "hog_function:write", "plugin:read"])
    assert.deepStrictEqual(scopes.filter((scope) => !isGrantableScope(scope)), [])
    for (const object of scopeObjects) {
      assert.notInclude<string>(grantableOnly, object)
      assert.isFalse(scopeAllows(scopes, `${object}:read`))
    }
  })
})
