import { assert, describe, it } from "@effect/vitest"
import {
  cutIdentifier,
  holdoutHash,
  isWithin,
  percentageOf,
  rolloutHash,
  variantAt,
  variantBounds,
  variantHash
} from "@hedgerow/core/evaluation/Hashing"
import { sha1Head } from "@hedgerow/core/evaluation/Sha1"
import { Schema } from "effect"
import { createHash } from "node:crypto"

const digest = (text: string): number =>
  Number(BigInt(`0x${createHash("sha1").update(text).digest("hex").slice(0, 15)}`))

const Parts = Schema.Tuple([Schema.String, Schema.String, Schema.String])

describe("SHA-1", () => {
  it("is that of the platform for texts of every length and width", () => {
    for (const letter of ["a", "é", "漢", "😀", "\ud800"]) {
      for (let length = 0; length < 150; length++) {
        const text = letter.repeat(length)
        assert.strictEqual(sha1Head("k.", text, "v"), digest(`k.${text}v`), `${letter} ${length}`)
      }
    }
  })

  it("is that of the platform for a long text", () => {
    const text = "long".repeat(300_000)
    assert.strictEqual(sha1Head("", text, ""), digest(text))
  })

  it.prop("is that of the platform for any text", [Parts], ([[prefix, text, suffix]]) => {
    assert.strictEqual(
      sha1Head(prefix, text, suffix),
      digest(`${prefix.toWellFormed()}${text.toWellFormed()}${suffix.toWellFormed()}`)
    )
  })
})

describe("Hashing", () => {
  it("gives the published hashes", () => {
    assert.deepStrictEqual([
      rolloutHash("beta-search-rollout", "user-61"),
      rolloutHash("beta-search-staged", "user-105"),
      rolloutHash("org-dashboard", "org-9"),
      rolloutHash("org-dashboard", "42"),
      variantHash("checkout-layout", "user-17"),
      variantHash("checkout-layout-bad-override", "user-17"),
      variantHash("checkout-experiment", "user-77")
    ], [
      0.0042305989144046955,
      0.16767177534121008,
      0.5753119444222963,
      0.5997466051660167,
      0.13678069113210306,
      0.5028208481218698,
      0.9625813403348775
    ])
  })

  it("puts an empty identifier first, but not in holdouts", () => {
    assert.strictEqual(rolloutHash("beta-search", ""), 0)
    assert.strictEqual(variantHash("beta-search", ""), 0)
    assert.strictEqual(sha1Head("beta-search.", "", "") / 2 ** 60, 0.6211969413249854)
    assert.strictEqual(holdoutHash(""), digest("holdout-") / 2 ** 60)
  })

  it("counts identifiers to 200 characters of any width", () => {
    assert.strictEqual(cutIdentifier("a".repeat(201)), "a".repeat(200))
    assert.strictEqual(cutIdentifier("😀".repeat(201)), "😀".repeat(200))
    assert.strictEqual(cutIdentifier("😀".repeat(150)), "😀".repeat(150))
    assert.strictEqual(cutIdentifier("é".repeat(200)), "é".repeat(200))
  })

  const thresholds: ReadonlyArray<readonly [hash: number, percentage: number, isIn: boolean]> = [
    [0.5, 50, true],
    [0.5000000000000001, 50, false],
    [0, 0, true],
    [0.33340000000000003, 33.34, true],
    [0.6667000000000002, 66.67, false]
  ]
  it.for(thresholds)("%d of %d %% is in: %s", ([hash, percentage, isIn]) => {
    assert.strictEqual(isWithin(hash, percentage), isIn)
  })

  const shares: ReadonlyArray<readonly [hash: number, percentages: ReadonlyArray<number>, place: number]> = [
    [0.5, [50, 50], 1],
    [0.3, [10, 20, 30, 40], 1],
    [0.6, [10, 20, 30, 40], 2],
    [0.6666, [33.33, 33.33, 33.34], 2],
    [0.9999999999999999, [1.01, 10.02, 88.97], -1],
    [1, [1.01, 10.02, 88.97], -1],
    [0, [0, 100], 1],
    [0.5, [], -1]
  ]
  it.for(shares)("%d of %j is variant %d", ([hash, percentages, place]) => {
    assert.strictEqual(variantAt(variantBounds(percentages), hash), place)
  })

  it("reads percentages; none is everybody, and a value that is no number is nobody", () => {
    assert.deepStrictEqual([null, undefined, 25.5, "40"].map(percentageOf), [100, 100, 25.5, 40])
    assert.deepStrictEqual([{}, true, "all"].map((value) => isWithin(0, percentageOf(value))), [false, false, false])
  })
})
