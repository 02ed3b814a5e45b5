import { assert, type Vitest } from "@effect/vitest"
import type { Project } from "@hedgerow/core/identity/Project"
import type { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { Effect, Schema } from "effect"
import { crowdEvents } from "./data/CrowdData.ts"
import { eventUuid } from "./data/SentEvent.ts"
import { capture, makeProject, SqlWorld } from "./SqlWorld.ts"

/** Queries in whose orders many rows are equal, and some over rows of which none is. */
const orders: ReadonlyArray<string> = [
  "select uuid, event from events order by timestamp desc",
  "select event, properties.n from events order by event",
  "select uuid from events",
  "select toFloat(properties.n) as f, uuid from events order by f desc, event",
  "select toFloat(properties.n) as f, uuid from events order by f",
  "select toUInt64(properties.n) * 9000000000000000000 as u, uuid from events order by u desc, event",
  "select toDecimal(properties.n, 2) / 3 as p, count() from events group by p order by p",
  "select uuid from events order by properties.word desc",
  "select uuid from events order by properties.word nulls first, timestamp",
  "select uuid, properties from events where event != 'go' order by distinct_id desc, event",
  "select event, count() as c from events group by event, distinct_id, properties.n order by c desc",
  "select properties.n, count() as c from events group by properties.n having c > 2 order by c",
  "select event, distinct_id, count() as c from events group by event, distinct_id with totals order by c desc",
  "select count() from events",
  "select distinct event, distinct_id from events order by event desc",
  "select distinct properties.word from events",
  "select event as e from events union distinct select distinct_id from events order by e desc",
  "select a.uuid, b.uuid from events a join events b on a.event = b.event where a.distinct_id = 'd1' order by a.event",
  "select a.uuid, b.id from events a left join persons b on b.properties.rank = a.properties.n order by a.event",
  "select a.id, b.uuid from persons a full join (select uuid, timestamp, event, person_id from events "
  + "where distinct_id < 'd2') b on a.id = b.person_id order by b.event desc",
  "select b.uuid from persons a right join events b on a.id = b.person_id order by a.properties.rank, b.event",
  "select uuid, person.properties.rank from events order by person_id desc",
  "select id, created_at from persons order by properties.rank",
  "select person_id from cohort_people",
  "select session_id, $pageview_count from sessions order by $pageview_count",
  "select number from numbers(50) order by number % 3 desc",
  "select * from (select event, distinct_id, count() as c from events group by event, distinct_id) order by c",
  "with t as (select uuid, timestamp, event from events) select event from t order by event",
  "select uuid, row_number() over (partition by event order by timestamp, uuid) as r from events order by r",
  "select uuid, event from events order by event, timestamp, uuid limit 5 by event",
  "select timestamp, uuid from events order by toDate(timestamp) desc, toBool(properties.n)"
]

/** Queries that have no pages. */
const refused: ReadonlyArray<readonly [sql: string, why: string]> = [
  ["select uuid from events order by timestamp limit 10 offset 5", "it has an OFFSET"],
  ["select uuid from events order by timestamp limit 10 with ties", "it has LIMIT WITH TIES"],
  ["select event from events union all select event from events", "UNION ALL can give the same row twice"],
  ["select event from (select event from events)", "a sub-query does not select the key of its rows"],
  [
    "select distinct [event] as list from events",
    "values of type Array(String) distinguish its rows, which have no order"
  ],
  ["select x from events array join [1, 1] as x", "the members of an array have no key"],
  ["select query from query_log", "it reads a table whose rows have no key"]
]

const ask = Effect.fnUntraced(function*(project: Project, query: string, after: string | null) {
  const queries = yield* Queries
  return yield* queries.run(project, { query: { kind: "ServiceSqlQuery", query, after } })
})

const rowsOf = ({ results }: { readonly results: ReadonlyArray<unknown> }) =>
  results.map((row) => encodeJson(row as ReadonlyArray<never>))

/** All rows, in pages of these sizes, and then of the last of them. */
const paged = Effect.fnUntraced(function*(project: Project, sql: string, sizes: ReadonlyArray<number>) {
  const rows: Array<string> = []
  let after: string | null = null
  for (let page = 0;; page++) {
    const size: number = sizes[Math.min(page, sizes.length - 1)] ?? 1
    const answer: Effect.Success<ReturnType<typeof ask>> = yield* ask(project, `${sql} limit ${size}`, after)
    const found = rowsOf(answer)
    assert.isAtMost(found.length, size)
    assert.deepStrictEqual([answer.hasMore, answer.limit, answer.warnings], [answer.after !== null, size, []])
    rows.push(...found)
    after = answer.after ?? null
    if (after === null) return rows
    assert.strictEqual(found.length, size)
  }
})

const Sizes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(6)
)

type Tests = Vitest.MethodsNonLive<Ingestion | Queries | SqlWorld | StoragePorts>

/** Pages of a number of lists of sizes, of every query that has a total order, hold each of its rows once. */
export const pageSizeTests = (it: Tests, runs: number): void => {
  for (const sql of orders) {
    it.effect.prop(`pages: ${sql}`, [Sizes], ([sizes]) =>
      Effect.gen(function*() {
        const { projects: { crowd } } = yield* SqlWorld
        const whole = yield* ask(crowd, `${sql} limit 50000`, null)
        assert.isNull(whole.after)
        const plain = yield* (yield* Queries).run(crowd, {
          query: { kind: "ServiceSqlQuery", query: `${sql} limit 50000` }
        })
        assert.notProperty(plain, "after")
        assert.deepStrictEqual(rowsOf(whole).toSorted(), rowsOf(plain).toSorted())
        assert.deepStrictEqual(yield* paged(crowd, sql, [...sizes, 29]), rowsOf(whole))
      }).pipe(Effect.orDie), { arbitrary: { runs } })
  }
}

/** Tests of pages of queries and of their tokens. */
export const pagesTests = (it: Tests): void => {
  for (const [sql, why] of refused) {
    it.effect(`pages: refused, ${why}`, () =>
      Effect.gen(function*() {
        const { projects: { crowd } } = yield* SqlWorld
        const error = yield* Effect.flip(ask(crowd, sql, null))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.include(JSON.stringify(error), `This query cannot be paged with \\"after\\": ${why}.`)
      }))
  }

  it.effect("pages: a token is one query's own, whatever the size of the pages", () =>
    Effect.gen(function*() {
      const { projects: { crowd, meadow } } = yield* SqlWorld
      const sql = "select uuid from events order by event"
      const { after = null } = yield* ask(crowd, `${sql} limit 3`, null)
      assert.isString(after)
      assert.lengthOf((yield* ask(crowd, `${sql} limit 7`, after)).results, 7)
      for (const other of [`${sql} desc`, "select uuid from events", "select event from events order by event"]) {
        const error = yield* Effect.flip(ask(crowd, `${other} limit 3`, after))
        assert.include(JSON.stringify(error), "It is the token of another query.")
      }
      assert.strictEqual((yield* Effect.flip(ask(meadow, `${sql} limit 3`, after)))._tag, "InvalidInput")
      for (const wrong of ["", "x", `${after}x`, after?.slice(3) ?? "", "a".repeat(20_000)]) {
        assert.strictEqual((yield* Effect.flip(ask(crowd, `${sql} limit 3`, wrong)))._tag, "InvalidInput", wrong)
      }
    }))

  it.effect("pages: rows that arrive meanwhile neither hide nor repeat others", () =>
    Effect.gen(function*() {
      const project = yield* makeProject("Arrivals")
      yield* capture(project, crowdEvents)
      const sql = "select uuid from events order by timestamp desc limit 20"
      const seen: Array<string> = []
      let after: string | null = null
      for (let page = 0; page === 0 || after !== null; page++) {
        const answer: Effect.Success<ReturnType<typeof ask>> = yield* ask(project, sql, after)
        seen.push(...rowsOf(answer))
        after = answer.after ?? null
        const arrived = ["2024-04-01T00:00:00Z", "2024-05-03T08:00:00Z", "2024-06-01T00:00:00Z"]
        yield* capture(
          project,
          arrived.map((timestamp, index) => ({
            event: "late",
            distinct_id: "late",
            timestamp,
            uuid: eventUuid(2_000 + page * 10 + index),
            properties: {}
          }))
        )
        assert.isBelow(page, 20)
      }
      assert.strictEqual(new Set(seen).size, seen.length)
      for (const { uuid } of crowdEvents) assert.include(seen, encodeJson([uuid ?? ""]))
    }))
}
