import { assert, it } from "@effect/vitest"
import { fault, faultsOfEach } from "@hedgerow/core/evaluation/filters/FilterFault"

it("faults of many items are collected until 100 are found", () => {
  let looked = 0
  const found = faultsOfEach(Array.from({ length: 10_000 }, (_, index) => index), (index) => {
    looked++
    return index % 2 === 0 ? [fault([index], "a", "a"), fault([index], "b", "b"), fault([index], "c", "c")] : []
  })
  assert.strictEqual(found.length, 100)
  assert.deepStrictEqual([found[0]?.path, found[99]?.path], [[0], [66]])
  assert.strictEqual(looked, 67)
})
