import { assert, it } from "@effect/vitest"
import { jsonMembers } from "@hedgerow/core/query/JsonMembers"
import { type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Schema } from "effect"

const membersOf = (text: LongText) =>
  Object.fromEntries([...atOnce(jsonMembers(text))].map(([name, value]) => [name, JSON.parse(wholeText(value))]))

const Members = Schema.Record(Schema.String, Schema.Json)

it.prop("the members of an object are those that JSON reads, with blanks or without", [Members], ([value]) => {
  const read = JSON.parse(JSON.stringify(value))
  assert.deepStrictEqual(Object.entries(membersOf(JSON.stringify(value))), Object.entries(read))
  assert.deepStrictEqual(Object.entries(membersOf(JSON.stringify(value, null, 2))), Object.entries(read))
})

it("signs inside strings are no signs", () => {
  const value = { "a\"b:,": "\\\"]}", b: ["{", "\\", ":,"], c: { d: "}" }, e: 1 }
  assert.deepStrictEqual(membersOf(JSON.stringify(value)), value)
  assert.deepStrictEqual(membersOf("{}"), {})
})

it.prop("the members are the same wherever the text is cut into pieces", [Members], ([value]) => {
  const text = JSON.stringify({ ...value, "a\\\"b": ["\\\\\"", "\\", { "]": ",:" }] })
  for (const size of [1, 2, 3, 7]) {
    assert.deepStrictEqual(membersOf(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []), JSON.parse(text))
  }
})

it("a long text is looked through in steps, as many as it is long", () => {
  const text = (count: number) => JSON.stringify({ results: Array.from({ length: count }, () => ["", []]), a: 1 })
  const steps = (text: string) => [...jsonMembers(text)].length
  assert.strictEqual(steps(text(10)), 0)
  const once = steps(text(200_000))
  assert.isAbove(once, 8)
  assert.closeTo(steps(text(400_000)), 2 * once, 2)
})
