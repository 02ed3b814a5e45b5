import { assert, it } from "@effect/vitest"
import { correlationsOf, type NameCounts } from "@hedgerow/core/query/kinds/correlation/Correlations"

it("the ten strongest names of each direction are found, by their odds and then by name", () => {
  const names = new Map<string, NameCounts>(
    Array.from({ length: 30 }, (_, index) => {
      const converted = index % 2 === 0 ? 40 - index : 1
      const left = index % 2 === 0 ? 1 : 40 - index
      return [`n${String(index).padStart(2, "0")}`, { converted, left }] as const
    })
  )
  names.set("same as n00", { converted: 40, left: 1 })
  const { found, isSkewed } = correlationsOf(names, { converted: 50, left: 50 })
  assert.isFalse(isSkewed)
  const [success, failure] = [
    "n00,same as n00,n02,n04,n06,n08,n10,n12,n14,n16",
    "n01,n03,n05,n07,n09,n11,n13,n15,n17,n19"
  ]
  assert.strictEqual(found.map(({ name }) => name).join(), `${success},${failure}`)
  assert.strictEqual(found[0]?.oddsRatio, 41 * 50 / (11 * 2))
})

it("names of few actors are left out, and rare outcomes are marked", () => {
  const names = new Map([["rare", { converted: 1, left: 0 }], ["often", { converted: 3, left: 1 }]])
  const { found, isSkewed } = correlationsOf(names, { converted: 100, left: 9 })
  assert.deepStrictEqual(found.map(({ name }) => name), ["often"])
  assert.isTrue(isSkewed)
  assert.deepStrictEqual(correlationsOf(names, { converted: 100, left: 0 }), { found: [], isSkewed: true })
})
