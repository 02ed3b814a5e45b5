import { assert, it } from "@effect/vitest"
import { causeText, errorText } from "@hedgerow/core/shared/CauseText"
import { Cause } from "effect"

const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:5432"), { code: "ECONNREFUSED" })

it("the words of an error name those behind it once, on one line, without secrets", () => {
  const outer = new Error("cannot open postgres://ada:se@c/ret@db/app\n  at once", { cause: refused })
  assert.strictEqual(
    errorText(new AggregateError([outer, outer], "all failed")),
    "all failed: cannot open postgres://ada:[redacted]@db/app at once: connect ECONNREFUSED 10.0.0.1:5432 ECONNREFUSED"
  )
  assert.strictEqual(causeText(Cause.die("away")), "away")
})

it("an error that is its own cause ends, and long words are cut", () => {
  const endless = new Error("x".repeat(600))
  endless.cause = endless
  assert.strictEqual(errorText(endless), "x".repeat(500))
})

it("a secret at the end of long words is hidden before these are cut", () => {
  const words = errorText(new Error(`${"x".repeat(470)} postgres://ada:hunter2hunter2hunter2@db`))
  assert.notInclude(words, "hunter")
})
