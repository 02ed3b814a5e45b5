import { assert, it } from "@effect/vitest"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { DateTime } from "effect"

it("only a part of a second is written as a fraction", () => {
  for (const text of ["2026-01-05T09:00:00Z", "2026-01-05T09:00:00.100Z", "1970-01-01T00:00:00Z"]) {
    assert.strictEqual(isoText(DateTime.makeUnsafe(text)), text)
  }
})
