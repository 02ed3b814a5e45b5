import { assert, it } from "@effect/vitest"
import { exprText, planText, typesOf } from "./PlanText.ts"

const p = "events_1.properties->p"
const q = "events_1.properties->q"
const lit = (value: number) => `${value}:UInt8`

const rules: ReadonlyArray<readonly [written: string, plan: string]> = [
  ["event = 'a'", "equals(events_1.event, 'a':String)"],
  ["event != 'a'", "notEquals(events_1.event, 'a':String)"],
  ["properties.p = 'a'", `isNotDistinct(${p}, 'a':String)`],
  ["properties.p <> 'a'", `isDistinct(${p}, 'a':String)`],
  ["properties.p = properties.q", `isNotDistinct(${p}, ${q})`],
  ["properties.p = null", `isNull(${p})`],
  ["null = properties.p", `isNull(${p})`],
  ["properties.p != null", `isNotNull(${p})`],
  ["properties.p is not null", `isNotNull(${p})`],
  ["null = null", lit(1)],
  ["null != null", lit(0)],
  ["event < 'a'", "less(events_1.event, 'a':String)"],
  ["properties.p < 'a'", `coalesce(less(${p}, 'a':String), ${lit(0)})`],
  ["properties.p >= properties.q", `coalesce(greaterOrEquals(${p}, ${q}), ${lit(0)})`],
  ["properties.p > null", lit(0)],
  ["event like 'a%'", "like(events_1.event, 'a%':String)"],
  ["event not like 'a%'", "not(like(events_1.event, 'a%':String))"],
  ["properties.p like 'a%'", `coalesce(like(${p}, 'a%':String), ${lit(0)})`],
  ["properties.p not like 'a%'", `coalesce(not(like(${p}, 'a%':String)), ${lit(1)})`],
  ["properties.p ilike properties.q", `coalesce(ilike(${p}, ${q}), and(isNull(${p}), isNull(${q})))`],
  ["properties.p not ilike properties.q", `coalesce(not(ilike(${p}, ${q})), or(isNotNull(${p}), isNotNull(${q})))`],
  [
    "event between 'a' and 'b'",
    "and(greaterOrEquals(events_1.event, 'a':String), lessOrEquals(events_1.event, 'b':String))"
  ],
  [
    "properties.p not between 'a' and 'b'",
    `or(coalesce(less(${p}, 'a':String), ${lit(0)}), coalesce(greater(${p}, 'b':String), ${lit(0)}))`
  ],
  ["5 between 1 and 10", lit(1)],
  ["11 between 1 and 10", lit(0)],
  ["null between 1 and 10", lit(0)],
  ["0 not between 1 and 10", lit(1)],
  ["null not between 1 and 10", lit(0)],
  ["properties.p in ('a', null)", `${p} in [a, null]`],
  ["properties.p not in ('a')", `${p} not in [a]`],
  ["event in ('a', properties.p)", `or(events_1.event in [a], isNotDistinct(events_1.event, ${p}))`],
  ["null in (1, null)", lit(1)],
  ["null not in (1, 2)", lit(1)],
  ["event in 'a'", "events_1.event in [a]"],
  ["'a%sd' == 'foo'", lit(0)],
  ["'a%sd' == 'a%sd'", lit(1)],
  ["1 < 2", lit(1)],
  ["properties.p ?? 'x'", `coalesce(${p}, 'x':String)`],
  ["coalesce(null, properties.p, event, 'x')", `coalesce(${p}, events_1.event)`],
  ["properties.p || event", `concat(coalesce(${p}, '':String), events_1.event)`],
  ["nullIf(event, 'a')", "nullIf(events_1.event, 'a':String)"],
  ["empty(properties.p)", `equals(${p}, '':String)`],
  ["greatest(1, 2)", "2:UInt8"],
  [
    "least(properties.p, 'b')",
    `least(${p}, 'b':String)`
  ]
]

for (const [written, plan] of rules) {
  it(written, () => assert.strictEqual(exprText(`select ${written} from events`), plan))
}

it("comparisons are UInt8 and never NULL, logic is three-valued", () => {
  const comparisons = ["properties.p = 'a'", "properties.p < 'a'", "properties.p like 'a'", "properties.p in ('a')"]
  for (const written of comparisons) {
    assert.deepStrictEqual(typesOf(`select ${written} from events`), ["UInt8"], written)
  }
  assert.deepStrictEqual(typesOf("select null and 1, 1 or 0, not null, not true"), [
    "Nullable(UInt8)",
    "UInt8",
    "Nullable(UInt8)",
    "UInt8"
  ])
})

it("a join compares as the engine does: NULL is equal to nothing", () => {
  assert.include(
    planText("select 1 from events e join persons p on e.properties.a = p.properties.b and e.properties.c != 'd'"),
    "on and(equals(events_1.properties->a, persons_2.properties->b), notEquals(events_1.properties->c, 'd':String))"
  )
})
