import { assert, it } from "@effect/vitest"
import type { QueryProgress } from "@hedgerow/core/query/QueryEngine"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { engine, run } from "./EmptyTables.ts"

/** The first cell, and the number of pauses on the way to it. */
const paused = Effect.fnUntraced(function*(sql: string) {
  let pauses = 0
  const { rows } = yield* run(sql, { onProgress: () => pauses++ })
  // The last report is that of the end.
  return { cell: rows[0]?.[0] ?? null, pauses: pauses - 1 }
})

/** The sum of a number for each combination of members, of which there are 10^12. */
const endless = (of = "1"): string => {
  const [a, b, c] = ["range(1000)", "range(1000)", "range(1000)"]
  return `arraySum(arrayMap(w -> arraySum(arrayMap(x -> arraySum(arrayMap(y -> arraySum(arrayMap(z -> `
    + `w + x + y + z + ${of}, ${a})), ${b})), ${c})), range(1000)))`
}

/** Each place of a statement in which an expression is evaluated. */
const places: Readonly<Record<string, string>> = {
  select: `select ${endless()}`,
  "select of rows": `select ${endless("number")} from numbers(3)`,
  where: `select number from numbers(3) where ${endless("number")} > 1`,
  "group by": `select count() from numbers(3) group by ${endless("number")}`,
  aggregate: `select sum(${endless("number")}) from numbers(3)`,
  "filter of an aggregate": `select countIf(${endless("number")} > 1) from numbers(3)`,
  having: `select number from numbers(3) group by number having ${endless("count()")} > 1`,
  "order by": `select number from numbers(3) order by ${endless("number")}`,
  "limit by": `select number from numbers(3) limit 1 by ${endless("number")}`,
  window: `select sum(${endless("number")}) over (order by number) from numbers(3)`,
  "order of a window": `select row_number() over (order by ${endless("number")}) from numbers(3)`,
  "array join": `select m from numbers(3) array join [${endless("number")}] as m`,
  "keys of a join": `select 1 from numbers(3) a join numbers(3) b on ${endless("a.number")} = b.number`,
  "condition of a join": `select 1 from numbers(3) a join numbers(3) b on ${endless("a.number + b.number")} > 1`,
  "common table": `with t as (select ${endless("number")} as n from numbers(3)) select max(n) from t`,
  "sub-query": `select number in (select ${endless("number")} from numbers(3)) from numbers(3)`,
  "inside of others": `select concat('a', toString(if(number >= 0, ${endless("number")}, 0))) from numbers(3)`,
  condition: `select if(${endless("number")} > 1, 'a', 'b'), coalesce(nullIf(${
    endless("number")
  }, 1), 0) from numbers(3)`
}

for (const [place, sql] of Object.entries(places)) {
  it.effect(`the time limit is obeyed in the midst of a cell: ${place}`, () =>
    Effect.gen(function*() {
      const fiber = yield* run(sql).pipe(Effect.flip, Effect.forkChild)
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "QueryTimedOut")
    }).pipe(Effect.provide(engine)))
}

it.effect("a cell stops in its midst when it is cancelled", () =>
  Effect.gen(function*() {
    const pauses: Array<QueryProgress> = []
    const onProgress = (progress: QueryProgress) => pauses.push(progress)
    const fiber = yield* run(`select ${endless()}`, { onProgress }).pipe(Effect.forkChild)
    while (pauses.length < 5) yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    const stoppedAt = pauses.length
    for (let i = 0; i < 20; i++) yield* Effect.yieldNow
    assert.lengthOf(pauses, stoppedAt)
  }).pipe(Effect.provide(engine)))

/** Texts that differ in their last characters only. */
const texts = (rows: number, length: number): string =>
  `(select concat(repeat('x', ${length}), toString(number + 10)) as t from numbers(${rows}))`

const counted: ReadonlyArray<readonly [sql: string, cell: unknown, least: number]> = [
  ["select arraySum(arrayMap(x -> arraySum(arrayMap(y -> x + y, range(1000))), range(200)))", 119_800_000, 40],
  ["select arrayFold((a, x) -> a + x, range(10000), toInt(0)) from numbers(20)", 49_995_000, 20],
  ["select length(extractAll(repeat('ab', 200000), '(a|b)'))", 400_000, 150],
  ["select length(replaceRegexpAll(repeat('ab', 200000), '(a|b)', 'cd'))", 800_000, 150],
  ["select length(extractAll(repeat('ab', 2000), '(?:a|b)*c|a'))", 2_000, 50],
  ["select countIf(match(concat(repeat('ab', 50), toString(number)), '((a|b)*(c|d)?){9}e')) from numbers(2000)", 0, 30],
  ["select length(ngrams(repeat('a', 500000), 3))", 499_998, 100],
  ["select length(arraySort(groupArray(number % 1000))) from numbers(100000)", 100_000, 300],
  [
    "select max(s) from (select sum(number) over (order by number rows between 4000 preceding and current row) as s "
    + "from numbers(6000))",
    15_999_999,
    480
  ],
  ["select max(length(upper(repeat(toString(number % 10), 200000)))) from numbers(100)", 200_000, 90],
  ["select length(reverse(repeat(toString(number % 10), 1000000))) from numbers(1)", 1_000_000, 12],
  ["select length(upperUTF8(repeat(concat('ä', toString(number)), 500000))) from numbers(1)", 1_500_000, 12],
  ["select length(lowerUTF8(repeat(concat('Ä', toString(number)), 500000))) from numbers(1)", 1_500_000, 12],
  ["select length(translate(repeat(toString(number), 1000000), '0', 'ab')) from numbers(1)", 1_000_000, 12],
  ["select length(initcap(repeat(concat('ab ', toString(number)), 250000))) from numbers(1)", 1_000_000, 12],
  [`select count() from (select t from ${texts(100, 100_000)} order by t desc)`, 100, 25],
  [`select count() from (select t from ${texts(50, 100_000)} group by t)`, 50, 10],
  [`select count(distinct t) from ${texts(50, 100_000)}`, 50, 10],
  [`select length(max(t)) from ${texts(50, 100_000)}`, 100_002, 4],
  [`select countIf(a.t < b.t) from ${texts(30, 100_000)} a cross join ${texts(30, 100_000)} b`, 435, 40],
  [`select count() from (select row_number() over (partition by t order by t) from ${texts(50, 100_000)})`, 50, 15]
]

for (const [sql, cell, least] of counted) {
  it.effect(`others run in the midst of ${sql}`, () =>
    Effect.gen(function*() {
      const found = yield* paused(sql)
      assert.deepStrictEqual(found.cell, cell)
      assert.isAtLeast(found.pauses, least)
    }).pipe(Effect.provide(engine)))
}

it.effect("what is not reached is not evaluated", () =>
  Effect.gen(function*() {
    const { rows } = yield* run(
      `select if(number < 0, ${endless("number")}, 1), coalesce(number, ${endless("number")}), `
        + `number < 0 and ${endless("number")} > 1, number >= 0 or ${endless("number")} > 1 from numbers(2)`
    )
    assert.deepStrictEqual(rows, [[1, 0, 0, 1], [1, 1, 0, 1]])
  }).pipe(Effect.provide(engine)))

it.effect("work on one cell that cannot pause is bounded", () =>
  Effect.gen(function*() {
    const text = `concat(${
      Array.from({ length: 100 }, () => "upper(repeat(toString(number % 10), 1000000))").join(", ")
    })`
    const error = yield* Effect.flip(run(`select length(${text}) from numbers(1)`))
    assert.deepInclude(error, { _tag: "QueryTooLarge", limit: "cell" })
  }).pipe(Effect.provide(engine)))

const searches = [
  "match(text, '((a|b)*(c|d)?){100}e')",
  "extract(text, '((a|b)*(c|d)?){100}e')",
  "length(extractAll(text, '((a|b)*(c|d)?){100}e'))",
  "replaceRegexpOne(text, '((a|b)*(c|d)?){100}e', '')"
]

for (const search of searches) {
  it.effect(`a search that takes too long for one step is refused: ${search}`, () =>
    Effect.gen(function*() {
      const sql = `select ${search} from (select concat(repeat('ab', 50000), toString(number)) as text from numbers(1))`
      assert.deepInclude(yield* Effect.flip(run(sql)), { _tag: "QueryTooLarge", limit: "cell" })
    }).pipe(Effect.provide(engine)))
}

it.effect("a text that is rewritten piece by piece is the one that it would be at once", () =>
  Effect.gen(function*() {
    // The first piece ends in the midst of a character, and of a word.
    const long = "concat(repeat('x', 16383), '\u{1f33f}aB Cd', repeat('Yz', 16384))"
    const text = `${"x".repeat(16_383)}\u{1f33f}aB Cd${"Yz".repeat(16_384)}`
    const { rows } = yield* run(
      `select reverse(t), upperUTF8(t), lowerUTF8(t), translate(t, 'xY\u{1f33f}', 'ab'), initcap(t), initcap(repeat('aB', 20000)) from `
        + `(select concat(${long}, substring(toString(number), 2)) as t from numbers(1))`
    )
    assert.deepStrictEqual(rows, [[
      Array.from(text).reverse().join(""),
      text.toUpperCase(),
      text.toLowerCase(),
      text.replaceAll("x", "a").replaceAll("Y", "b").replaceAll("\u{1f33f}", ""),
      `X${"x".repeat(16_382)}\u{1f33f}Ab Cd${"yz".repeat(16_384)}`,
      `Ab${"ab".repeat(19_999)}`
    ]])
  }).pipe(Effect.provide(engine)))
