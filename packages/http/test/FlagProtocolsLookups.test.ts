import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { body, makeApi, mv, off, on, post, valuesOf } from "./FlagProtocolWorld.ts"
import { flagOf } from "./support/FlagWorld.ts"

describe("the look-ups of a request", () => {
  const grouped = flagOf(5, "company", {
    filters: {
      aggregation_group_type_index: 0,
      groups: [{
        properties: [{ key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }],
        rollout_percentage: 100
      }]
    }
  })
  const stored = {
    persons: { ada: { plan: "pro" } },
    groupTypes: new Map([["company", 0 as const]]),
    groups: { acme: { tier: "gold" } }
  }

  it.effect("the stored person and group, overlaid by the request's properties", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [on, grouped] })
      const ask = Effect.fnUntraced(function*(more: Readonly<Record<string, unknown>>) {
        records.reads.length = 0
        const sent = { token: body.token, distinct_id: "ada", ...more }
        const answer = yield* call("/flags/?v=1", post(sent))
        return [valuesOf(answer.json), ...records.reads]
      })
      const person = "person ada"
      assert.deepStrictEqual(yield* ask({}), [{ on: true, company: false }, person])
      const groups = { company: "acme" }
      assert.deepStrictEqual(yield* ask({ groups }), [{ on: true, company: true }, person, "group acme"])
      assert.deepStrictEqual(
        yield* ask({ groups, group_properties: { company: { tier: "iron" } }, person_properties: { plan: "free" } }),
        [{ on: false, company: false }]
      )
      assert.deepStrictEqual(yield* ask({ flag_keys: ["company"], groups: { company: "oak" } }), [
        { company: false },
        "group oak"
      ])
      assert.deepStrictEqual(yield* ask({ flag_keys: [] }), [{}])
    }))

  it.effect("nothing at all for flags without properties", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [off, mv] })
      yield* call("/flags/?v=2", post(body))
      assert.deepStrictEqual(records.reads, [])
    }))

  it.effect("texts that no storage holds find nobody, and break nothing", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [on, grouped] })
      const answer = yield* call(
        "/flags/?v=1",
        post({ token: body.token, distinct_id: "a\0\ud800", groups: { company: "b\0" } })
      )
      assert.deepStrictEqual(valuesOf(answer.json), { on: false, company: false })
      assert.deepStrictEqual(records.reads, ["person a\ufffd\ufffd", "group b\ufffd"])
    }))
})

describe("a continuous experience", () => {
  // The shares of these two ids differ for this flag: half of the people are in.
  const sticky = flagOf(5, "sticky", {
    ensure_experience_continuity: true,
    filters: { groups: [{ properties: [], rollout_percentage: 50 }] }
  })
  const ids = Array.from({ length: 40 }, (_, index) => `user-${index}`)

  const valueFor = Effect.fnUntraced(function*(call: Effect.Success<ReturnType<typeof makeApi>>["call"], sent: object) {
    const answer = yield* call("/flags/?v=1", post({ token: body.token, ...sent }))
    return (valuesOf(answer.json) as Record<string, unknown>)["sticky"]
  })

  it.effect("keeps the value of before the login, also when the request no longer has the anonymous id", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ flags: [sticky], persons: { known: {} } })
      let before: string | undefined
      const known = yield* valueFor(call, { distinct_id: "known" })
      for (const id of ids) {
        if ((yield* valueFor(call, { distinct_id: id })) !== known) before ??= id
      }
      assert.isDefined(before)
      assert.deepStrictEqual(records.hashKeys, [])
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known", $anon_distinct_id: before }), !known)
      assert.deepStrictEqual(records.hashKeys.map(({ flagKey, hashKey }) => [flagKey, hashKey]), [["sticky", before]])
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known" }), !known)
      const other = ids.find((id) => id !== before)
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known", $anon_distinct_id: other }), !known)
      assert.lengthOf(records.hashKeys, 1)
    }))

  it.effect("of somebody without a person is the request's own, and nothing is kept", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ flags: [sticky] })
      for (const id of ids.slice(0, 8)) {
        const alone = yield* valueFor(call, { distinct_id: id })
        assert.strictEqual(yield* valueFor(call, { distinct_id: "new", $anon_distinct_id: id }), alone)
      }
      assert.deepStrictEqual(records.hashKeys, [])
    }))
})
