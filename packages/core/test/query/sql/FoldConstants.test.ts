import { assert, describe, it } from "@effect/vitest"
import { fold } from "@hedgerow/sql/evaluate/FoldConstants"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { call, int64, literal, string } from "@hedgerow/sql/typing/PlanExpr"
import { exprText } from "./PlanText.ts"

describe("constants", () => {
  const cases: ReadonlyArray<readonly [written: string, plan: string]> = [
    ["now() - interval 30 day", "1576066440000000:DateTime64(6, 'UTC')"],
    ["toStartOfMonth(now() - interval 1 month)", "18231:Date"],
    ["1 + 2 * 3 - 4", "3:Int64"],
    ["intDiv(1, 0)", "null:Nullable(Int64)"],
    ["9223372036854775807 + 1", "null:Nullable(Int64)"],
    ["upper(concat('a', 1, lower('B')))", "'A1B':String"],
    ["toInt('7') > 6 and not false", "1:UInt8"],
    ["if(1 % 2 = 1, 'odd', 'even')", "'odd':String"],
    ["toDate('2024-02-31')", "null:Nullable(Date)"],
    ["toDateTime('2024-01-01 00:00:00', 'Europe/Berlin') + 1", "1704063601000000:DateTime64(6, 'Europe/Berlin')"],
    ["'b' > 'a'", "1:UInt8"],
    ["event = concat('a', 'b')", "equals(events_1.event, 'ab':String)"],
    ["if(1 = 1, event, 'x')", "events_1.event"],
    ["if(1 = 1, event, null)", "cast(events_1.event)"],
    ["if(null, event, distinct_id)", "events_1.distinct_id"],
    [
      "multiIf(1 = 2, 'a', event = 'b', 'c', event)",
      "if(equals(events_1.event, 'b':String), 'c':String, events_1.event)"
    ],
    [
      "multiIf(event = 'b', 'c', 1 = 1, event, 'd')",
      "if(equals(events_1.event, 'b':String), 'c':String, events_1.event)"
    ],
    ["'ab' like 'a%'", "like('ab':String, 'a%':String)"]
  ]
  for (const [written, plan] of cases) {
    it(written, () => assert.strictEqual(exprText(`select ${written} from events`), plan))
  }

  it("of long texts stay calls: nested ones cannot make a text that is long", () => {
    const doubled = (text: Expr): Expr => call("concat", [text, text], string)
    let text: Expr = literal("ab", string)
    for (let i = 0; i < 12; i++) text = doubled(text)
    assert.strictEqual(text._tag, "Call")
    assert.strictEqual(doubled(literal("a".repeat(500), string))._tag, "Literal")
    assert.strictEqual(doubled(literal("a".repeat(501), string))._tag, "Call")
  })

  it("are folded where all arguments are constants, and nowhere else", () => {
    const column: Expr = { _tag: "Column", source: "e", name: "x", type: int64 }
    const sum: Expr = { _tag: "Call", fn: "plus", args: [column, literal(1, int64)], type: int64 }
    assert.strictEqual(sum._tag === "Call" ? fold(sum) : undefined, sum)
  })
})
