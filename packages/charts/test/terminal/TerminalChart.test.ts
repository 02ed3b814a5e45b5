import { assert, describe, it } from "@effect/vitest"
import { terminalChart } from "@hedgerow/charts/terminal/TerminalChart"
import { Result } from "effect"

const types = [["day", "Date"], ["visitors", "UInt64"]]
const terminal = { width: 60, height: 6, hasColours: false }

const days = (count: number) =>
  Array.from(
    { length: count },
    (_, day) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)
  )

const draw = (results: ReadonlyArray<ReadonlyArray<unknown>>, more: object = {}, columns: unknown = types) =>
  Result.getOrThrow(terminalChart({ types: columns, results }, { ...terminal, ...more }))

describe("a chart in a terminal", () => {
  it("has the numbers at their heights over their days", () => {
    const text = draw(days(5).map((day, place) => [day, [0, 10, 20, 10, 40][place]]))
    assert.strictEqual(
      text,
      `visitors
        ▲
      40┤                                       ┏━
      30┤                                       ┃
      20┤                   ┏━━━━━━━━━┓         ┃
        │                   ┃         ┃         ┃
      10┤         ┏━━━━━━━━━┛         ┗━━━━━━━━━┛
       0┤━━━━━━━━━┛
        └┬───────────────────┬───────────────────┬▶
2026-01-01          2026-01-03          2026-01-05`
    )
  })

  it("draws each series by itself without colours, and all in one with them", () => {
    const cut = [["day", "Date"], ["browser", "String"], ["n", "UInt64"]]
    const rows = days(4).flatMap((day, place) => [[day, "Chrome", place * 3], [day, "Safari", 2]])
    const plain = draw(rows, {}, cut)
    assert.match(plain, /^Chrome\n[\s\S]+\n\nSafari\n/)
    assert.notInclude(plain, "\u001b")
    const coloured = draw(rows, { hasColours: true }, cut)
    assert.isTrue(coloured.startsWith("\u001b[34m█\u001b[0m Chrome  \u001b[33m█\u001b[0m Safari\n"))
    assert.strictEqual(coloured.split("▲").length, 2)
  })

  it("fits the terminal, however many points and series there are", () => {
    const rows = days(5_000).map((day, place) =>
      [day].concat(Array.from({ length: 20 }, (_, series) => String(series + place % 7)))
    )
    const columns = [["day", "Date"], ...Array.from({ length: 20 }, (_, place) => [`n${place}`, "UInt64"])]
    const text = draw(rows, {}, columns)
    for (const line of text.split("\n")) assert.isAtMost([...line].length, 60)
    assert.include(text, "6 of 20 series are shown, the largest.")
    assert.isBelow(text.split("\n").length, 80)
  })

  it("sends nothing of its data to the terminal but letters", () => {
    const columns = [["day", "Date"], ["\u001b]0;owned\u0007n\u001b[2J\n", "UInt64"]]
    const text = draw([["\u001b[31m2026", 1], ["2026-01-02", 2]], {}, columns)
    assert.notMatch(text.replaceAll("\n", ""), /\p{Cc}/u)
  })

  it("of one point, of equal and of negative numbers is a chart too", () => {
    assert.include(draw([["2026-01-01", 5]]), "2026-01-01")
    assert.include(draw([["2026-01-01", 0], ["2026-01-02", 0]]), "2026-01-01")
    assert.include(draw([["2026-01-01", -5], ["2026-01-02", 5]]), "-5")
    assert.include(draw([["2026-01-01", null], ["2026-01-02", 5]]), "2026-01-02")
  })

  it("needs a time and numbers", () => {
    for (
      const [columns, rows] of [[[["event", "String"], ["n", "UInt64"]], [["a", 1]]], [types, []], [undefined, "x"]]
    ) {
      assert.isTrue(Result.isFailure(terminalChart({ types: columns, results: rows }, terminal)))
    }
  })
})
