import { assert, it } from "@effect/vitest"
import { EngineLimits, noEngineBounds } from "@hedgerow/core/query/EngineLimits"
import { QueryMemoryLimit } from "@hedgerow/storage-memory/query/RowBudget"
import { Effect } from "effect"
import { engine, run } from "./EmptyTables.ts"

const most = 4 * 1024 * 1024
const text = "concat(repeat('x', 100000), toString(number))"

/** Statements that hold a hundred texts of 100,000 characters, with the number of rows that they have of ten. */
const holding: Readonly<Record<string, readonly [sql: (rows: number) => string, ofTen: number]>> = {
  "group by": [(rows) => `select count() from numbers(${rows}) group by ${text}`, 10],
  "group by two values": [(rows) => `select count() from numbers(${rows}) group by ${text}, number`, 10],
  "count(distinct)": [(rows) => `select count(distinct ${text}) from numbers(${rows})`, 1],
  "max of groups": [(rows) => `select length(max(${text})) from numbers(${rows}) group by number`, 10],
  "argMax of groups": [(rows) => `select argMax(number, ${text}) from numbers(${rows}) group by number`, 10],
  "groupArray of groups": [(rows) => `select length(groupArray(${text})) from numbers(${rows}) group by number`, 10],
  distinct: [(rows) => `select distinct ${text} from numbers(${rows})`, 10],
  "order by": [(rows) => `select number from numbers(${rows}) order by ${text}`, 10],
  "sub-query": [(rows) => `select count() from (select ${text} from numbers(${rows}))`, 1],
  join: [
    (rows) => `select count() from numbers(${rows}) a join (select ${text} as t from numbers(${rows})) b on 1 = 1`,
    1
  ],
  window: [
    (rows) => `select sum(length(t)) from (select max(${text}) over (order by number) as t from numbers(${rows}))`,
    1
  ],
  "order of a window": [(rows) => `select row_number() over (order by ${text}) from numbers(${rows})`, 10],
  union: [
    (rows) => `select count() from (select ${text} as t from numbers(${rows}) union distinct select 'a' as t)`,
    1
  ]
}

for (const [name, [sql, ofTen]] of Object.entries(holding)) {
  it.effect(`a query holds no more bytes than it may by default: ${name}`, () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* run(sql(10))).rows, ofTen)
      const error = yield* Effect.flip(run(sql(100)))
      assert.deepInclude(error, { _tag: "QueryTooLarge", limit: "memory", most })
    }).pipe(Effect.provideService(QueryMemoryLimit, most), Effect.provide(engine)))
}

it.effect("a value in the place of another one, and one that many rows share, count once", () =>
  Effect.gen(function*() {
    const statements = [
      [`select length(max(${text})) from numbers(300)`, [[100_002]]],
      [`select max(length(t)) from (select max(${text}) over () as t from numbers(30))`, [[100_001]]],
      [
        `select max(length(t)) from (select max(t) over (order by n rows between 1 preceding and current row) as t `
        + `from (select ${text} as t, number as n from numbers(12)))`,
        [[100_002]]
      ]
    ] as const
    for (const [sql, rows] of statements) assert.deepStrictEqual((yield* run(sql)).rows, rows)
  }).pipe(Effect.provideService(QueryMemoryLimit, most), Effect.provide(engine)))

it.effect("a number that the host states comes first", () =>
  Effect.gen(function*() {
    const sql = `select count() from numbers(100) group by ${text}`
    const within = (memory: number) => run(sql).pipe(Effect.provideService(EngineLimits, { ...noEngineBounds, memory }))
    assert.lengthOf((yield* within(64 * 1024 * 1024)).rows, 100)
    assert.deepInclude(yield* Effect.flip(within(2 * 1024 * 1024)), { limit: "memory", most: 2 * 1024 * 1024 })
  }).pipe(Effect.provideService(QueryMemoryLimit, most), Effect.provide(engine)))
