import { assert, describe, it } from "@effect/vitest"
import { type Described, undescribed } from "@hedgerow/core/definitions/Definition"
import type { DescriptionChanges } from "@hedgerow/core/definitions/DefinitionFields"
import { describe as describeName } from "@hedgerow/core/definitions/Describing"
import type { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Result } from "effect"

const then = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const at = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const [ann, bob] = [1, 2] as ReadonlyArray<number> as readonly [UserId, UserId]

const known: Described = { ...undescribed, updated_at: then, updated_by: ann }
const verified: Described = { ...known, verified: true, verified_at: then, verified_by: ann }
const hidden: Described = { ...known, hidden: true }
const byBob = { updated_at: at, updated_by: bob }

const cases: ReadonlyArray<readonly [rule: string, before: Described, changes: DescriptionChanges, after: Described]> =
  [
    ["nothing said changes nothing but who said it", known, {}, { ...known, ...byBob }],
    ["who verifies is remembered", known, { verified: true }, {
      ...known,
      ...byBob,
      verified: true,
      verified_at: at,
      verified_by: bob
    }],
    ["what is verified stays so by whom it was", verified, { verified: true }, { ...verified, ...byBob }],
    ["hiding takes the verification away", verified, { hidden: true }, { ...hidden, ...byBob }],
    ["hiding wins over staying unverified", verified, { hidden: true, verified: false }, { ...hidden, ...byBob }],
    ["verifying shows what was hidden", hidden, { verified: true }, {
      ...known,
      ...byBob,
      verified: true,
      verified_at: at,
      verified_by: bob
    }],
    ["taking the verification away hides nothing", verified, { verified: false }, { ...known, ...byBob }],
    ["a description can be taken away", { ...known, description: "x" }, { description: null }, { ...known, ...byBob }],
    ["tags are told apart by their letters alone", known, { tags: ["B", "a", "b", "A b"] }, {
      ...known,
      ...byBob,
      tags: ["b", "a", "a b"]
    }]
  ]

describe("the description of a name", () => {
  for (const [rule, before, changes, after] of cases) {
    it(rule, () => {
      const described = describeName(before, changes, { by: bob, at }, "An event")
      assert.deepStrictEqual(Result.getOrThrow(described), after)
    })
  }

  it("hidden and verified at once are refused", () => {
    const refused = describeName(known, { hidden: true, verified: true }, { by: bob, at }, "A property")
    const error = Result.getOrThrow(Result.flip(refused))
    assert.strictEqual(error.message, "A property cannot be both hidden and verified.")
  })
})
