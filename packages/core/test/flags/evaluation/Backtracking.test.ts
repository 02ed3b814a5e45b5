import { assert, describe, it } from "@effect/vitest"
import { explainFlag } from "@hedgerow/core/flags/evaluation/ExplainFlag"
import {
  compileBacktracking,
  maxBacktrackingSteps,
  type Search
} from "@hedgerow/core/flags/evaluation/regex/Backtracking"
import { compileFlagRegex } from "@hedgerow/core/flags/evaluation/RegexOperators"
import { Option, Result, Schema } from "effect"
import { RE2JS } from "re2js"
import { answers, compile, condition, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"
import { type Dice, makeDice } from "./RandomFlags.ts"

const searchFor = (pattern: string, text: string): Search =>
  Option.getOrThrowWith(compileBacktracking(pattern), () => new Error(`${pattern} is not read`)).search(text)

const isFound = (pattern: string, text: string): boolean | undefined => searchFor(pattern, text).isFound

type Row = readonly [pattern: string, yes: ReadonlyArray<string>, no: ReadonlyArray<string>]

const rows: ReadonlyArray<Row> = [
  ["^(?!test).*@x\\.io$", ["me@x.io", "a.test@x.io"], ["test@x.io", "testing@x.io", "me@x.iox"]],
  ["^(?=.*\\d)(?=.*[a-z]).{4,}$", ["a1bc", "1234x"], ["abcd", "1a", "1234"]],
  ["(?<=@)x\\.io$", ["me@x.io"], ["mex.io", "@x_io"]],
  ["(?<!\\.)\\bio$", ["x io"], ["x.io", "radio"]],
  ["(?<=a.{1,3})z", ["abz", "abcdz"], ["az", "abcdez"]],
  ["(\\w+)@\\1\\.io", ["acme@acme.io"], ["acme@other.io"]],
  ["(?P<name>\\w+)@(?P=name)", ["a@a"], ["a@b"]],
  ["(?<name>\\w+)@\\k<name>$", ["ab@ab"], ["ab@a"]],
  ["(?i)^(a)\\1$", ["aa", "aA", "AA"], ["ab", "a"]],
  ["(?i)(?!admin)^straße", ["STRAßE"], ["admin"]],
  ["(?s)(?=a)a.b", ["a\nb"], ["ab"]],
  ["(?m)(?!x)^b$", ["a\nb\nc"], ["a\nxb"]],
  ["(?=a)(?i:A)b", ["ab"], ["aB", "Ab"]],
  ["(?>a+)ab", [], ["aaab"]],
  ["(?>a|ab)c", ["ac"], ["abc"]],
  ["(a)(?>b+)(c)\\2", ["abcc"], ["abca"]],
  ["a++b", ["aaab"], ["b"]],
  ["\\w++@", ["me@"], ["@"]],
  ["(?=a)[a-c]*+c", [], ["abc"]],
  ["\\Aab(?!c)\\z", ["ab"], ["abc", "xab"]],
  ["(?=é)\\x{e9}\\-\\_\\@", ["é-_@"], ["é-_"]],
  ["^(?!.*😀).$", ["😁", "a"], ["😀", "ab"]],
  ["(?!a)(?:)*b", ["b"], ["a"]],
  ["(?=(a*?))\\1b", ["aab", "b"], ["a"]],
  ["(a|b)*?(?!.)c*$", ["ab", ""], []],
  // A group that has matched nothing cannot be repeated.
  ["(?:(a)|b)\\1$", ["aa"], ["b", "bb"]],
  // Most of what only the engines of other languages read stays literal or is refused below.
  ["(?=a)a{,2}", ["a{,2}"], ["aa"]]
]

const refused = [
  "(?=a",
  "(?!a))",
  "(?=a)[[:alpha:]]",
  "(?=a)[a&&b]",
  "(?=a)[]a]",
  "(a)\\2",
  "\\k<none>(?=a)",
  "(?P=none)(?=a)",
  "(?x)(?=a) b",
  "a(?i)b(?=c)",
  "(?R)(?=a)",
  "(?=a)*",
  "(?=a)\\Q.\\E",
  "(?(1)a|b)(?=a)",
  "(?=a)".repeat(4_000),
  "(".repeat(300) + "(?=a)" + ")".repeat(300)
]

describe("Patterns that RE2 lacks", () => {
  it.for(rows)("%s", ([pattern, yes, no]) => {
    for (const text of yes) assert.isTrue(isFound(pattern, text), text)
    for (const text of no) assert.isFalse(isFound(pattern, text), text)
    assert.isTrue(Option.isSome(compileFlagRegex(pattern)))
  })

  it.for(refused)("%s is refused", (pattern) => assert.isTrue(Option.isNone(compileFlagRegex(pattern))))

  it("end after so many steps, whatever they are and however long the text is", () => {
    const hostile: ReadonlyArray<readonly [pattern: string, text: string]> = [
      ["^(?=a)(a+)+$", `${"a".repeat(5_000)}!`],
      ["(?=a)(a|a)*b", "a".repeat(5_000)],
      ["(a*)*(?!.)b", "a".repeat(5_000)],
      ["(.*)\\1\\1x", "a".repeat(20_000)],
      ["(?=(.*)*x)", "a".repeat(20_000)],
      ["(?:(?=.*.*.*x)a|b)*c", "ab".repeat(2_000)],
      ["(?<=(a+)+)b(?=c)", `${"a".repeat(5_000)}b`],
      ["(?!x)(?:.{1,200}){5}y", "a".repeat(200_000)],
      ["(?=a)b", "x".repeat(10_000_000)]
    ]
    for (const [pattern, text] of hostile) {
      const { isFound, steps } = searchFor(pattern, text)
      assert.isUndefined(isFound, pattern)
      assert.isBelow(steps, maxBacktrackingSteps + 30_000, pattern)
    }
  })

  it("a long text exhausts no stack", () => {
    assert.isTrue(isFound("^(?!b)(?:a|b)*$", "ab".repeat(10_000)))
    assert.isTrue(isFound("^(?!b)[^x]*?y$", `${"ab".repeat(10_000)}y`))
  })

  it("that are given up hold for nobody, negated or not, and the explanation says so", () => {
    for (const operator of ["regex", "not_regex"]) {
      const flag = makeFlag({
        key: "f",
        filters: { groups: [condition([person("p", "^(?=a)(a+)+$", operator)]), condition([person("q", "x")])] }
      })
      const compiled = compile({ flags: [flag] })
      const personProperties = { p: `${"a".repeat(5_000)}!`, q: "x" }
      assert.deepStrictEqual(answers(compiled, { personProperties }), { f: "true · condition_match(1)" })
      const { conditions } = explainFlag(compiled, "f", makeRequest({ personProperties }))
      assert.deepStrictEqual(conditions.map(({ outcome, properties: [property] }) => [outcome, property?.isGivenUp]), [
        ["no_condition_match", true],
        ["condition_match", false]
      ])
    }
  })
})

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

const atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\d", "\\s", "\\W", "-", "\\.", "1", " "]
const counts = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{1,2}", "{0,2}?", "{2}"]

/** A pattern of what all engines read alike; the second kind has what RE2 lacks. */
const writePattern = (dice: Dice, depth: number, hasLooks: boolean): string => {
  const inner = () => writePattern(dice, depth - 1, hasLooks)
  const one = (): string => {
    const kind = depth === 0 ? 0 : dice.below(hasLooks ? 12 : 8)
    if (kind < 4) return dice.oneOf(atoms) + dice.oneOf(counts)
    if (kind === 4) return dice.oneOf(["^", "$", "\\b", "\\B"])
    if (kind === 5) return `(?:${inner()})${dice.oneOf(counts)}`
    if (kind === 6) return `(${inner()})${dice.oneOf(counts)}`
    if (kind === 7) return `(?:${inner()}|${inner()})`
    if (kind === 8) return `(?=${inner()})`
    if (kind === 9) return `(?!${inner()})`
    return kind === 10 ? `(?<=${inner()})` : `(?<!${inner()})`
  }
  return Array.from({ length: 1 + dice.below(3) }, one).join("")
}

const writeText = (dice: Dice): string =>
  dice.some(9, () => dice.oneOf(["a", "b", "c", "1", "-", " ", ".", "a", "b", "\n", "é"])).join("")

const inJavaScript = (pattern: string, text: string): boolean | undefined =>
  Result.getOrUndefined(Result.try(() => new RegExp(pattern, "u").test(text)))

it.prop("agree with JavaScript", [Seed], ([seed]) => {
  const dice = makeDice(seed)
  const written = writePattern(dice, 3, true)
  const pattern = dice.chance(25) ? `(?<g>${writePattern(dice, 1, false)})${written}\\k<g>` : written
  for (let count = 0; count < 5; count++) {
    const text = writeText(dice)
    const expected = inJavaScript(pattern, text)
    const found = Option.getOrUndefined(compileBacktracking(pattern))?.search(text)
    if (expected === undefined || found !== undefined && found.isFound === undefined) continue
    assert.strictEqual(found?.isFound, expected, JSON.stringify({ pattern, text }))
  }
}, { arbitrary: { runs: 3_000 } })

it.prop("agree with RE2 where it knows them too", [Seed], ([seed]) => {
  const dice = makeDice(seed)
  const pattern = writePattern(dice, 3, false)
  const re2 = Result.getOrUndefined(Result.try(() => RE2JS.compile(pattern)))
  const ours = Option.getOrUndefined(compileBacktracking(pattern))
  for (let count = 0; count < 5; count++) {
    const text = writeText(dice)
    const found = ours?.search(text).isFound
    if (re2 === undefined || found === undefined) continue
    assert.strictEqual(found, re2.test(text), JSON.stringify({ pattern, text }))
  }
}, { arbitrary: { runs: 2_000 } })
