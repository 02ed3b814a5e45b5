import { assert, it } from "@effect/vitest"
import { makeKnownBodies } from "@hedgerow/storage-pg/queries/KnownBodies"

const body = (text: string, version = "1") => ({ version, body: text })

it("texts of answers are kept up to a size: those that were used longest ago make room", () => {
  const bodies = makeKnownBodies(10)
  for (const key of ["a", "b", "c"]) bodies.use(key, body(key.repeat(3)))
  bodies.use("a", body("aaa"))
  bodies.use("d", body("ddd"))
  assert.deepStrictEqual(["a", "b", "c", "d"].map((key) => bodies.get(key)?.body), ["aaa", undefined, "ccc", "ddd"])
  bodies.use("c", body("c".repeat(11), "2"))
  assert.isUndefined(bodies.get("c"), "neither the older one nor one that is too large")
  bodies.forget("a")
  bodies.use("e", body("e".repeat(7)))
  assert.deepStrictEqual(["a", "d", "e"].map((key) => bodies.get(key)?.body), [undefined, "ddd", "e".repeat(7)])
})
