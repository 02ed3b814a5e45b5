import { assert, type Vitest } from "@effect/vitest"
import { readBehaviour } from "@hedgerow/core/cohorts/behaviour/Behaviour"
import { makeBehaviourMembers } from "@hedgerow/core/cohorts/behaviour/BehaviourMembers"
import { behaviourStatement, deedCondition } from "@hedgerow/core/cohorts/behaviour/BehaviourSql"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { momentOf } from "@hedgerow/core/query/structured/Moments"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Result } from "effect"
import { historiesTogether, type History, rowsOf, together } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { unstoredProject } from "../fixtures.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { statementRun } from "../query/StatementRuns.ts"
import { asked, type AskedBehaviour, randomBehaviour, randomDeeds } from "./BehaviourQuestions.ts"
import { naiveBehaviour } from "./NaiveBehaviour.ts"

const firstProject = 990_000
const questions = 8
const people = Array.from(
  { length: 12 * historiesTogether },
  (_, index) => `${index % historiesTogether} p${Math.floor(index / historiesTogether)}`
)
const timezone = "Europe/Berlin"

/** The persons who behave so; ids are read in parts of `100,000 / share`. */
const found = Effect.fnUntraced(function*(id: ProjectId, condition: AskedBehaviour, share: number) {
  const run = yield* statementRun(unstoredProject(id, { timezone, week_start_day: 1 }), asked as EventTime)
  const moment = momentOf(run)
  const behaviour = Result.getOrThrow(readBehaviour({ ...condition }))
  const statement = behaviourStatement(behaviour, deedCondition([], moment), moment)
  const members = makeBehaviourMembers(statement, run, share)
  const ids = people.map((name) => [deriveUuid(id, "person", name), name] as const)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
  const names: Array<string> = []
  for (const page of [ids.slice(0, 5), ids.slice(5)]) {
    const among = yield* members.among(page.map(([uuid]) => uuid))
    names.push(...page.filter(([uuid]) => among.has(uuid)).map(([, name]) => name))
  }
  return names.toSorted()
})

const expected = ({ events, merged }: History, condition: AskedBehaviour): ReadonlyArray<string> =>
  people.filter((name) =>
    naiveBehaviour(condition, events.filter(({ person }) => (merged.get(person) ?? person) === name))
  ).toSorted()

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const tables = yield* SeedTables
  const id = firstProject + seed as ProjectId
  const dice = makeDice(seed + 5)
  const history = together(id, () => randomDeeds(dice, id))
  yield* tables.seed(id, rowsOf(history))
  let counted = 0
  for (let one = 0; one < questions; one++) {
    const condition = randomBehaviour(dice)
    const names = expected(history, condition)
    const share = dice.pick([1, 50_000, 100_000])
    assert.deepStrictEqual(yield* found(id, condition, share), names, `seed ${seed}: ${JSON.stringify(condition)}`)
    if (names.length > 0 && names.length < people.length) counted++
  }
  return counted
})

/** Every engine finds the persons that the naive model finds, for random histories and behaviours. */
export const behaviourHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(`behaviours in ${projects * historiesTogether} random histories`, () =>
    Effect.gen(function*() {
      const counted = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkOne)
      assert.isAtLeast(counted.reduce((sum, one) => sum + one, 0), projects, "conditions that some meet, not all")
    }), 600_000)
}

/** The persons who behave so. */
export const behaviourTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  behaviourHistories(it, projects)

  it.effect("behaviours: another project's events are never seen", () =>
    Effect.gen(function*() {
      const tables = yield* SeedTables
      const dice = makeDice(1)
      const [here, there] = [firstProject - 1 as ProjectId, firstProject - 2 as ProjectId]
      const history = together(there, () => randomDeeds(dice, there))
      yield* tables.seed(there, rowsOf(history))
      yield* tables.seed(here, {})
      const condition: AskedBehaviour = { type: "behavioral", value: "performed_event", key: "view" }
      assert.deepStrictEqual(yield* found(here, condition, 1), [])
      assert.deepStrictEqual(yield* found(there, condition, 1), expected(history, condition))
    }))
}
