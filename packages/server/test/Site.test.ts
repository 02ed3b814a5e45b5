import { assert, it } from "@effect/vitest"
import { localSite, siteOf } from "@hedgerow/server/config/Site"
import { Option } from "effect"

it("the address is the one that was set, with its path, or this computer's", () => {
  assert.strictEqual(siteOf(Option.some(new URL("https://h.example/data/")), "http://x"), "https://h.example/data")
  assert.strictEqual(siteOf(Option.some(new URL("https://h.example")), "http://x"), "https://h.example")
  assert.strictEqual(siteOf(Option.none(), "http://x"), "http://x")
  assert.strictEqual(localSite("127.0.0.1", 8000), "http://127.0.0.1:8000")
  assert.strictEqual(localSite("::1", 8000), "http://[::1]:8000")
  assert.strictEqual(localSite("[::1]", 8000), "http://[::1]:8000")
  assert.strictEqual(localSite("::", 8000), "http://localhost:8000")
  assert.strictEqual(localSite("0.0.0.0", 8000), "http://localhost:8000")
})
