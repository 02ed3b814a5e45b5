import { assert, describe, it } from "@effect/vitest"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { Caller } from "@hedgerow/core/access/Caller"
import { Projects } from "@hedgerow/core/access/Projects"
import { Users } from "@hedgerow/core/access/Users"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import * as Domain from "@hedgerow/core/Domain"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import type { Project } from "@hedgerow/core/identity/Project"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { Countdown, failing } from "../FailingStorage.ts"

const makeWorld = Effect.gen(function*() {
  const { project } = yield* bootstrap({
    projectName: "Source",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const users = yield* Users
  const projects = yield* Projects
  const [owner] = yield* users.list
  if (owner === undefined) return yield* Effect.die(new Error("There is an owner."))
  const caller: Caller = yield* Effect.orDie(users.callerOf(owner.id))
  const targets: Array<Project> = []
  for (const name of ["One", "Two"]) {
    targets.push(yield* Effect.orDie(projects.create(caller, project.organization_id, { name })))
  }
  const surveys = yield* Surveys
  const survey = yield* Effect.orDie(surveys.create({ project, actor: owner }, {
    name: "Source Survey",
    type: "popover",
    questions: [{ id: "own", type: "open", question: "Why?" }],
    conditions: { url: "/x", seenSurveyWaitPeriodInDays: 7 }
  }))
  const copy = surveys.copyToProjects(caller, project, survey.id, { target_team_ids: targets.map(({ id }) => id) })
  return { targets, copy, survey }
})

const page = { limit: 1_000, offset: 0 }

/** Everything that a copy leaves behind in a project. */
const traces = Effect.fnUntraced(function*({ id }: Project) {
  const surveys = yield* (yield* SurveyRepository).all(id)
  const flags = yield* (yield* FeatureFlagRepository).all(id, { includesDeleted: true })
  const { count } = yield* (yield* ActivityRepository).list({ project: id, scopes: ["Survey", "FeatureFlag"] }, page)
  return { surveys, flags, entries: count }
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const countdown = new Countdown()
  const world = Domain.layer.pipe(Layer.provideMerge(failing(countdown, storage)))

  describe(`copying a survey into projects: ${name}`, () => {
    it.live(
      "a failure at any step leaves no copy, no flag and no entry; a success leaves all of them",
      () =>
        Effect.gen(function*() {
          const { copy, survey, targets } = yield* makeWorld
          const runs = yield* countdown.failAtEachCall(copy, (run) =>
            Effect.forEach(targets, (target) =>
              Effect.map(traces(target), (left) =>
                assert.deepStrictEqual(left, { surveys: [], flags: [], entries: 0 }, `at step ${run}`)), {
              discard: true
            }))
          assert.isAbove(runs, 30)
          for (const target of targets) {
            const { entries, flags, surveys } = yield* traces(target)
            const [copy] = surveys
            assert.strictEqual(surveys.length, 1)
            assert.match(copy?.name ?? "", /^Source Survey \(duplicated at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)$/)
            assert.notStrictEqual(copy?.questions?.[0]?.["id"], survey.questions?.[0]?.["id"])
            assert.deepStrictEqual(
              flags.map(({ id }) =>
                id
              ),
              [copy?.internal_targeting_flag_id]
            )
            assert.strictEqual(entries, 2)
          }
        }).pipe(Effect.provide(world)),
      60_000
    )
  })
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
