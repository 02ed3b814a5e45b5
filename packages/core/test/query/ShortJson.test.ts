import { assert, it } from "@effect/vitest"
import { shortJson } from "@hedgerow/core/query/ShortJson"
import { atOnce } from "@hedgerow/sql/types/Steps"

const texts = ["", "a\"b\\", "é😀".repeat(50), "\\".repeat(99), `x${"\u0001".repeat(40)}`, "\ud800".repeat(20), "\n\t/"]
const value = { results: texts.map((text, index) => [text, index + 0.5, null, [], { a: text }]), b: { c: true } }

/** The text in pieces of about so many characters, none of which ends within one. */
const piecesOf = (text: string, length: number): ReadonlyArray<string> =>
  text.match(new RegExp(`[^]{1,${length}}`, "gu")) ?? []

const short = (text: string | ReadonlyArray<string>, string: number, whole = Infinity) =>
  atOnce(shortJson(text, { string, whole }))

/** The characters of a text that take at most so many as JSON. */
const startOf = (text: string, most: number): string => {
  let start = ""
  for (const character of text) {
    if (JSON.stringify(start + character).length - 2 > most) return start
    start += character
  }
  return start
}

it("strings are cut between characters and between escapes, wherever the text is cut into pieces", () => {
  const json = JSON.stringify(value)
  for (const most of [7, 8, 9, 10, 11, 12, 50, 1_000]) {
    const expected = JSON.parse(json, (_, one: unknown) => typeof one === "string" ? startOf(one, most) : one)
    for (const length of [1, 2, 3, 5, 64, 10_000]) {
      assert.deepStrictEqual(JSON.parse(short(piecesOf(json, length), most) ?? ""), expected, `${most} ${length}`)
    }
  }
})

it("there is no text where it is longer than the limit even so", () => {
  assert.strictEqual(short(JSON.stringify(value), 10, 10), undefined)
  const large = JSON.stringify(Array.from({ length: 1_000 }, () => "x".repeat(10_000)))
  assert.strictEqual(short(piecesOf(large, 65_536), 32, 40_000)?.length, 35_001)
  assert.strictEqual(short(piecesOf(large, 65_536), 32, 30_000), undefined)
})

it("a long text is read in steps", () => {
  const large = JSON.stringify(Array.from({ length: 100 }, () => "x".repeat(20_000)))
  assert.isAbove([...shortJson(large, { string: 10, whole: 10_000 })].length, 10)
})
