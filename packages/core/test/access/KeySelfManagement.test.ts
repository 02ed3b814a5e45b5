import { assert, describe, it } from "@effect/vitest"
import type { Caller } from "@hedgerow/core/access/Caller"
import { type KeyAction, mayUseKeys } from "@hedgerow/core/access/KeySelfManagement"

const withKey = { key: { id: "own" } } as Caller
const withoutKey = { key: undefined } as Caller

const cases: ReadonlyArray<readonly [KeyAction, byKey: boolean]> = [
  [{ _tag: "Retrieve", id: "@current" }, true],
  [{ _tag: "Retrieve", id: "own" }, true],
  [{ _tag: "Retrieve", id: "other" }, false],
  [{ _tag: "Manage" }, false]
]

describe("managing keys", () => {
  for (const [action, byKey] of cases) {
    it(`${JSON.stringify(action)}: a login may, a key may ${byKey ? "too" : "not"}`, () => {
      assert.isTrue(mayUseKeys(withoutKey, action))
      assert.strictEqual(mayUseKeys(withKey, action), byKey)
    })
  }
})
