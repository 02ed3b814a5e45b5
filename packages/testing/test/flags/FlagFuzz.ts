import { assert, it } from "@effect/vitest"
import { filterFaults } from "@hedgerow/core/evaluation/filters/FilterRules"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, create, FlagApi, good } from "./FlagApi.ts"
import { randomBodies, randomFrom } from "./RandomBodies.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

/** An error has its shape, and only requests are to blame. */
const assertAnswer = (what: string, { body, status, text }: Effect.Success<ReturnType<typeof call>>) => {
  assert.include([200, 201, 400, 403, 404, 409], status, `${what}: ${text}`)
  if (status < 400 || "error" in body) return
  assert.hasAnyKeys(body, ["type", "code", "detail", "attr"], what)
  assert.isString(body["detail"], what)
}

/** Tests that random bodies, of flags and of their actions, and random queries break nothing. */
export const flagFuzz = (
  { actionRounds, queryRounds, rounds }: {
    readonly rounds: number
    readonly actionRounds: number
    readonly queryRounds: number
  }
) => {
  it.effect(
    "no body breaks the server, and no malformed filters are stored or change what others get",
    () =>
      inWorld(Effect.gen(function*() {
        const bodies = randomBodies(randomFrom(7))
        yield* create("kept", { filters: { groups: [{ rollout_percentage: 50 }] } })
        // Bodies are changed until one makes a flag: a change may rename or delete it.
        const first = yield* create("first")
        const made: Array<unknown> = []
        for (let round = 0; round < rounds; round++) {
          const body = round % 10 === 0 ? bodies.anything() : bodies.flag()
          const what = JSON.stringify(body) ?? ""
          const answer = yield* call("POST", "feature_flags/", what)
          assertAnswer(what, answer)
          if (answer.status === 201) made.push(answer.body["id"])
          const target = made.length === 0 ? first["id"] : made[round % made.length]
          assertAnswer(what, yield* call("PATCH", `feature_flags/${String(target)}/`, what))
        }
        assert.isAbove(made.length, rounds / 20)
        assert.isBelow(made.length, rounds)
        for (const id of made) {
          const { filters } = yield* good("GET", `feature_flags/${String(id)}/`)
          assert.isTrue(isJsonRecord(filters))
          assert.deepStrictEqual(filterFaults(filters as JsonRecord), [], JSON.stringify(filters))
        }
        const reasons = yield* good("GET", "feature_flags/evaluation_reasons/?distinct_id=ann&groups={}")
        assert.property(reasons, "kept")
        const local = yield* good("GET", "feature_flags/local_evaluation/?send_cohorts")
        assert.isAbove((local["flags"] as ReadonlyArray<unknown>).length, 0)
        assert.strictEqual((yield* call("GET", "feature_flags/?limit=1000")).status, 200)
      }))
  )

  it.effect("no body of an action breaks the server", () =>
    inWorld(Effect.gen(function*() {
      const bodies = randomBodies(randomFrom(11))
      const { id } = yield* create("gate")
      const actions = [
        "bulk_keys/",
        "bulk_delete/",
        "user_blast_radius/",
        `${String(id)}/copy_to_projects/`,
        `${String(id)}/has_active_dependents/`
      ]
      for (let round = 0; round < actionRounds; round++) {
        for (const action of actions) {
          const condition = { condition: bodies.condition(), group_type_index: round % 3 === 0 ? 0 : null }
          const body = round % 2 === 0
            ? bodies.flag()
            : { ids: bodies.anything(), filters: bodies.anything(), ...condition }
          const what = JSON.stringify(body)
          assertAnswer(`${action} ${what}`, yield* call("POST", `feature_flags/${action}`, what))
        }
      }
      for (let round = 0; round < queryRounds; round++) {
        const text = encodeURIComponent(JSON.stringify(bodies.anything()).replaceAll("\\ud800", ""))
        for (
          const path of [
            `?active=${text}&type=${text}&tags=${text}&excluded_properties=${text}&order=${text}&created_by_id=${text}`,
            `?search=${text}&limit=${text}&offset=${text}`,
            `matching_ids/?search=${text}`,
            `my_flags/?groups=${text}`,
            `evaluation_reasons/?distinct_id=${text}&groups=${text}`,
            `gate/explain/?distinct_id=a&person_properties=${text}&group_properties=${text}&groups=${text}`,
            `${text}/remote_config/`,
            `${text}/status/`
          ]
        ) {
          const answer = yield* call("GET", `feature_flags/${path}`)
          assert.isBelow(answer.status, 500, `${path}: ${answer.text}`)
        }
      }
    })))
}
