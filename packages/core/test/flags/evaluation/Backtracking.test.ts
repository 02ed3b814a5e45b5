import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { explainFlag } from "@hedgerow/core/evaluation/ExplainFlag"
import { filterFaults } from "@hedgerow/core/evaluation/filters/FilterRules"
import { compileBacktracking, maxBacktrackingSteps, type Search } from "@hedgerow/core/evaluation/regex/Backtracking"
import { compileFlagRegex } from "@hedgerow/core/evaluation/RegexOperators"
import { maxFlagWork } from "@hedgerow/core/evaluation/Work"
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
  ["(a)++b", ["aab"], ["b"]],
  ["(a)++a", [], ["aaa"]],
  ["(a|ab)++c\\1", ["aca"], ["abc"]],
  ["(?:a++b)++c(d)\\1", ["aabdabcdd", "abcdd"], ["abcd"]],
  ["(x)(?:(a)++b)*+(c)\\3\\1", ["xaabccx"], ["xabcx"]],
  ["(?P<n>a)++(?P=n)b(?=c)", [], ["aabc"]],
  ["(?i)(😀|é)\\1(?<=É)!", ["éÉ!", "ÉÉ!"], ["😀😀!", "é!"]],
  ["(?<=(.)\\1)x", [], ["😀😁x"]],
  ["(?<=\\1(.))x", ["😀😀x"], ["😀😁x"]],
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
  "(".repeat(300) + "(?=a)" + ")".repeat(300),
  // Each of these took long to read, or steps that nobody counted.
  "(?=a)(?:){1000000000}",
  "(?=a)(?:(?:){100000}){0,100000}",
  `a(?=b)${"()".repeat(3_000)}`,
  `a(?=b)${"()".repeat(201)}`,
  `a(?=b)${"a++".repeat(201)}`,
  "((a{10}){10}){10}".repeat(500),
  "a{1000}".repeat(1_300),
  `(?i)${"\\p{L}".repeat(51)}`,
  "[".repeat(9_000),
  "\\k{".repeat(3_000)
]

describe("Patterns that RE2 lacks", () => {
  it.for(rows)("%s", ([pattern, yes, no]) => {
    for (const text of yes) assert.isTrue(isFound(pattern, text), text)
    for (const text of no) assert.isFalse(isFound(pattern, text), text)
    assert.isTrue(Option.isSome(compileFlagRegex(pattern)))
  })

  it.for(refused)("%s is refused", (pattern) => assert.isTrue(Option.isNone(compileFlagRegex(pattern))))

  it("end after a limited number of steps, for any pattern and any text", () => {
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

  it("cost no more for groups that have matched nothing", () => {
    const text = "x".repeat(100_000)
    const bare = searchFor("a(?=b)", text)
    assert.isFalse(bare.isFound)
    assert.isAtMost(searchFor(`a(?=b)${"()".repeat(200)}`, text).steps, bare.steps + 200)
  })

  it("count each group of a name that is looked at, each letter that is compared, and each way out of a group", () => {
    const named = (count: number) => `(?:${Array.from({ length: count }, () => "(?<n>b)").join("|")}|a)*?\\k<n>`
    const steps = (pattern: string, text: string) => searchFor(pattern, text).steps
    const text = "a".repeat(20)
    assert.isAbove(steps(named(100), text) - steps(named(10), text), 20 * 90)
    assert.isAbove(steps("(?i)^(a+)\\1$", "aA".repeat(50)), steps("^(a+)\\1$", "a".repeat(100)) + 50 * 4)
    assert.isAbove(
      steps(`${"(?>".repeat(90)}(?:a|b)*${")".repeat(90)}`, "a".repeat(1_000)),
      90 * 1_000 / 8
    )
    assert.isAbove(steps("(?=é)[à-ü]+$", "é".repeat(100)), 300)
  })

  it("are counted in the work of their flag, with reading them", () => {
    const pattern = `a(?=b)${"()".repeat(200)}`
    const conditions = Array.from({ length: 100 }, () => condition([person("p", pattern, "regex")]))
    const compiled = compile({ flags: [makeFlag({ key: "f", filters: { groups: conditions } })] })
    const request = makeRequest({ personProperties: { p: "x".repeat(120_000) } })
    const { flags, work } = evaluateFlags(compiled, request)
    assert.strictEqual(flags.get("f")?.reason.code, "evaluation_limit")
    assert.isBelow(work, maxFlagWork + 5 * maxBacktrackingSteps)
    const reading = Array.from({ length: 100 }, (_, index) => condition([person("p", `${index}a{1000}`, "regex")]))
    const first = evaluateFlags(
      compile({ flags: [makeFlag({ key: "f", filters: { groups: reading } })] }),
      makeRequest({ personProperties: { p: "x" } })
    )
    assert.strictEqual(first.flags.get("f")?.reason.code, "evaluation_limit")
  })

  it("that a flag could not read at once are read by the requests after it", () => {
    const groups = Array.from({ length: 100 }, (_, index) => condition([person("p", `${index}a{1000}`, "regex")]))
    const compiled = compile({ flags: [makeFlag({ key: "f", filters: { groups } })] })
    const answer = () =>
      evaluateFlags(compiled, makeRequest({ personProperties: { p: "x" } })).flags.get("f")?.reason.code
    const codes = [answer(), answer(), answer()]
    assert.deepStrictEqual(codes, ["evaluation_limit", "evaluation_limit", "no_condition_match"])
  })

  it("are refused with the limit that they exceed", () => {
    const messages = (...patterns: ReadonlyArray<string>) =>
      filterFaults({ groups: patterns.map((pattern) => condition([person("p", pattern, "regex")])) })
        .map(({ message }) => message.replace(/: .*/s, ""))
    assert.deepStrictEqual(messages(`a(?=b)${"()".repeat(201)}`), ["A regular expression may have at most 200 groups"])
    assert.deepStrictEqual(messages("\\p{L}".repeat(51)), [
      "A regular expression may have at most 50 Unicode properties"
    ])
    assert.deepStrictEqual(messages(..."a{1000}".repeat(60).match(/.{7}/g) ?? []), [
      "The regular expressions of a feature flag are too large together."
    ])
    assert.deepStrictEqual(messages("^(?!test).*@x\\.io$", "a{1000}"), [])
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
