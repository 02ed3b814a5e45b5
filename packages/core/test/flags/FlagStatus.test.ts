import { assert, it } from "@effect/vitest"
import { flagState, rolledOut } from "@hedgerow/core/flags/model/FlagStatus"
import { DateTime } from "effect"

const now = DateTime.makeUnsafe("2026-03-31T12:00:00Z")
const ago = (time: Parameters<typeof DateTime.subtract>[1]) => DateTime.subtract(now, time)

const onePercent = { groups: [{ properties: [], rollout_percentage: 1 }] }
const forAll = { groups: [{ properties: [], rollout_percentage: 100 }] }
const variants = (...list: ReadonlyArray<number>) => ({
  variants: list.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage }))
})

const plain = {
  active: true,
  deleted: false,
  created_at: ago({ days: 31 }),
  filters: forAll,
  last_called_at: null
}

type Facts = Parameters<typeof flagState>[0]

it("a flag's state follows the table, the first row that fits", () => {
  const cases: ReadonlyArray<readonly [Partial<Facts>, string, string]> = [
    [{ deleted: true, active: false }, "deleted", "Flag has been deleted"],
    [{ active: false }, "active", "Flag is disabled (not evaluated for staleness)"],
    [{ last_called_at: ago({ days: 31 }) }, "stale", "Flag has not been called in 31 days"],
    [{ last_called_at: ago({ days: 30, milliseconds: 1 }) }, "stale", "Flag has not been called in 30 days"],
    [{ last_called_at: ago({ days: 30 }) }, "active", "Flag was last called 30 days ago"],
    [{ last_called_at: ago({ days: 1 }) }, "active", "Flag was last called 1 day ago"],
    [{ last_called_at: ago({ hours: 23 }) }, "active", "Flag was called today"],
    [{ last_called_at: DateTime.add(now, { minutes: 1 }) }, "active", "Flag was called today"],
    [{}, "stale", "This boolean flag will always evaluate to \"true\""],
    [{ filters: {} }, "stale", "This boolean flag will always evaluate to \"true\""],
    [
      { filters: { ...forAll, multivariate: variants(0, 100) } },
      "stale",
      "This flag will always use the variant \"v1\""
    ],
    [{ filters: onePercent }, "active", "Flag has no usage data yet"],
    [{ created_at: ago({ days: 30 }) }, "active", "Flag has no usage data yet"]
  ]
  for (const [fields, status, reason] of cases) {
    assert.deepStrictEqual(flagState({ ...plain, ...fields }, now), { status, reason })
  }
})

it("a condition without properties gives the same to everybody", () => {
  const some = { groups: [{ properties: [{ key: "a" }], rollout_percentage: 100 }] }
  const cases: ReadonlyArray<readonly [Record<string, unknown>, string | null | undefined]> = [
    [{}, null],
    [{ groups: [] }, undefined],
    [{ groups: [{}] }, null],
    [{ groups: [{ properties: null, rollout_percentage: null }] }, null],
    [some, undefined],
    [{ groups: [...some.groups, ...forAll.groups] }, null],
    [{ ...forAll, multivariate: null }, null],
    [{ ...forAll, multivariate: variants() }, null],
    [{ ...forAll, multivariate: variants(50, 50) }, undefined],
    [{ ...some, multivariate: variants(100) }, undefined],
    [{ groups: [{ properties: [], variant: "v1" }], multivariate: variants(50, 50) }, "v1"],
    [{ groups: [{ properties: [], variant: "gone" }], multivariate: variants(50, 50) }, undefined],
    [{ properties: [{ key: "a" }] }, undefined]
  ]
  for (const [filters, expected] of cases) {
    assert.strictEqual(rolledOut(filters)?.variant, expected, JSON.stringify(filters))
  }
})
