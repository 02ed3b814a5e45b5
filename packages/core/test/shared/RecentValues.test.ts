import { assert, it } from "@effect/vitest"
import { makeRecentValues } from "@hedgerow/core/shared/RecentValues"

it("values are kept up to a size: those that were used longest ago make room", () => {
  const recent = makeRecentValues<string>((value) => value.length, 10)
  for (const key of ["a", "b", "c"]) recent.use(key, key.repeat(3))
  recent.use("a", "aaa")
  recent.use("d", "ddd")
  assert.deepStrictEqual(["a", "b", "c", "d"].map(recent.get), ["aaa", undefined, "ccc", "ddd"])
  recent.use("c", "c".repeat(11))
  assert.isUndefined(recent.get("c"), "neither the older one nor one that is too large")
  recent.forget("a")
  recent.use("e", "e".repeat(7))
  assert.deepStrictEqual(["a", "d", "e"].map(recent.get), [undefined, "ddd", "e".repeat(7)])
})
