import { assert, it } from "@effect/vitest"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"

it("a store that cannot be used says why in one line, which quotes no event", () => {
  const wordsFor = (cause: unknown) => new EventStoreUnavailable({ cause }).message
  assert.strictEqual(wordsFor(new Error("no room\n{\"event\":1}")), "The store of events cannot be used now: no room")
  assert.strictEqual(wordsFor("away"), "The store of events cannot be used now: away")
  assert.strictEqual(wordsFor(Object.create(null)), "The store of events cannot be used now")
})
