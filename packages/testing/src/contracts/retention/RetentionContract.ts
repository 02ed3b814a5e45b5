import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect, type Layer } from "effect"
import { rowsOf } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { askInsight } from "../query/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { naiveRetention } from "./NaiveRetention.ts"
import { retentionCases } from "./RetentionCases.ts"
import { randomRetention, randomRetentionHistory, turning } from "./RetentionQuestions.ts"

const firstProject = 940_000
const questions = 6

/** Dates as instants: their texts may differ in zeros. */
const comparable = (rows: ReadonlyArray<{ readonly date: string }>) =>
  rows.map(({ date, ...row }) => ({ ...row, date: Date.parse(date) }))

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const tables = yield* SeedTables
  const id = firstProject + seed as ProjectId
  const dice = makeDice(seed + 77)
  const history = randomRetentionHistory(dice, id)
  yield* tables.seed(id, rowsOf(history))
  let counted = 0
  for (let asked = 0; asked < questions; asked++) {
    const query = randomRetention(dice)
    const now = turning + dice.below(400) * 3_600_000_000
    const { ran, results } = yield* askInsight(retentionQuery, query, { id, now: now as EventTime, timezone: "Europe/Berlin" })
    const expected = naiveRetention({ history, query, now })
    assert.deepStrictEqual(comparable(results), comparable(expected), `seed ${seed}: ${JSON.stringify({ query, now })} ${ran?.printed}`)
    counted += expected.filter(({ values }) => values.slice(1).some(({ count }) => count > 0)).length
  }
  return counted
})

/** Every engine finds the retention that the naive model finds, for random histories and queries. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>, histories: number): void =>
  layer(storage, { timeout: "10 minutes" })(`Retention: ${name}`, (it) => {
    it.effect(`${histories} random histories`, () =>
      Effect.gen(function*() {
        const counted = yield* Effect.forEach(Array.from({ length: histories }, (_, seed) => seed), checkOne)
        const total = counted.reduce((sum, one) => sum + one, 0)
        assert.isAtLeast(total, histories, "rows of actors who came back")
      }), 600_000)

    for (const [index, one] of retentionCases.entries()) {
      it.effect(one.name, () =>
        Effect.gen(function*() {
          const tables = yield* SeedTables
          const id = firstProject - 1 - index as ProjectId
          const strangers = firstProject - 500 - index as ProjectId
          yield* tables.seed(id, rowsOf(one.history(id)))
          yield* tables.seed(strangers, rowsOf(one.strangers(strangers)))
          const { results } = yield* askInsight(retentionQuery, one.query, { id, now: one.now, timezone: one.timezone })
          assert.deepStrictEqual(
            results.map(({ breakdown_value, date, label, values }) => [
              ...(breakdown_value === undefined ? [] : [breakdown_value]),
              date,
              label,
              values.map(({ count }) => count)
            ]),
            one.rows
          )
        }))
    }
  })
