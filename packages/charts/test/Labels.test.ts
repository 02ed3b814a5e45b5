import { assert, describe, it } from "@effect/vitest"
import { changeText, label, numberText, percentText, rangeText } from "@hedgerow/charts"
import { shortNumber } from "@hedgerow/charts/drawing/Labels"

describe("labels", () => {
  it.each<readonly [text: string, most: number, shown: string]>([
    ["signed up", 32, "signed up"],
    ["  many \n\t spaces  ", 32, "many spaces"],
    ["abcdefghij", 10, "abcdefghij"],
    ["abcdefghijk", 10, "abcdefghi…"],
    ["🦔🦔🦔🦔", 3, "🦔🦔…"],
    ["turned \u202earound\u202c", 32, "turned around"],
    ["nul \u0000 and \u0008 and \uffff and \ud800", 32, "nul and and and"],
    ["__proto__", 32, "_\u2060_proto__"],
    ["", 10, ""]
  ])("%j of %i letters is %j", (text, most, shown) => {
    assert.strictEqual(label(text, most), shown)
  })

  it("of very long texts are short and cost little", () => {
    assert.strictEqual(label("x".repeat(10_000_000), 20).length, 20)
  })

  it.each<readonly [text: string, expected: string]>([
    [numberText(1234567.891), "1,234,567.89"],
    [numberText(0.125), "0.125"],
    [numberText(0.00012345), "0.000123"],
    [numberText(0), "0"],
    [shortNumber(9_999), "9,999"],
    [shortNumber(12_345), "12.3K"],
    [shortNumber(-2_500_000), "-2.5M"],
    [percentText(0.1234), "12.3 %"],
    [percentText(3), "300 %"],
    [percentText(123.456), "12.3K %"],
    [changeText(0.05), "+5 %"],
    [changeText(-0.05), "-5 %"],
    [changeText(0), "0 %"],
    [rangeText([-0.01, 0.2]), " (-1 to +20 %)"],
    [rangeText(null), ""]
  ])("numbers: %s", (text, expected) => {
    assert.strictEqual(text, expected)
  })
})
