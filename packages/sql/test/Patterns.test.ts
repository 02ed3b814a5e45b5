import { assert, describe, it } from "@effect/vitest"
import { canBeEmpty, formOf, groupCount } from "@hedgerow/sql/patterns/PatternForm"
import { PatternRefused, readPattern } from "@hedgerow/sql/patterns/PatternParser"
import { RE2JS } from "re2js"

/** Patterns, how many groups they have, and what is known of their matches. */
const read: ReadonlyArray<readonly [pattern: string, groups: number, isPlain: boolean, isEmpty: boolean]> = [
  ["", 0, true, true],
  ["abc", 0, true, false],
  ["[0-9]+", 0, true, false],
  ["/([0-9]+)/", 1, true, false],
  ["utm_source=([^&]*)", 1, true, false],
  ["(?i)^[a-z]", 0, true, false],
  ["(?P<year>\\d{4})-(?<month>\\d{2})", 2, true, false],
  ["^(.*)@(.*)$", 2, true, false],
  ["^https?://(www\\.)?([^/]+).*", 2, true, false],
  ["[[:alpha:]_]+\\x{e4}?", 0, true, false],
  ["a*", 0, true, true],
  ["(a|b)+", 1, true, false],
  ["a|ab", 0, false, false],
  ["(a*)(ab)?", 2, false, true],
  [".*?x", 0, false, false],
  [".*x", 0, false, false],
  ["(?:a|aa)+", 0, false, false]
]

const refused = [
  "(",
  "a)",
  "[a",
  "*a",
  "a**",
  "a{300}",
  "((a{100}){100})",
  "a{2,1}",
  "(?=a)",
  "(?i:a)b(?s)",
  "\\1",
  "\\pL",
  "\\Qa\\E",
  "[z-a]",
  "[[:nothing:]]",
  "\\x00",
  "^*",
  "\\",
  "(".repeat(200),
  "a".repeat(1_001)
]

describe("patterns", () => {
  for (const [pattern, groups, isPlain, isEmpty] of read) {
    it(`${pattern} is read`, () => {
      const found = readPattern(pattern)
      if (found instanceof PatternRefused) throw new Error(found.reason)
      assert.deepStrictEqual([groupCount(found), formOf(found).isPlain, canBeEmpty(found)], [groups, isPlain, isEmpty])
      assert.strictEqual(RE2JS.compile(pattern).groupCount(), groups)
    })
  }

  for (const pattern of refused) {
    it(`${pattern.slice(0, 20)} is refused`, () => {
      assert.instanceOf(readPattern(pattern), PatternRefused)
    })
  }
})
