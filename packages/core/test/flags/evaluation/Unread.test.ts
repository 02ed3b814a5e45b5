import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import type { EvaluationRequest } from "@hedgerow/core/evaluation/EvaluationRequest"
import type { CohortSource, FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { compile, condition, makeCohort, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"

const inCohort = (value: number, operator = "in"): JsonRecord => ({ key: "id", type: "cohort", value, operator })

const cohorts: ReadonlyArray<CohortSource> = [
  { id: 1, is_static: true, filters: null },
  makeCohort(2, "OR", [person("role", "admin"), person("plan", "pro")])
]

/** The answer of a flag when stored data cannot be read: on, off, or not decided. */
const ask = (flag: Partial<FlagSource>, request: Partial<EvaluationRequest> = {}): string => {
  const flags = [
    makeFlag({ id: 1, key: "f", ...flag }),
    makeFlag({ id: 2, key: "fine", filters: { groups: [condition([])] } })
  ]
  const results = evaluateFlags(compile({ cohorts, flags }), makeRequest({ isUnread: true, ...request }))
  const result = results.flags.get("f")
  assert.isTrue(results.flags.get("fine")?.enabled)
  assert.strictEqual(results.errorsWhileComputing, result?.failed === true)
  return result?.failed === true ? result.reason.code : String(result?.enabled)
}

const withProperties = (...properties: ReadonlyArray<JsonRecord>) => ({ filters: { groups: [condition(properties)] } })

const told = { personProperties: { plan: "pro" } }

const cases: ReadonlyArray<
  readonly [name: string, flag: Partial<FlagSource>, request: Partial<EvaluationRequest>, expected: string]
> = [
  ["nothing stored", withProperties(), {}, "true"],
  ["a property that is told", withProperties(person("plan", "pro")), told, "true"],
  ["a property that is told otherwise", withProperties(person("plan", "free")), told, "false"],
  ["a property that is not told", withProperties(person("role", "admin")), told, "database_unavailable"],
  ["the lack of one", withProperties({ ...person("role", ""), operator: "is_not_set" }), told, "database_unavailable"],
  [
    "one that is not told, and one that is not so",
    withProperties(person("role", "admin"), person("plan", "free")),
    told,
    "false"
  ],
  ["a list of members", withProperties(inCohort(1)), told, "database_unavailable"],
  ["the lack of membership", withProperties(inCohort(1, "not_in")), told, "database_unavailable"],
  ["a list of members, and what is not so", withProperties(inCohort(1), person("plan", "free")), told, "false"],
  [
    "a cohort that is decided by what is told",
    withProperties(inCohort(2)),
    { personProperties: { role: "admin" } },
    "true"
  ],
  ["the distinct id", withProperties(person("distinct_id", "ada")), { distinctId: "ada" }, "true"],
  [
    "what is kept at a login",
    { ...withProperties(), ensure_experience_continuity: true },
    told,
    "database_unavailable"
  ],
  [
    "a condition that holds before one that cannot be read",
    { filters: { groups: [condition([person("plan", "pro")]), condition([person("role", "admin")])] } },
    told,
    "true"
  ],
  [
    "a condition that cannot be read before one that holds",
    { filters: { groups: [condition([person("role", "admin")]), condition([])] } },
    told,
    "database_unavailable"
  ]
]

describe("a flag, when stored data cannot be read, that needs", () => {
  it.for(cases)("%s", ([, flag, request, expected]) => {
    assert.strictEqual(ask(flag, request), expected)
  })

  it("another flag that could not be decided, is not decided either", () => {
    const dependent = withProperties({ key: "3", type: "flag", value: true, operator: "flag_evaluates_to" })
    const flags = [
      makeFlag({ id: 1, key: "f", ...dependent }),
      makeFlag({ id: 3, key: "other", ...withProperties(person("role", "admin")) })
    ]
    const { flags: results } = evaluateFlags(compile({ cohorts, flags }), makeRequest({ isUnread: true }))
    assert.deepStrictEqual([...results.values()].map(({ failed }) => failed), [true, true])
  })
})
