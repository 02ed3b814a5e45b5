import { assert, describe, it } from "@effect/vitest"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import { civilOf, dateText, daysOf } from "@hedgerow/sql/evaluate/dates/Civil"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import { likeMatcher } from "@hedgerow/sql/evaluate/functions/Like"
import { noMeter } from "@hedgerow/sql/evaluate/Meter"
import { CellKeys } from "@hedgerow/storage-memory/query/CellKey"
import { Schema } from "effect"

/** Short texts of few letters, so that patterns often match. */
const Short = Schema.Array(Schema.Literals(["a", "b", "\u{1f33f}", "\uff5e"])).check(Schema.isMaxLength(8))
const Pattern = Schema.Array(Schema.Literals(["a", "b", "\u{1f33f}", "%", "_"])).check(Schema.isMaxLength(8))

/** LIKE as its definition reads, slow on purpose. */
const likeByDefinition = (text: ReadonlyArray<string>, pattern: ReadonlyArray<string>): boolean => {
  const [token, ...rest] = pattern
  if (token === undefined) return text.length === 0
  if (token === "%") {
    return Array.from({ length: text.length + 1 }, (_, i) => i).some((i) => likeByDefinition(text.slice(i), rest))
  }
  const [point, ...others] = text
  return point !== undefined && (token === "_" || token === point) && likeByDefinition(others, rest)
}

describe("LIKE", () => {
  it.prop("matches what its definition does", [Short, Pattern], ([text, pattern]) => {
    assert.strictEqual(likeMatcher(pattern.join(""))(text.join("")), likeByDefinition(text, pattern))
  })

  it("takes no exponential time", () => {
    const matches = likeMatcher(`${"%a_a".repeat(40)}%b`)
    assert.isFalse(matches("a".repeat(5000)))
  })
})

describe("text order", () => {
  it.prop("goes by code point", [Short, Short], ([a, b]) => {
    const points = (text: ReadonlyArray<string>) => text.map((point) => point.codePointAt(0) ?? 0)
    const [x, y] = [points(a), points(b)]
    const at = x.findIndex((point, i) => point !== y[i])
    const expected = at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1)
    assert.strictEqual(Math.sign(compareText(a.join(""), b.join(""))), Math.sign(expected))
  })

  it.prop("is the same behind a long part that both have", [Short, Short], ([a, b]) => {
    const order = compareText(a.join(""), b.join(""))
    for (const length of [1023, 1024, 1025, 5000]) {
      const both = "y".repeat(length)
      assert.strictEqual(Math.sign(compareText(both + a.join(""), both + b.join(""))), Math.sign(order))
    }
  })
})

describe("keys of several cells", () => {
  const keys = new CellKeys({ ...noMeter, keep: () => undefined })
  const Cell = Schema.NullOr(Schema.Union([Short.pipe(Schema.toType), Schema.Literals([0, 1, 10, 11])]))
  const asCell = (value: typeof Cell.Type) => Array.isArray(value) ? value.join("") : value as number | null

  it.prop("are equal exactly when the cells are", [Cell, Cell, Cell, Cell], ([a, b, c, d]) => {
    const [left, right] = [[asCell(a), asCell(b)], [asCell(c), asCell(d)]]
    const sameKinds = left.every((cell, i) => cell === null || right[i] === null || typeof cell === typeof right[i])
    if (sameKinds) {
      assert.strictEqual(keys.ofAll(left) === keys.ofAll(right), JSON.stringify(left) === JSON.stringify(right))
    }
  })

  it("of long texts are short, and equal exactly when the texts are", () => {
    const long = (count: number, end = "") => `${"x".repeat(count)}${end}`
    const texts = [
      long(8192),
      long(8192, "a"),
      long(8192, "b"),
      long(8193),
      long(16384),
      long(16384, "a"),
      long(50_000)
    ]
    const found = texts.map((text) => keys.of(text))
    assert.strictEqual(new Set(found).size, texts.length)
    assert.deepStrictEqual(texts.map((text) => keys.of(text)), found)
    assert.strictEqual(new Set(texts.map((text) => keys.ofAll([1, text]))).size, texts.length)
    assert.strictEqual(new Set(texts.map((text) => keys.ofAll([[text], "a"]))).size, texts.length)
    assert.notStrictEqual(keys.ofAll([long(9000), "a"]), keys.ofAll([long(9000), "b"]))
    for (const key of found.slice(1)) assert.typeOf(key, "bigint")
    assert.strictEqual(keys.ofAll([long(9000), "a"]), keys.ofAll([long(9000), "a"]))
  })
})

describe("the calendar", () => {
  it("agrees with Date from 1890 to 2210", () => {
    for (let days = daysOf(1890, 1, 1); days <= daysOf(2210, 12, 31); days++) {
      assert.strictEqual(dateText(days), new Date(days * 86_400_000).toISOString().slice(0, 10))
      const { day, month, year } = civilOf(days)
      if (daysOf(year, month, day) !== days) assert.fail(`${dateText(days)} does not come back`)
    }
  })
})

describe("time zones", () => {
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Sao_Paulo"
  ] as const
  const Instant = Schema.Int.check(Schema.isBetween({ minimum: -2_208_000_000, maximum: 7_257_000_000 }))
  const Micro = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999 }))

  const shown = (second: number, zone: string): string =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(second * 1000)

  it.prop("show what Intl shows", [Instant, Micro, Schema.Literals(zones)], ([second, micro, zone]) => {
    const wall = timeZone(zone).toWall(second * 1_000_000 + micro)
    const text = new Date(Math.floor(wall / 1_000_000) * 1000).toISOString().slice(0, 19).replace("T", " ")
    assert.strictEqual(text, shown(second, zone))
    assert.strictEqual(wall - Math.floor(wall / 1_000_000) * 1_000_000, micro)
  })

  it.prop(
    "come back to the same wall clock, at the earlier time",
    [Instant, Schema.Literals(zones)],
    ([second, zone]) => {
      const { toInstant, toWall } = timeZone(zone)
      const instant = second * 1_000_000
      const back = toInstant(toWall(instant))
      assert.strictEqual(toWall(back), toWall(instant))
      assert.isAtMost(back, instant)
    }
  )

  it("find each change to the second", () => {
    const { toWall } = timeZone("Europe/Berlin")
    const change = Date.UTC(2024, 2, 31, 1) * 1000
    assert.strictEqual(toWall(change - 1) - (change - 1), 3_600_000_000)
    assert.strictEqual(toWall(change) - change, 7_200_000_000)
  })
})
