import { ownPath } from "@hedgerow/console/screens/entry/OwnPath"
import { assert, it } from "vitest"

it.each(["/", "/project/1/sql?q=SELECT 1", "/project/1#top"])("%s is a path of the server", (path) => {
  assert.strictEqual(ownPath(path), path)
})

it.each([
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "",
  undefined,
  7,
  ["/"]
])("%s leads to the start", (path) => {
  assert.strictEqual(ownPath(path), "/")
})
